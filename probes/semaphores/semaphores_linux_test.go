//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

// leaver makes a set as the experiment does and never removes it.
func init() {
	child.Register("leaver", func(_ json.RawMessage, out *child.Output) (any, error) {
		if _, err := create(3); err != nil {
			return nil, err
		}
		out.Ready()
		select {}
	})
}

// state gives the test a state folder of its own and returns where records lie.
func state(t *testing.T) string {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// sets returns the sets that are there, and skips the test where the kernel has
// none.
func sets(t *testing.T) map[int]set {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Skipf("this kernel tells of no semaphore sets: %v", err)
	}
	found := map[int]set{}
	for _, s := range list {
		found[s.id] = s
	}
	return found
}

func records(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func scenario(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// build makes a workload, or skips where there are no semaphores.
func build(t *testing.T, s probes.Scenario) *workload {
	t.Helper()
	w, err := Build(topology.Machine{}, s, 0)
	var unable *probes.Unable
	if errors.As(err, &unable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// window runs the workers until they have made some calls, as windows do.
func window(w *workload, until func() bool) probes.Reading {
	ended := new(atomic.Uint64)
	stop := windows.NewStop(ended, 1)
	w.Reset(false)
	var all sync.WaitGroup
	for i := range w.workers {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			w.Work(i, stop)
		})
	}
	for !until() {
		time.Sleep(time.Millisecond) // between two looks
	}
	ended.Store(1)
	all.Wait()
	r := probes.Reading{CPUs: make([]probes.CPUWork, len(w.workers))}
	w.Report(&r)
	return r
}

// aWhile is a stretch long enough for thousands of calls.
func aWhile() func() bool {
	end := time.Now().Add(20 * time.Millisecond)
	return func() bool { return time.Now().After(end) }
}

func TestCallsAreMadeAndNothingIsLeft(t *testing.T) {
	cpu := topology.Read().Allowed()[0]
	for _, text := range []string{"mode=double writers=2", "mode=single writers=2 semaphores=2", "mode=alternate writers=2 semaphores=1"} {
		t.Run(text, func(t *testing.T) {
			dir := state(t)
			w := build(t, withCPUs(text, cpu))
			if _, there := sets(t)[w.array.id]; !there || len(records(t, dir)) != 1 {
				t.Errorf("records %v, sets %v: want its own there, on record", records(t, dir), sets(t))
			}
			r := window(w, aWhile())
			for i, cpu := range r.CPUs {
				if cpu.Ops < 1 {
					t.Errorf("worker %d made %d calls", i, cpu.Ops)
				}
			}
			if len(r.Warnings) > 0 {
				t.Errorf("warnings %v", r.Warnings)
			}
			if s := w.mode; s == probes.ModeAlternate && r.CPUs[0].Ops != 2*r.CPUs[1].Ops {
				t.Errorf("%d calls and %d answers: want two calls an answer", r.CPUs[0].Ops, r.CPUs[1].Ops)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if _, left := sets(t)[w.array.id]; left || len(records(t, dir)) > 0 {
				t.Errorf("after Close: set there %v, records %v", left, records(t, dir))
			}
		})
	}
}

// withCPUs lets both workers run on one CPU, which only these tests do.
func withCPUs(text string, cpu int) probes.Scenario {
	s, _ := probes.ParseScenario(text)
	one := probes.NewCPUList(cpu)
	s.CPUs = one + "," + one
	return s
}

func TestArmsShareASetUntilTheLastIsClosed(t *testing.T) {
	dir := state(t)
	double, single := build(t, scenario(t, "mode=double writers=1")), build(t, scenario(t, "mode=single writers=1"))
	other := build(t, scenario(t, "mode=single writers=1 semaphores=7"))
	if double.array != single.array || other.array == single.array {
		t.Error("arms with as many semaphores have a set each, or others share one")
	}
	for i, w := range []*workload{double, other, single} {
		if len(records(t, dir)) != []int{2, 2, 1}[i] {
			t.Errorf("%d workloads closed: records %v", i, records(t, dir))
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if left := records(t, dir); len(left) > 0 {
		t.Errorf("records %v are left", left)
	}
}

func TestAPartnerThatIsKilledEndsTheRun(t *testing.T) {
	state(t)
	w := build(t, withCPUs("mode=alternate writers=2", topology.Read().Allowed()[0]))
	defer w.Close()
	if err := w.Lost(); err != nil {
		t.Errorf("before its partner is killed: %v", err)
	}
	if err := unix.Kill(w.partner.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for w.partner.Alive() {
		runtime.Gosched()
	}
	window(w, func() bool { return true }) // in which nobody answers, and which ends all the same
	var died *child.Died
	if err := w.Lost(); !errors.As(err, &died) || died.How != "signal: killed" {
		t.Errorf("lost by %v, want a *child.Died that says what killed it", err)
	}
}

func TestASetOfAKilledProcessIsRemovedAndNamed(t *testing.T) {
	dir := state(t)
	p, err := child.Start(t.Context(), "leaver", "")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Ready(); err != nil {
		t.Skip(err)
	}
	if said := Sweep(); len(said) > 0 || len(records(t, dir)) != 1 {
		t.Fatalf("while its process runs: said %q, records %v", said, records(t, dir))
	}
	record := filepath.Base(records(t, dir)[0])
	if err := unix.Kill(p.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait(nil, nil) // until it is gone
	said := Sweep()
	if len(said) != 1 || !strings.HasPrefix(said[0], "removed semaphore set ") || !strings.Contains(said[0], "left behind when it was killed") {
		t.Errorf("said %q, want the one set named", said)
	}
	for _, s := range sets(t) { // of whom others make and remove theirs meanwhile
		if record == fmt.Sprintf("%08x.json", uint32(s.key)) {
			t.Errorf("set %+v is still there", s)
		}
	}
	if said := Sweep(); len(said) > 0 || len(records(t, dir)) > 0 {
		t.Errorf("a second time: said %q, records %v", said, records(t, dir))
	}
}

func TestNoOtherSetIsTouched(t *testing.T) {
	dir := state(t)
	a, err := createIn("", 5) // not on record
	if err != nil {
		t.Skip(err)
	}
	defer a.remove()
	mine := sets(t)[a.id]
	at, err := here()
	if err != nil {
		t.Skip(err)
	}
	gone := record{Key: mine.key, Count: 5, UID: os.Geteuid(), Since: mine.changed, PID: 1 << 30, Started: "1", Place: at}
	for name, change := range map[string]func(*record){
		"an older set":                  func(r *record) { r.Since++ },
		"another user's":                func(r *record) { r.UID++ },
		"of another size":               func(r *record) { r.Count++ },
		"with another key":              func(r *record) { r.Key ^= 2 },
		"of another boot":               func(r *record) { r.Place.Boot = "another" },
		"of another IPC namespace":      func(r *record) { r.Place.IPC = "another" },
		"of another process namespace":  func(r *record) { r.Place.Processes = "another" },
		"of a process that is not gone": func(r *record) { r.PID = os.Getpid(); r.Started, _ = startOf(r.PID) },
	} {
		r := gone
		change(&r)
		if err := r.write(dir); err != nil {
			t.Fatal(err)
		}
		if said := Sweep(); len(said) > 0 {
			t.Errorf("%s: said %q", name, said)
		}
		if _, there := sets(t)[a.id]; !there {
			t.Fatalf("%s: the set was removed", name)
		}
		_ = os.Remove(r.path(dir))
	}
	// A process with the number of one that is gone is another.
	gone.PID = os.Getpid()
	if err := gone.write(dir); err != nil {
		t.Fatal(err)
	}
	if said := Sweep(); len(said) != 1 {
		t.Errorf("said %q, want the set of the process that had this number before", said)
	}
	if _, there := sets(t)[a.id]; there {
		t.Error("the set of a process that is gone is still there")
	}
}

func TestWithoutAStateFolderItSaysSo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(file, "below"))
	w := build(t, scenario(t, "mode=single writers=1"))
	defer w.Close()
	r := probes.Reading{CPUs: make([]probes.CPUWork, 1)}
	w.Report(&r)
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "could not be put on record") || r.SetAside() {
		t.Errorf("warnings %v, want one about the record", r.Warnings)
	}
}

func TestScenariosThatCannotRun(t *testing.T) {
	for text, word := range map[string]string{
		"mode=packed writers=2":              "mode",
		"mode=alternate writers=3":           "writers",
		"mode=single writers=3 semaphores=2": "semaphores",
	} {
		_, err := Build(topology.Machine{}, scenario(t, text), 0)
		var fault *probes.ScenarioError
		if !errors.As(err, &fault) || fault.Word != word {
			t.Errorf("%q: %v, want a *probes.ScenarioError about %s", text, err, word)
		}
	}
}

func TestWhyThereIsNoSetIsSaid(t *testing.T) {
	for errno, want := range map[unix.Errno]string{
		unix.ENOSYS: "this kernel has no System V IPC",
		unix.EPERM:  "the system forbids it (EPERM)",
		unix.ENOSPC: "the system's table is full: ",
		unix.ENOMEM: "no memory",
	} {
		var unable *probes.Unable
		if err := refused(errno, 256); !errors.As(err, &unable) || !strings.Contains(err.Error(), want) || unable.Advice == "" {
			t.Errorf("%v: %v, want a *probes.Unable with %q and advice", errno, err, want)
		}
	}
}

// In an IPC namespace of its own the table can be made small and full.
func TestAFullTable(t *testing.T) {
	dir := state(t)
	done := make(chan string, 1) // why it was not run
	go func() {                  // its thread ends with it, and the namespace too
		defer close(done)
		runtime.LockOSThread()
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			done <- fmt.Sprintf("a namespace cannot be made: %v", err)
			return
		}
		if err := os.WriteFile("/proc/sys/kernel/sem", []byte("250 32000 32 1"), 0); err != nil {
			done <- fmt.Sprintf("the limits cannot be set: %v", err)
			return
		}
		a, err := create(10)
		if err != nil {
			t.Errorf("the first set: %v", err)
			return
		}
		_, err = create(10)
		if want := "the system's table is full: 1 sets of at most 1, 10 semaphores of at most 32000 (ENOSPC)"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the second set: %v, want %q", err, want)
		}
		if len(records(t, dir)) != 1 {
			t.Errorf("records %v, want that of the first set only", records(t, dir))
		}
		_, err = create(251)
		var fault *probes.ScenarioError
		if !errors.As(err, &fault) || fault.Word != "semaphores" || !strings.Contains(err.Error(), "1 to 250") {
			t.Errorf("a set too large: %v, want a *probes.ScenarioError that names 250", err)
		}
		if err := a.remove(); err != nil {
			t.Error(err)
		}
	}()
	if why := <-done; why != "" {
		t.Skip(why)
	}
}

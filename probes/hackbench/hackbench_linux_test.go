//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/child/childtest"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestARunReachesItsEnd(t *testing.T) {
	for text, want := range map[string]int64{
		"loops=20":                               20 * 20 * 20,
		"loops=20 mode=processes":                20 * 20 * 20,
		"groups=3 senders=2 receivers=5 loops=7": 3 * 2 * 5 * 7,
		"groups=3 senders=5 receivers=2 loops=7 mode=processes":     3 * 5 * 2 * 7,
		"senders=1 loops=9 size=300000 passcred=both":               9, // in parts
		"senders=2 loops=5 size=1 passcred=receiver mode=processes": 2 * 2 * 5,
	} {
		if err := check(scenario(t, text)); err != nil {
			t.Logf("not run: %q: %v", text, err)
			continue
		}
		r, err := run(t.Context(), scenario(t, text), nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if r.CPUs[1].Role != probes.Receiver || r.CPUs[1].Messages != want || r.Elapsed <= 0 {
			t.Errorf("%q: reading %+v, want %d messages received in some time", text, r, want)
		}
	}
}

func TestManyThreadsReachTheEnd(t *testing.T) {
	s := scenario(t, "groups=20 loops=1")
	if err := check(s); err != nil {
		t.Skip(err)
	}
	r, err := run(t.Context(), s, nil)
	if err != nil || r.CPUs[1].Messages != 8000 {
		t.Errorf("800 threads: %d messages, %v; want 8000", r.CPUs[1].Messages, err)
	}
}

// endless starts processes that would work for hours, and hands the child and
// them over once messages pass. It returns what becomes of the run.
func endless(t *testing.T, do func(p *child.Process, forks []int)) error {
	t.Helper()
	s := scenario(t, "senders=2 loops=10000000 mode=processes")
	if err := check(s); err != nil {
		t.Skip(err)
	}
	p, err := child.Start(t.Context(), work, complete(s))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	done := false
	return p.Wait(nil, func(float64) {
		if done {
			return
		}
		done = true
		forks := childtest.Forks(t, p.PID())
		if len(forks) != 4 {
			t.Fatalf("the child has forks %v, want two senders and two receivers", forks)
		}
		do(p, forks)
	})
}

func TestAProcessThatIsKilledEndsTheRunAndTheOthers(t *testing.T) {
	for _, victim := range []int{0, 3} {
		var all []int
		err := endless(t, func(_ *child.Process, forks []int) {
			all = forks
			if err := unix.Kill(forks[victim], unix.SIGKILL); err != nil {
				t.Fatal(err)
			}
		})
		if err == nil || !strings.Contains(err.Error(), "of group 1 stopped before its work was done (") {
			t.Errorf("%v, want a sentence about a sender or receiver", err)
		}
		for _, pid := range all {
			childtest.Gone(t, pid)
		}
	}
}

func TestAChildThatIsKilledTakesItsProcessesWithIt(t *testing.T) {
	var all []int
	err := endless(t, func(p *child.Process, forks []int) {
		all = forks
		if err := unix.Kill(p.PID(), unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
	})
	var died *child.Died
	if !errors.As(err, &died) || died.How != "signal: killed" {
		t.Errorf("%v, want a *child.Died by the signal", err)
	}
	for _, pid := range all {
		childtest.Gone(t, pid)
	}
}

func TestALimitThatIsTooLowIsNamedBeforeTheStart(t *testing.T) {
	free := limits{files: none, users: none, cgroup: none, system: none, memory: none, space: none, stack: 8 << 20, buffer: 212992}
	twenty := shapeOf(complete(scenario(t, "groups=20 loops=2000")))
	if err := free.hold(twenty); err != nil {
		t.Fatalf("without limits: %v", err)
	}
	forked := twenty
	forked.processes = true
	narrow := free
	narrow.space = 1 << 20
	if err := narrow.hold(forked); err != nil {
		t.Errorf("processes, each with addresses of its own: %v", err)
	}
	with := func(change func(*limits)) limits { l := free; change(&l); return l }
	for _, c := range []struct {
		limits limits
		shape  shape
		want   string
	}{
		{with(func(l *limits) { l.files = 64 }), twenty, "it needs 820 open files, and there may be 64 (ulimit -n)"},
		{with(func(l *limits) { l.files = 40 }), forked, "it needs 41 open files, and there may be 40 (ulimit -n)"},
		{with(func(l *limits) { l.users = 799 }), twenty, "it needs 800 threads, and there may be 799 (of this user"},
		{with(func(l *limits) { l.users = -3 }), forked, "it needs 800 processes, and there may be 0 (of this user"},
		{with(func(l *limits) { l.cgroup = 100 }), twenty, "of this cgroup; pids.max"},
		{with(func(l *limits) { l.system = 100 }), twenty, "kernel.threads-max"},
		{with(func(l *limits) { l.memory = 64 << 20 }), twenty, "MiB of memory, and there may be 64"},
		{with(func(l *limits) { l.space = 4 << 30 }), twenty, "it needs 8000 MiB of addresses, and there may be 4096 (beside those in use; ulimit -v)"},
	} {
		err := c.limits.hold(c.shape)
		var unable *probes.Unable
		if !errors.As(err, &unable) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want a *probes.Unable with %q", c.limits, err, c.want)
		}
	}
}

func TestOnlyItsOwnModes(t *testing.T) {
	var fault *probes.ScenarioError
	if err := check(scenario(t, "mode=packed")); !errors.As(err, &fault) || fault.Word != "mode" {
		t.Errorf("%v, want a *probes.ScenarioError about mode", err)
	}
}

package windows

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
)

// tick counts loops of its workers, and remembers that it was closed.
type tick struct {
	roles  []probes.Role
	ops    [4]struct{ n, _ [16]int64 }
	closed *int
}

func (l *tick) Roles() []probes.Role { return l.roles }
func (l *tick) Sleeps() bool         { return false }
func (l *tick) Reset(bool)           { clear(l.ops[:]) }
func (l *tick) Close() error         { *l.closed++; return nil }
func (l *tick) Work(i int, stop Stop) {
	for !stop.Over() {
		l.ops[i].n[0]++
	}
}
func (l *tick) Report(r *probes.Reading) {
	for i := range r.CPUs {
		r.CPUs[i].Ops = l.ops[i].n[0]
	}
}

// source returns a source of ticks on the first CPU that this process may use,
// and a plan for it.
func source(t *testing.T, arms int) (Source, probes.Plan, *int) {
	t.Helper()
	m := topology.Read()
	if err := pinning.Check(m.Allowed()[0]); err != nil {
		t.Skipf("threads cannot be pinned here: %v", err)
	}
	closed := new(int)
	build := func(_ topology.Machine, s probes.Scenario, _ int) (Workload, error) {
		if s.Size == 13 {
			return nil, &probes.ScenarioError{Word: "size", Value: "13", Problem: "is unlucky"}
		}
		return &tick{roles: []probes.Role{probes.Adder}, closed: closed}, nil
	}
	plan := probes.Plan{Budget: probes.Budget{Window: time.Millisecond}}
	for i := range arms {
		plan.Arms = append(plan.Arms, probes.Scenario{Batch: i + 1, Writers: 1, CPUs: probes.NewCPUList(m.Allowed()[0])})
	}
	return Source{Machine: m, Build: build}, plan, closed
}

func open(t *testing.T, s Source, plan probes.Plan) probes.Session {
	t.Helper()
	session, err := s.Open(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func next(t *testing.T, s probes.Session) probes.Reading {
	t.Helper()
	r, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAWindowIsMeasuredAndPinned(t *testing.T) {
	s, plan, _ := source(t, 1)
	session := open(t, s, plan)
	defer session.Close()
	r := next(t, session)
	w := r.CPUs[0]
	if r.Origin != probes.Measured || r.Scenario != plan.Arms[0] || r.Unit != probes.Window {
		t.Errorf("reading %+v: want a measured window of %s", r, plan.Arms[0])
	}
	missed := false
	for _, warning := range r.Warnings {
		missed = missed || warning.Kind == probes.Missed
	}
	if !missed && (w.Ops == 0 || w.Elapsed <= 0 || w.Busy <= 0) {
		t.Errorf("work %+v: want operations in some time", w)
	}
	if !w.Pinned || w.CPU != plan.Arms[0].CPUs.Numbers()[0] {
		t.Errorf("work %+v: want it pinned to CPU %s", w, plan.Arms[0].CPUs)
	}
}

func TestCloseLeavesNoWorker(t *testing.T) {
	s, plan, closed := source(t, 2)
	before := runtime.NumGoroutine()
	session := open(t, s, plan)
	next(t, session)
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	// A goroutine that has said it is done still has to leave its thread.
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines after Close, %d before Open", runtime.NumGoroutine(), before)
		}
	}
	if *closed != 2 {
		t.Errorf("%d workloads were closed, want 2", *closed)
	}
}

func TestReplaceTakesEffectOrChangesNothing(t *testing.T) {
	s, plan, closed := source(t, 2)
	session := open(t, s, plan)
	defer session.Close()
	changed := plan.Arms[1]
	changed.Batch = 99
	if err := session.Replace(1, changed); err != nil {
		t.Fatal(err)
	}
	if *closed != 1 {
		t.Errorf("%d workloads were closed by a replacement, want 1", *closed)
	}
	bad := changed
	bad.Size = 13
	var fault *probes.ScenarioError
	if err := session.Replace(1, bad); !errors.As(err, &fault) {
		t.Errorf("a bad scenario gives %v, want a *probes.ScenarioError", err)
	}
	seen := map[probes.Scenario]bool{}
	for range 4 {
		seen[next(t, session).Scenario] = true
	}
	if !seen[changed] || !seen[plan.Arms[0]] || len(seen) != 2 {
		t.Errorf("scenarios seen: %v, want %v and %v", seen, plan.Arms[0], changed)
	}
	if err := session.Replace(2, changed); err == nil {
		t.Error("an arm that is not there was replaced")
	}
}

func TestTheBudgetEndsASession(t *testing.T) {
	s, plan, _ := source(t, 2)
	plan.Budget.For = 20 * time.Millisecond
	session := open(t, s, plan)
	defer session.Close()
	for range 1000 {
		if _, err := session.Next(t.Context()); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("a budget of 20 ms let 1000 windows of 1 ms run")
}

// However late the machine is, each arm has its reading before the end.
func TestASpentBudgetLeavesNoArmOut(t *testing.T) {
	s, plan, _ := source(t, 3)
	plan.Budget.For = time.Nanosecond
	session := open(t, s, plan)
	defer session.Close()
	seen := map[int]bool{}
	for range 3 {
		seen[next(t, session).Arm] = true
	}
	if _, err := session.Next(t.Context()); err != io.EOF || len(seen) != 3 {
		t.Errorf("arms %v and then %v; want all three and the end", seen, err)
	}
}

func TestACancelledContextEndsAWindow(t *testing.T) {
	s, plan, _ := source(t, 1)
	plan.Budget.Window = time.Hour
	session := open(t, s, plan)
	defer session.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := session.Next(ctx)
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Next returned %v, want %v", err, context.Canceled)
	}
}

// quick is done after its first look.
type quick struct{ tick }

func (l *quick) Work(i int, stop Stop) {
	l.ops[i].n[0]++
	stop.End()
}

func TestAWorkloadMayEndItsWindow(t *testing.T) {
	s, plan, closed := source(t, 1)
	s.Build = func(topology.Machine, probes.Scenario, int) (Workload, error) {
		return &quick{tick{roles: []probes.Role{probes.Adder}, closed: closed}}, nil
	}
	plan.Budget.Window = time.Hour
	session := open(t, s, plan)
	defer session.Close()
	for range 3 {
		if r := next(t, session); r.CPUs[0].Ops != 1 || r.SetAside() && !unlucky(r) {
			t.Errorf("reading %+v: want one operation in a window of its own length", r)
		}
	}
}

// fragile loses what it needs in its third window.
type fragile struct {
	tick
	windows int
}

var errLost = errors.New("the other side has ended")

func (l *fragile) Lost() error {
	if l.windows++; l.windows < 3 {
		return nil
	}
	return errLost
}

func TestAWorkloadThatLostWhatItNeedsEndsTheSession(t *testing.T) {
	s, plan, closed := source(t, 1)
	s.Build = func(topology.Machine, probes.Scenario, int) (Workload, error) {
		return &fragile{tick: tick{roles: []probes.Role{probes.Adder}, closed: closed}}, nil
	}
	session := open(t, s, plan)
	var err error
	for err == nil {
		_, err = session.Next(t.Context())
	}
	if err != errLost {
		t.Errorf("it ends with %v", err)
	}
	if err := session.Close(); err != nil || *closed != 1 {
		t.Errorf("Close returned %v, %d workloads closed", err, *closed)
	}
}

// unlucky reports whether the machine took a worker's CPU away.
func unlucky(r probes.Reading) bool {
	return slices.ContainsFunc(r.Warnings, func(w probes.Warning) bool { return w.Kind == probes.Preempted })
}

func TestACPUOutsideTheMaskIsRefused(t *testing.T) {
	s, plan, _ := source(t, 1)
	plan.Arms[0].CPUs = "65000"
	var unable *probes.Unable
	if _, err := s.Open(t.Context(), plan); !errors.As(err, &unable) {
		t.Errorf("Open returned %v, want a *probes.Unable", err)
	}
}

// A worker that comes after its window ended does nothing and says so.
func TestALateWorkerMissesItsWindow(t *testing.T) {
	c := newCrew()
	c.ended.Store(7)
	load := &tick{roles: []probes.Role{probes.Adder}, closed: new(int)}
	w := &worker{cpu: pinning.Here()}
	s := w.window(job{load: load, stop: NewStop(c.ended, 7), ready: c.ready, crowd: 2})
	if !s.missed || load.ops[0].n[0] != 0 {
		t.Errorf("span %+v with %d operations: want a missed window with none", s, load.ops[0].n[0])
	}
	if text := s.warnings(w.cpu)[len(s.warnings(w.cpu))-1].Text; !strings.Contains(text, "too late") {
		t.Errorf("warning %q does not say that it came too late", text)
	}
}

func TestASpanShortOfItsCPUIsSetAside(t *testing.T) {
	for _, c := range []struct {
		busy time.Duration
		want bool
	}{{9400, true}, {9600, false}, {10000, false}} {
		s := span{elapsed: 10000, busy: c.busy, lost: 10000 - c.busy, pinned: true}
		r := probes.Reading{Warnings: s.warnings(0)}
		if r.SetAside() != c.want {
			t.Errorf("a worker with %v of 10 µs: set aside %v, want %v", c.busy, r.SetAside(), c.want)
		}
	}
}

// stubborn does not stop when its window ends, until it is let go.
type stubborn struct {
	tick
	letGo   chan struct{}
	resets  int
	reports int
}

func (l *stubborn) Reset(bool)             { l.resets++ }
func (l *stubborn) Report(*probes.Reading) { l.reports++ }
func (l *stubborn) Work(int, Stop)         { <-l.letGo }

// A worker that does not come back has missed its window: the reading says so,
// nothing touches its workload until it is back, and then it goes on.
func TestAWorkerThatStaysAwayMissesItsWindow(t *testing.T) {
	s, plan, closed := source(t, 1)
	load := &stubborn{tick: tick{roles: []probes.Role{probes.Adder}, closed: closed}, letGo: make(chan struct{})}
	s.Build = func(topology.Machine, probes.Scenario, int) (Workload, error) { return load, nil }
	session := open(t, s, plan)
	defer session.Close()
	for range 2 {
		r := next(t, session)
		if !r.SetAside() || r.CPUs[0].Ops != 0 || r.Warnings[0].Kind != probes.Missed {
			t.Fatalf("reading %+v: want a missed window with no operations", r)
		}
	}
	if load.resets != 1 || load.reports != 0 {
		t.Errorf("%d resets and %d reports while a worker was away, want the first reset only", load.resets, load.reports)
	}
	if err := session.Replace(0, plan.Arms[0]); err == nil {
		t.Error("an arm was replaced while a worker was away")
	}
	close(load.letGo)
	if next(t, session); load.resets != 2 || load.reports != 1 {
		t.Errorf("%d resets, %d reports once the worker was back, want 2 and 1", load.resets, load.reports)
	}
}

// roomy is a workload that the session places.
type roomy struct {
	tick
	lines int
	at    unsafe.Pointer
}

func (l *roomy) Lines() int            { return l.lines }
func (l *roomy) Place(m *lines.Memory) { l.at = m.At(0, 0) }

// On memory of their own two arms alike differ: each line has its own way to
// travel. So all arms lie on the same lines, also those that need more than the
// ones before them.
func TestAllArmsLieOnTheSameLines(t *testing.T) {
	s, plan, closed := source(t, 3)
	var loads []*roomy
	s.Build = func(topology.Machine, probes.Scenario, int) (Workload, error) {
		load := &roomy{tick: tick{roles: []probes.Role{probes.Adder}, closed: closed}, lines: 1 + 1000*len(loads)}
		loads = append(loads, load)
		return load, nil
	}
	session := open(t, s, plan)
	defer session.Close()
	if err := session.Replace(0, plan.Arms[0]); err != nil {
		t.Fatal(err)
	}
	for i, load := range loads[1:] { // the first was replaced by the last, which needs the most
		if load.at == nil || load.at != loads[3].at {
			t.Errorf("arm %d lies at %p, the newest at %p", i+1, load.at, loads[3].at)
		}
	}
}

// A sandbox that answers for the kernel accepts every mask and binds nothing, so
// nothing is measured there.
func TestNothingIsMeasuredWherePinningIsAnsweredOnly(t *testing.T) {
	s, plan, closed := source(t, 1)
	s.Machine.OS, s.Machine.CanPin = "linux", false
	var unable *probes.Unable
	if _, err := s.Open(t.Context(), plan); !errors.As(err, &unable) || !strings.Contains(unable.Why, "sandbox") {
		t.Errorf("%v, want it unable because of the sandbox", err)
	}
	if *closed != 1 {
		t.Errorf("%d workloads were closed, want the one that was laid out", *closed)
	}
}

package latency

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
)

// here returns this machine, or skips where no thread can be bound to n of its
// CPUs.
func here(t *testing.T, n int) topology.Machine {
	t.Helper()
	m := topology.Read()
	if len(m.CPUs) < n {
		t.Skipf("this process may use %d CPUs, and this needs %d", len(m.CPUs), n)
	}
	if err := pinning.Check(m.Allowed()[:n]...); err != nil {
		t.Skipf("threads cannot be pinned here: %v", err)
	}
	return m
}

func TestThisMachineIsMapped(t *testing.T) {
	m := here(t, 2)
	cpus := m.Allowed()[:2]
	for _, method := range Methods() {
		rounds := 0
		got, err := Measure(t.Context(), m, Options{Method: Method(method), CPUs: cpus, For: 5 * time.Second}, func(Map, Progress) { rounds++ })
		if unable := (*probes.Unable)(nil); errors.As(err, &unable) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := got.Pairs[0]
		if len(got.Pairs) != 1 || p.A != cpus[0] || p.B != cpus[1] || p.Label == "" || !ordered(p) || rounds < 2 {
			t.Errorf("%s: %+v after %d rounds", method, got, rounds)
		}
		if !slices.Equal(got.CPUs, cpus) || string(got.Method) != method {
			t.Errorf("%s: the map is of CPUs %v by %s", method, got.CPUs, got.Method)
		}
	}
}

func TestACPUThatIsForbiddenHasItsRow(t *testing.T) {
	m := here(t, 2)
	missing := 1<<15 + 3
	m.CPUs = append(slices.Clone(m.CPUs[:2]), topology.CPU{Number: missing, Core: -1, Package: -1, Node: -1, L3: -1})
	got, err := Measure(t.Context(), m, Options{}, nil)
	if unable := (*probes.Unable)(nil); errors.As(err, &unable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Dropped) != 1 || got.Dropped[0].CPU != missing || got.Complete {
		t.Errorf("dropped %v, complete %v", got.Dropped, got.Complete)
	}
	if p := got.Between(0, 1); !p.Measured() {
		t.Errorf("the others' pair: %+v", p)
	}
	for i := range 2 {
		if p := got.Between(i, 2); p.Measured() || !strings.Contains(p.Why, "dropped out") {
			t.Errorf("the row of CPU %d: %+v", missing, p)
		}
	}
}

func TestWhatCannotBeMapped(t *testing.T) {
	one := machine(1, 1, 1)
	var unable *probes.Unable
	if _, err := Measure(t.Context(), one, Options{}, nil); !errors.As(err, &unable) {
		t.Errorf("one CPU: %v", err)
	}
	m := machine(1, 4, 1)
	for i := range m.CPUs {
		m.CPUs[i].Number += 1 << 15
	}
	if _, err := Measure(t.Context(), m, Options{}, nil); !errors.As(err, &unable) {
		t.Errorf("no CPU that a thread can be bound to: %v", err)
	}
	for text, cpus := range map[string][]int{
		"names CPU 9, which this process may not use": {0, 9},
		"names CPU 1 twice":                           {1, 1},
		"too few CPUs":                                {2},
		"names too few":                               {},
	} {
		var fault *probes.ScenarioError
		if _, err := Measure(t.Context(), machine(1, 4, 1), Options{CPUs: cpus}, nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), text) {
			t.Errorf("CPUs %v: %v", cpus, err)
		}
	}
}

func TestAnEndedContextEndsAMap(t *testing.T) {
	m := here(t, 2)
	ctx, stop := context.WithCancel(t.Context())
	got, err := Measure(ctx, m, Options{For: time.Hour}, func(Map, Progress) { stop() })
	if !errors.Is(err, context.Canceled) || got.Complete {
		t.Errorf("%v, complete %v", err, got.Complete)
	}
}

// A thread that does not come back must not hold up the others, nor be sent off
// again before it is back.
func TestAThreadThatDoesNotComeBackIsLeftBehind(t *testing.T) {
	m := here(t, 1)
	first := m.Allowed()[0]
	c := newCrew(CAS, []int{first})
	defer c.close()
	stuck := &worker{cpu: -7, jobs: make(chan job, 1)}
	c.workers[stuck.cpu] = stuck
	round := []visit{{a: first, b: stuck.cpu, samples: coarse}}

	ended, stop := context.WithCancel(t.Context())
	stop()
	got := c.play(ended, round)[0]
	if got.err == nil || got.down >= 0 || c.workers[first].out || !stuck.out || c.workers[first].court != nil {
		t.Errorf("%+v; the partner is out: %v, the stuck one: %v", got, c.workers[first].out, stuck.out)
	}
	if got := c.play(t.Context(), round)[0]; got.err == nil || len(stuck.jobs) != 1 {
		t.Errorf("sent off again: %+v, %d jobs wait", got, len(stuck.jobs))
	}
	c.reports <- report{job: <-stuck.jobs, cpu: stuck.cpu, whole: true}
	c.play(ended, nil)
	if stuck.out {
		t.Error("it came back and nobody noticed")
	}
}

// The system moves a thread whose CPU it takes away, and says nothing.
func TestAThreadThatWasMovedGoesBackOrSaysSo(t *testing.T) {
	m := here(t, 2)
	visit := func(cpu int) (r report, on int, over bool) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			runtime.LockOSThread()
			if err := pinning.Pin(m.Allowed()[0]); err != nil {
				t.Error(err)
				return
			}
			court := newCourt()
			court.ready.Store(1) // the partner is there
			w := &worker{cpu: cpu}
			time.AfterFunc(0, func() { court.over.Store(true) }) // and leaves
			r, on = w.visit(CAS, job{court: court, visit: visitOf(cpu), serves: true}), pinning.Here()
			over = court.over.Load()
		}()
		<-done
		return r, on, over
	}
	if r, on, _ := visit(m.Allowed()[1]); r.err != nil || on != m.Allowed()[1] {
		t.Errorf("moved from CPU %d it ran on CPU %d, %v", m.Allowed()[1], on, r.err)
	}
	r, _, over := visit(1 << 15)
	if unable := (*probes.Unable)(nil); !errors.As(r.err, &unable) || r.whole || !over {
		t.Errorf("with its CPU gone: %+v, the partner was told: %v", r, over)
	}
}

func visitOf(cpu int) visit { return visit{a: cpu, b: -1, samples: sharp} }

// Every change is answered, by either method, here on any threads.
func TestASampleIsAnsweredToItsEnd(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("needs two CPUs: on one, each turn waits for the scheduler")
	}
	for _, m := range Methods() {
		c := newCourt()
		done := make(chan bool)
		go func() {
			c.meet()
			whole := true
			for sample := range 3 {
				whole = c.answer(Method(m), sample, uint64(sample)*tripsASample) && whole
			}
			done <- whole
		}()
		if !c.meet() {
			t.Fatal("the partner did not come")
		}
		for sample := range 3 {
			if !c.serve(Method(m), sample, uint64(sample)*tripsASample) {
				t.Errorf("%s: sample %d was called off", m, sample)
			}
		}
		if !<-done {
			t.Errorf("%s: an answer was called off", m)
		}
		if m == string(Store) && atomic.LoadUint64(c.pong[2]) != 3*tripsASample {
			t.Errorf("the last number that came back is %d", *c.pong[2])
		}
	}
}

func TestASampleThatIsCalledOffEnds(t *testing.T) {
	for _, m := range Methods() {
		c := newCourt()
		c.over.Store(true)
		if c.serve(Method(m), 0, 0) || c.answer(Method(m), 1, 0) || c.meet() {
			t.Errorf("%s: a sample without a partner came to its end", m)
		}
	}
}

func TestNoTwoWordsAreOnNeighbouringLines(t *testing.T) {
	c := newCourt()
	words := []uintptr{uintptr(unsafe.Pointer(c.ready)), uintptr(unsafe.Pointer(c.over))}
	for i := range spots {
		words = append(words, uintptr(unsafe.Pointer(c.ping[i])), uintptr(unsafe.Pointer(c.pong[i])))
	}
	slices.Sort(words)
	for i, at := range words[1:] {
		if at-words[i] < slotBytes {
			t.Errorf("words at %#x and %#x are %d bytes apart", words[i], at, at-words[i])
		}
	}
}

package profile

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Counters that every kernel has, in place of a processor's.
var (
	taskClock = counting{name: "task-clock", counts: "nanoseconds at work", kind: 1, config: 1}
	nobodys   = counting{name: "nobody's", counts: "nothing", kind: math.MaxUint32}
)

func TestACounterThatIsRefusedIsNamed(t *testing.T) {
	list, why := openable([]counting{taskClock})
	if why != "" {
		t.Skip(why)
	}
	if len(list) != 1 || list[0] != taskClock {
		t.Errorf("of a counter that opens, %v are left", list)
	}
	list, why = openable([]counting{nobodys, taskClock})
	if len(list) != 1 || list[0] != taskClock || !strings.Contains(why, "The counter nobody's is absent") || !strings.HasSuffix(why, ").") {
		t.Errorf("%v are left, and %q", list, why)
	}
}

// watch runs one window whose workers are watched as told.
func watch(t *testing.T, counters ...counting) (*sampled, probes.Reading) {
	t.Helper()
	root, m := os.DirFS("/"), topology.Read()
	cpus, err := m.Choose(2)
	if err != nil {
		t.Skip(err)
	}
	how, err := choose(root, Rate)
	if err != nil {
		t.Skip(err)
	}
	var load *sampled
	source := windows.Source{Machine: m, Build: func(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
		load, err = build(m, s, burst, method{sampling: how, symbols: &table{}, counters: counters})
		return load, err
	}}
	session, err := source.Open(t.Context(), probes.Plan{Arms: scenarios(cpus)[:1], Budget: probes.Budget{Window: window}})
	if errors.As(err, new(*probes.Unable)) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	r, err := session.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return load, r
}

// Both workers' counts come with the window in which they were counted.
func TestAWindowBringsWhatItsWorkersCounted(t *testing.T) {
	load, r := watch(t, taskClock)
	if err := load.failed(); err != nil {
		t.Fatal(err)
	}
	counted := load.tallied.counted
	if len(counted) != 1 || !(counted[0] > 0) {
		t.Fatalf("%v counted in a window of %v", counted, r.Elapsed)
	}
}

// once is a session of one reading.
type once struct {
	probes.Session
	reading probes.Reading
}

func (o once) Next(context.Context) (probes.Reading, error) { return o.reading, nil }

// A worker that cannot be watched still does its work, and the session hears why.
func TestAWorkerThatCannotBeWatchedSaysSo(t *testing.T) {
	load, r := watch(t, taskClock, nobodys)
	if !errors.As(load.failed(), new(*probes.Unable)) {
		t.Errorf("it says %v", load.failed())
	}
	if load.threads != [2]*thread{} {
		t.Errorf("%v are still open", load.threads)
	}
	if r.Elapsed <= 0 || load.tallied.counts.total() != 0 {
		t.Errorf("a window of %v with %v", r.Elapsed, load.tallied.counts)
	}
	s := &Session{inner: once{reading: r}, take: func(int) (*seen, error) { return load.tallied, load.failed() }}
	if err := s.Next(t.Context()); !errors.As(err, new(*probes.Unable)) || s.Pairs() != 0 {
		t.Errorf("the session goes on with %d pairs, %v", s.Pairs(), err)
	}
}

// Counts are told for each message, and a window that missed a worker or a
// counter that could not be read brings none.
func TestCountsAreOfEachMessage(t *testing.T) {
	r := probes.Reading{Elapsed: 2 * time.Second, CPUs: []probes.CPUWork{{Role: probes.Sender, Messages: 500, Elapsed: 2 * time.Second}, {Role: probes.Receiver, Messages: 500, Elapsed: 2 * time.Second}}}
	s := &Session{}
	s.count(r, &seen{counted: []float64{1000, math.NaN()}})
	s.count(r, nil)
	s.count(probes.Reading{Arm: On, Elapsed: time.Second}, &seen{counted: []float64{7, 7}})
	if len(s.counts) != 2 || len(s.counts[0][Off]) != 1 || s.counts[0][Off][0] != 2 || len(s.counts[1][Off]) != 0 || len(s.counts[0][On]) != 0 {
		t.Errorf("kept are %v, want 2 a message of the first counter alone", s.counts)
	}
}

package kernel

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
)

// waiting is a room whose measurements end only when they are stopped, and what
// tells that one has begun and that one has cleaned up.
func waiting(t *testing.T) (m *Model, begun, cleaned chan struct{}) {
	t.Helper()
	begun, cleaned = make(chan struct{}), make(chan struct{}, 1)
	o := made()
	o.Measure[hackbench] = func(ctx context.Context, _ func(float64)) (Measured, error) {
		close(begun)
		<-ctx.Done()
		cleaned <- struct{}{}
		return Measured{}, ctx.Err()
	}
	return open(t, o, 120, 40), begun, cleaned
}

// inBackground runs a command as Bubble Tea does.
func inBackground(cmd tea.Cmd) <-chan tea.Msg {
	came := make(chan tea.Msg, 1)
	go func() { came <- cmd() }()
	return came
}

func TestLeavingStopsWhatRuns(t *testing.T) {
	for name, stop := range map[string]func(*Model){"leaving": (*Model).Hide, "esc": func(m *Model) { press(m, "esc") }} {
		m, begun, _ := waiting(t)
		came := inBackground(m.Update(keyOf("h")))
		<-begun
		if !m.Moving() {
			t.Errorf("%s: while it measures it does not move", name)
		}
		stop(m)
		m.Update(<-came)
		if m.Moving() || m.done[hackbench].measured != nil {
			t.Errorf("%s does not stop it: %+v", name, m.done)
		}
		if !strings.Contains(m.text(), "press h") {
			t.Errorf("%s: it cannot be begun again:\n%s", name, m.text())
		}
	}
}

// Close returns when what ran has cleaned up, and at once where the command
// never began.
func TestCloseWaits(t *testing.T) {
	m, begun, cleaned := waiting(t)
	inBackground(m.Update(keyOf("h")))
	<-begun
	m.Close()
	select {
	case <-cleaned:
	default:
		t.Error("Close returned before the measurement had cleaned up")
	}
	m, _, _ = waiting(t)
	cmd := m.Update(keyOf("h"))
	m.Close()
	if e := cmd().(ended); e.err == nil {
		t.Error("a command that comes too late measures")
	}
}

// Two measurements at once would disturb each other, and so would the model.
func TestOneAtATime(t *testing.T) {
	m := New(made())
	m.SetSize(120, 40)
	m.shown, m.todo = true, []int{2, 16}
	prediction := m.predict()
	if prediction == nil {
		t.Fatal("nothing is predicted")
	}
	cmd := m.Update(keyOf("h"))
	if got := prediction().(foretold); got.err == nil {
		t.Error("the prediction goes on while it measures")
	} else if m.Update(got) != nil || len(m.todo) != 2 {
		t.Errorf("a stopped prediction is not kept for later: %v", m.todo)
	}
	if m.Update(keyOf("p")) != nil || !strings.Contains(m.note, "Esc stops it") {
		t.Errorf("a second one begins: %q", m.note)
	}
	settle(m, func() tea.Msg { return cmd() })
	if len(m.predicted) != 2 || m.done[hackbench].measured == nil {
		t.Errorf("after it %v are predicted, and %+v measured", m.predicted, m.done)
	}
}

// Nothing but the table runs by itself.
func TestOnlyTheTableRunsByItself(t *testing.T) {
	o := made()
	for name := range o.Measure {
		o.Measure[name] = func(context.Context, func(float64)) (Measured, error) {
			t.Errorf("%s runs by itself", name)
			return Measured{}, nil
		}
	}
	o.Profile = nil
	m := open(t, o, 120, 40)
	if len(m.rows) == 0 || m.Moving() {
		t.Errorf("it shows %d rows; moves: %v", len(m.rows), m.Moving())
	}
}

func TestProgress(t *testing.T) {
	m := open(t, made(), 120, 40)
	underWay(m, "h", 0.4)
	if !strings.Contains(m.text(), "40 %, 6 s left") {
		t.Errorf("after 4 s of 40 %% it shows\n%s", m.text())
	}
}

// Every published figure that a card shows is there.
func TestPublishedFigures(t *testing.T) {
	for name, want := range map[string][2]string{
		hackbench: {"9.102 → 4.228 s", "2.15×"}, seqpacket: {"13.617 binary M/s", "no ratio"}, semaphores: {"5.05 → 8.88 M/s", "1.76×"},
	} {
		i := slices.IndexFunc(cards, func(c card) bool { return c.name == name })
		if got := [2]string{cards[i].figures, cards[i].ratio}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	var sum float64
	for _, s := range profile2011[:7] { // all that touch pid, and the functions around
		sum += s.Percent
	}
	if sum < 47.13 || sum > 47.15 || len(profile2011) != 12 {
		t.Errorf("the first seven of %d symbols come to %.2f, want 47.14 of 12", len(profile2011), sum)
	}
}

// This machine stands on the ladder wherever its number of CPUs falls.
func TestRungs(t *testing.T) {
	for cpus, want := range map[int][]int{0: {2, 4, 8, 16, 32}, 1: {1, 2, 4, 8, 16, 32}, 2: {2, 4, 8, 16, 32}, 12: {2, 4, 8, 12, 16, 32}, 64: {2, 4, 8, 16, 32, 64}, 128: {2, 4, 8, 16, 32}} {
		m := New(made())
		m.here.CPUs = cpus
		if got := m.rungs(); !slices.Equal(got, want) {
			t.Errorf("with %d CPUs the rungs are %v, want %v", cpus, got, want)
		}
	}
}

// steps is a source of pairs in which B does half as much again as A.
type steps struct{ pairs, closed int }

func (s *steps) Open(context.Context, probes.Plan) (probes.Session, error) {
	return &stepping{steps: s}, nil
}

type stepping struct {
	*steps
	n int
}

func (s *stepping) Next(ctx context.Context) (probes.Reading, error) {
	if s.n == 2*s.pairs {
		return probes.Reading{}, io.EOF
	}
	arm, pair := s.n%2, s.n/2
	s.n++
	done := []int64{1000, 1500}[arm]
	return probes.Reading{Unit: probes.Run, Arm: arm, Pair: pair, Elapsed: time.Second,
		CPUs: []probes.CPUWork{{CPU: probes.AnyCPU, Role: probes.Receiver, Messages: done, Elapsed: time.Second}}}, ctx.Err()
}

func (s *stepping) Replace(int, probes.Scenario) error { return nil }
func (s *stepping) Close() error                       { s.closed++; return nil }

func TestCompare(t *testing.T) {
	source := &steps{pairs: 10}
	d, err := compare(t.Context(), source, probes.Plan{Progress: func(float64) {}})
	if err != nil || d.Ratio.Median != 1.5 || d.Pairs != 10 || !d.Unpinned || len(d.B) != 10 || source.closed != 1 {
		t.Errorf("it comes to %+v, %v, closed %d times", d, err, source.closed)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := compare(ctx, source, probes.Plan{Progress: func(float64) {}}); err == nil || source.closed != 2 {
		t.Errorf("stopped it gives %v and was closed %d times", err, source.closed)
	}
}

// The test of 2015: 892 thousand messages of 16 bytes are 13.61 binary M/s.
func TestFive(t *testing.T) {
	d := Measured{B: []float64{892_000, 900_000, 884_000, 892_000}}
	if got, want := d.five(16), "avg 13.61, median 13.61, max 13.73, min 13.49, deviation 0.10"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

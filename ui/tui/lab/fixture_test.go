package lab

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
)

// start is when every test's clock begins.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func machine(cpus int) topology.Machine {
	m := topology.Machine{
		Model: "AMD EPYC 9B45", LineBytes: 64, LineSource: topology.FromSysfs, CacheLevel: 3, CanPin: true, Online: cpus,
	}
	for i := range cpus {
		m.CPUs = append(m.CPUs, topology.CPU{Number: i, Core: i})
	}
	return m
}

// newLab makes a Lab on a fixed machine, sized, coloured and with its clock
// started, but with no readings and no pump.
func newLab(t testing.TB, o Options, width, height int) *Model {
	t.Helper()
	if len(o.Machine.CPUs) == 0 {
		o.Machine = machine(2)
	}
	if o.Experiments == nil {
		o.Experiments = catalog.Lab()
	}
	m := New(o)
	m.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	m.SetSize(width, height)
	m.Update(Frame(start))
	return m
}

// press sends keys as a terminal would.
func press(m *Model, keys ...string) {
	for _, k := range keys {
		m.Update(keyOf(k))
	}
}

func keyOf(k string) tea.KeyPressMsg {
	switch k {
	case "tab":
		return tea.KeyPressMsg{Code: tea.KeyTab}
	case "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case "left":
		return tea.KeyPressMsg{Code: tea.KeyLeft}
	case "right":
		return tea.KeyPressMsg{Code: tea.KeyRight}
	case "pgup":
		return tea.KeyPressMsg{Code: tea.KeyPgUp}
	case "pgdown":
		return tea.KeyPressMsg{Code: tea.KeyPgDown}
	case "home":
		return tea.KeyPressMsg{Code: tea.KeyHome}
	case "end":
		return tea.KeyPressMsg{Code: tea.KeyEnd}
	}
	return tea.KeyPressMsg{Code: rune(k[0]), Text: k}
}

func interval(median, low, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: probes.Confidence, Samples: 120}
}

func about(x float64) probes.Interval { return interval(x, 0.98*x, 1.02*x) }

// feed gives the Lab a snapshot of the chosen experiment as if its arms had
// run: each arm at the rates given, with a burst of alternating stays where
// its line is shared.
func feed(m *Model, ratio probes.Interval, rates ...float64) {
	s := m.experiment().snapshot(ratio, rates...)
	s.At = m.now
	m.Update(s)
}

func (e *experiment) snapshot(ratio probes.Interval, rates ...float64) live.Snapshot {
	s := live.Snapshot{
		Experiment: e.Name, Origin: probes.Measured, Ratio: ratio, Pairs: 120, At: start,
		Figures: &lessons.Figures{Origin: probes.Measured, Ratio: ratio},
	}
	for i, scenario := range e.plan() {
		rate := rates[min(i, len(rates)-1)]
		arm := live.Arm{Scenario: scenario, Quantity: e.Quantity, Rate: about(rate), Recent: rate, Windows: 120}
		cpus := scenario.CPUs.Numbers()
		for w, cpu := range cpus {
			each := rate
			if e.Quantity == probes.OpsPerSecond {
				each /= float64(len(cpus))
			}
			arm.Workers = append(arm.Workers, live.Worker{CPU: cpu, Role: roleOf(e, scenario, w), Rate: each, Pinned: true})
		}
		if i < 2 && e.still(scenario) == nil {
			arm.Burst, arm.Lines = burstOf(e, scenario)
		}
		s.Arms = append(s.Arms, arm)
	}
	return s
}

func roleOf(e *experiment, s probes.Scenario, worker int) probes.Role {
	switch {
	case worker >= s.Writers+s.Readers:
		return probes.Observer
	case e.Quantity == probes.MessagesPerSecond && worker == 0:
		return probes.Sender
	case e.Quantity == probes.MessagesPerSecond:
		return probes.Receiver
	case worker >= s.Writers:
		return probes.Reader
	}
	return probes.Adder
}

// burstOf makes strips for the lines that an arm counts on: one long stay where
// a line has one CPU, else stays of 3 to 17 operations in turn.
func burstOf(e *experiment, s probes.Scenario) (*probes.Burst, []live.Line) {
	burst := &probes.Burst{Method: probes.ByValue}
	var lines []live.Line
	cpus := s.CPUs.Numbers()
	apart := s.Counter == probes.CounterEach && s.Line == probes.LinePadded
	n := 0
	for _, line := range e.maps(s, 64) {
		if line.track < 0 {
			continue
		}
		if n > line.track {
			continue // a further line of the same strip
		}
		name := map[string]string{"rwlock": "lock", "spinlock": "lock"}[e.Name]
		switch {
		case s.Path != "":
			name = []string{"pid", "cred"}[min(n, 1)]
		case name == "":
			name = "count"
		}
		if apart && s.Path == "" {
			name += fmt.Sprint(" ", n)
		}
		strip := probes.Strip{Line: name, PerCPU: map[int]int64{}}
		use := live.Line{Name: name, Rate: 40e6, StayMedian: 14, StayMean: 17, Handoffs: 3.1e6}
		if apart {
			strip.Stays = []probes.Stay{{CPU: cpus[n%len(cpus)], Ops: 200}}
			use.Handoffs, use.StayMedian, use.StayMean = 0, 1e6, 1e6
		} else {
			for i := range 40 {
				strip.Stays = append(strip.Stays, probes.Stay{CPU: cpus[i%len(cpus)], Ops: int64(3 + 7*i%15)})
			}
		}
		for _, stay := range strip.Stays {
			strip.PerCPU[stay.CPU] += stay.Ops
		}
		n++
		burst.Strips, lines = append(burst.Strips, strip), append(lines, use)
	}
	return burst, lines
}

// run lets the Lab's clock pass in frames.
func run(m *Model, d time.Duration) {
	for end := m.now.Add(d); m.now.Before(end); {
		m.Update(Frame(m.now.Add(50 * time.Millisecond)))
	}
}

// counting is a Lab that shows counters with the result everybody expects.
func counting(t testing.TB, o Options, width, height int) *Model {
	t.Helper()
	m := newLab(t, o, width, height)
	for name, s := range map[string]struct {
		ratio float64
		rates []float64
	}{
		"messages": {3.8, []float64{1.2e6, 4.6e6}}, "sockets": {1.03, []float64{0.35e6, 0.36e6}}, "rwlock": {2.9, []float64{26e6, 75e6, 26e6}},
		"spinlock": {2.0, []float64{13e6, 25e6, 12e6, 11e6}}, "ring": {3.6, []float64{195e6, 711e6, 345e6, 279e6}},
	} {
		for _, e := range m.list {
			if e.Name == name {
				m.Update(e.snapshot(about(s.ratio), s.rates...))
			}
		}
	}
	for range 40 {
		feed(m, interval(3.87, 3.71, 4.02), 84e6, 328e6, 84.2e6, 84.6e6, 84e6)
		run(m, 250*time.Millisecond)
	}
	return m
}

// taped is a Lab that plays a recording, four times as fast, in which B changed
// twice.
func taped(t testing.TB, o Options, width, height int) *Model {
	t.Helper()
	o.Recorded, o.RecordedOn = true, "2026-02-28"
	if o.Why == "" {
		o.Why = "this is the recording class.jsonl"
	}
	m := counting(t, o, width, height)
	press(m, ">", ">")
	for at := 8 * time.Second; at <= 42*time.Second; at += 200 * time.Millisecond {
		feedTape(m, at)
	}
	run(m, 3*time.Second)
	return m
}

// feedTape gives the Lab a snapshot of a recording of 64 s that is at this time.
func feedTape(m *Model, at time.Duration) {
	s := m.experiment().snapshot(interval(3.87, 3.71, 4.02), 84e6, 328e6, 84.2e6, 84.6e6, 84e6)
	s.Origin, s.At, s.Position, s.Length = probes.Recorded, m.now, at, 64*time.Second
	s.Changes = []time.Duration{24 * time.Second, 25700 * time.Millisecond}
	pace := live.Pace{At: at, Rates: [2]float64{84e6, 328e6}}
	if at > s.Changes[0] && at < s.Changes[1] {
		pace.Rates[1] = 83e6
	}
	s.Paces, s.Jumps = []live.Pace{pace}, m.experiment().shown.Jumps
	m.Update(s)
}

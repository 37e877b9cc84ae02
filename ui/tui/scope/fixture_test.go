package scope

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
	"linebounce/ui/tui/theme"
)

// machineOf is a machine of so many CPUs, two threads a core, four cores a cache.
func machineOf(n int) topology.Machine {
	m := topology.Machine{Model: "AMD EPYC 9B45", LineBytes: 64, LineSource: topology.FromSysfs, CanPin: true, Online: n, CacheLevel: 3}
	for i := range n {
		m.CPUs = append(m.CPUs, topology.CPU{Number: i, Core: i / 2, L3: i / 8, Node: i / 16, Package: i / 16})
	}
	if n <= 2 {
		m.CPUs[n-1].Core = n - 1
	}
	return m
}

// builder puts a burst together, stay by stay.
type builder struct {
	c  bursts.Capture
	at int64 // ns
}

// perOp is how long an operation takes in a burst that was made up.
const perOp = 6

func (b *builder) stay(cpu int, ops int64) {
	l := &b.c.Lines[0]
	l.Stays = append(l.Stays, bursts.Stay{CPU: cpu, First: l.Ops, Ops: ops, Begin: b.at, End: b.at + perOp*ops + 40})
	l.Ops += ops
	b.at += perOp*ops + 40
	if len(l.Stays)%30 == 0 {
		l.Marks = append(l.Marks, bursts.Mark{Ops: l.Ops, At: b.at})
	}
}

// gap lets a CPU be away while another goes on.
func (b *builder) gap(away, other int, ops int64, cause bursts.Cause) {
	begin := b.at
	b.stay(other, ops)
	b.c.Gaps = append(b.c.Gaps, bursts.Gap{CPU: away, Begin: begin, End: b.at, Cause: cause, Others: ops, Missed: ops / 2})
}

// done returns the burst with all that follows from its stays.
func (b *builder) done() bursts.Capture {
	c, l := b.c, &b.c.Lines[0]
	counts := map[[2]int]int64{}
	for i, s := range l.Stays {
		for j := range c.CPUs {
			if c.CPUs[j].CPU == s.CPU {
				c.CPUs[j].Ops += s.Ops
			}
		}
		if i > 0 {
			counts[[2]int{l.Stays[i-1].CPU, s.CPU}]++
		}
	}
	for _, from := range c.CPUs {
		for _, to := range c.CPUs {
			if n := counts[[2]int{from.CPU, to.CPU}]; n > 0 {
				c.Handoffs = append(c.Handoffs, probes.Handoff{From: from.CPU, To: to.CPU, Count: n})
			}
		}
	}
	n := int64(len(l.Stays) - 1)
	c.HandoffsExact, c.Length = &n, b.at
	return c
}

// begun is a burst of so many CPUs on one line without stays.
func begun(s probes.Scenario, cpus int) *builder {
	b := &builder{c: bursts.Capture{
		Origin: probes.Measured, Machine: machineOf(cpus), Method: probes.ByValue, Resolution: 1_280,
		Clock: ticks.Clock{Name: "TSC", Invariant: true, PerNanosecond: 2.1, Checked: true}, Lines: []bursts.Line{{Name: "count", Marks: []bursts.Mark{{}}}},
	}}
	var numbers []int
	for i := range cpus {
		numbers = append(numbers, i)
		b.c.CPUs = append(b.c.CPUs, bursts.CPU{CPU: i, Role: probes.Adder, Pinned: true})
	}
	s.CPUs = probes.NewCPUList(numbers...)
	b.c.Scenario = s
	return b
}

// bounced is a burst in which a line bounces between CPUs, with two gaps.
func bounced(s probes.Scenario, cpus, stays int) bursts.Capture {
	b := begun(s, cpus)
	for i := range stays {
		switch i {
		case stays / 3:
			b.gap(1, 0, 3_000, bursts.Host)
		case stays / 2:
			b.gap(0, 1, 1_700, bursts.Task)
		default:
			b.stay(i%cpus, int64(2+(i*i+i/7)%5))
		}
	}
	return b.done()
}

// apart is a burst in which each CPU has a line of its own.
func apart(s probes.Scenario) bursts.Capture {
	b := begun(s, 2)
	b.c.Lines = nil
	for i := range b.c.CPUs {
		b.c.CPUs[i].Line, b.c.CPUs[i].Ops = i, 40_000
		b.c.Lines = append(b.c.Lines, bursts.Line{Name: fmt.Sprint("count ", i), Ops: 40_000, Stays: []bursts.Stay{{CPU: i, Ops: 40_000, End: 260_000}}, Marks: []bursts.Mark{{}, {Ops: 40_000, At: 260_000}}})
	}
	zero := int64(0)
	b.c.HandoffsExact, b.c.Length = &zero, 260_000
	return b.c
}

// mapOf is a map of a machine's CPUs, all of it or only the first pairs.
func mapOf(m topology.Machine, method latency.Method, known int) latency.Map {
	found := latency.Map{Method: method, CPUs: m.Allowed(), Complete: true}
	for i, a := range found.CPUs {
		for _, b := range found.CPUs[i+1:] {
			p := latency.Pair{A: a, B: b, Label: latency.Label(m, a, b), Pinned: true}
			if len(found.Pairs) < known {
				p.Median = map[topology.Nearness]float64{topology.Siblings: 9.5, topology.OneL3: 24, topology.OtherL3: 107.4, topology.OtherSocket: 197.2}[m.Nearness(a, b)]
				p.Min, p.P10, p.P90, p.P99 = p.Median-2, p.Median-1, p.Median+3, p.Median+40
				p.Low, p.High, p.Samples = p.Median-0.4, p.Median+0.5, 384
			}
			found.Pairs = append(found.Pairs, p)
		}
	}
	if len(found.Pairs) > 3 {
		found.Pairs[1].Pinned = false
		found.Pairs[2].High = math.Inf(1)
	}
	return found
}

// made are options whose bursts are made up, and take no time.
func made(cpus int) Options {
	m := machineOf(cpus)
	return Options{
		Machine: func() topology.Machine { return m },
		Capture: func(ctx context.Context, s probes.Scenario, _ bursts.Options) (bursts.Capture, error) {
			if s.Counter == probes.CounterEach && s.Line == probes.LinePadded {
				return apart(s), ctx.Err()
			}
			return bounced(s, s.Workers(), 3_000), ctx.Err()
		},
		Simulate: func(ctx context.Context, s probes.Scenario) (Simulated, error) {
			strip := probes.Strip{Line: "count"}
			for i := range 500 {
				strip.Stays = append(strip.Stays, probes.Stay{CPU: i % s.Workers(), Ops: 3})
			}
			return Simulated{Machine: "2011", Strips: []probes.Strip{strip}, Stays: []probes.StayStats{{Logged: 500, P10: 3, Median: 3, P90: 3}}}, ctx.Err()
		},
		Map: func(ctx context.Context, method latency.Method, _ func(latency.Map, latency.Progress)) (latency.Map, error) {
			return mapOf(m, method, cpus*cpus), ctx.Err()
		},
	}
}

// taped are options of a recording with so many bursts, some seconds apart, and a
// map by one method.
func taped(cpus, n int) Options {
	o := made(cpus)
	m := machineOf(cpus)
	o.Machine = func() topology.Machine { panic("the machine under a recording was read") }
	o.Capture = func(context.Context, probes.Scenario, bursts.Options) (bursts.Capture, error) {
		panic("a burst was captured for a recording")
	}
	o.Map = nil
	s := one
	s.Writers = cpus
	o.Recorded = &Tape{On: "2026-11-30", Machine: m, Bursts: n, Maps: []latency.Map{mapOf(m, latency.CAS, 1), mapOf(m, latency.CAS, cpus*cpus)},
		Burst: func(i int) (bursts.Capture, error) { return bounced(s, cpus, 2_000+100*i), nil },
		At:    func(i int) time.Duration { return time.Duration(3+i*i) * time.Second },
	}
	return o
}

// refused are options of a machine on which nothing can be captured.
func refused() Options {
	o := made(1)
	unable := &probes.Unable{What: "a line cannot bounce here", Why: "this process may use one CPU only, CPU 0", Advice: "Allow it two, or look at the simulator."}
	o.Capture = func(context.Context, probes.Scenario, bursts.Options) (bursts.Capture, error) {
		return bursts.Capture{}, unable
	}
	o.Map = func(context.Context, latency.Method, func(latency.Map, latency.Progress)) (latency.Map, error) {
		return latency.Map{}, unable
	}
	o.Simulate = func(context.Context, probes.Scenario) (Simulated, error) { return Simulated{}, errors.New("no model") }
	return o
}

// open makes the room, shows it and presses keys, with what they begin.
func open(t testing.TB, o Options, width, height int, keys ...string) *Model {
	t.Helper()
	m := New(o)
	m.later = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil } // a test lets time pass by itself
	m.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	m.SetSize(width, height)
	settle(m, m.Show())
	press(m, keys...)
	return m
}

func press(m *Model, keys ...string) {
	for _, k := range keys {
		settle(m, m.Update(keyOf(k)))
	}
}

// settle runs commands until none is left.
func settle(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		settle(m, m.Update(msg))
	}
}

var names = map[string]rune{
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"home": tea.KeyHome, "end": tea.KeyEnd, "esc": tea.KeyEscape, "tab": tea.KeyTab,
}

func keyOf(k string) tea.KeyPressMsg {
	if code, named := names[k]; named {
		return tea.KeyPressMsg{Code: code}
	}
	if k == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: rune(k[0]), Text: k}
}

func (m *Model) text() string { return ansi.Strip(m.View()) }

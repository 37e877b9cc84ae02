package tui

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/live"
)

// tapped is a source whose readings of the padded arm are added up, those set
// aside too.
type tapped struct {
	probes.Source
	sum *work
}

type work struct {
	ops     float64
	seconds float64
}

func (t tapped) Open(ctx context.Context, p probes.Plan) (probes.Session, error) {
	s, err := t.Source.Open(ctx, p)
	return tap{s, t.sum}, err
}

type tap struct {
	probes.Session
	sum *work
}

func (t tap) Next(ctx context.Context) (probes.Reading, error) {
	r, err := t.Session.Next(ctx)
	if err == nil && r.Arm == 1 && r.Unit == probes.Window {
		t.sum.ops += r.Rate() * r.Elapsed.Seconds()
		t.sum.seconds += r.Elapsed.Seconds()
	}
	return r, err
}

// BenchmarkScreen is the throughput of padded counters on both CPUs with the
// Lab drawing them against without, alternating, all windows counted. One
// iteration is a second of each: go test -bench Screen -benchtime 15x ./ui/tui
func BenchmarkScreen(b *testing.B) {
	m := topology.Read()
	if _, err := m.Choose(2); err != nil {
		b.Skip(err)
	}
	var ratios []float64
	for range b.N {
		off := without(b, m)
		on := with(b, m)
		again := without(b, m)
		ratios = append(ratios, 2*on/(off+again))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "on/off")
}

// shows returns the Lab on this machine and what its pump is to run, the
// counters tapped.
func shows(m topology.Machine, sum *work) (*root, []live.Show) {
	r, list := build(Options{Machine: m, Experiment: "counters"}, os.Environ(), func(any) {})
	for i := range list {
		if list[i].Name == "counters" {
			list[i].Source = tapped{list[i].Source, sum}
		}
	}
	return r, list
}

func without(b *testing.B, m topology.Machine) float64 {
	b.Helper()
	var sum work
	_, list := shows(m, &sum)
	plan := probes.Plan{Experiment: list[0].Name, Arms: list[0].Arms, Burst: list[0].Burst}
	session, err := list[0].Source.Open(b.Context(), plan)
	if err != nil {
		b.Fatal(err)
	}
	defer session.Close()
	for began := time.Now(); time.Since(began) < time.Second; {
		if _, err := session.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	return sum.ops / sum.seconds
}

func with(b *testing.B, m topology.Machine) float64 {
	b.Helper()
	var sum work
	r, list := shows(m, &sum)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	out := newOutput(null, nil)
	program := tea.NewProgram(r, tea.WithInput(nil), tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithFPS(flushes), tea.WithWindowSize(120, 40))
	r.handle(tea.WindowSizeMsg{Width: 120, Height: 40})
	send := func(msg any) { program.Send(msg) }
	var rest func(context.Context)
	if r.paced = crowded(m, list); r.paced {
		rest = picture{send, out.wrote}.draw
	}
	r.pump = live.Start(b.Context(), live.Options{Shows: list, Chosen: catalog.Names()[0], Rest: rest, Deliver: send})
	r.lab.Attach(r.pump)
	time.AfterFunc(1500*time.Millisecond, program.Quit)
	if _, err := program.Run(); err != nil {
		b.Fatal(err)
	}
	if err := r.pump.Close(); err != nil {
		b.Fatal(err)
	}
	return sum.ops / sum.seconds
}

package lessons

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/theme"
)

// files are a small course with a step of every kind.
var files = map[string]string{
	"01-first.md": `---
id: first
title: Two neighbours
minutes: 5
needs: two-cpus
refutes: coherence is per variable
---

## Side by side

Each CPU has a counter *of its own*. In A they are ` + "`8 bytes`" + ` apart.

- one
- two

` + "```lab\nexperiment: counters\nA: counter=each line=shared\nB: counter=each line=padded\n```\n\n```choose\nWhat does the distance do?\n- Nothing at all. | coherence is per variable\n* Both become faster.\n```\n\n```claims\nB/A ops_per_s > 2\n```" + `

### Hint

What travels: a variable, or a line?

### Explanation

A line travels as a whole.

### Notes

- Point at the strips.

## How much

` + "```lab\nexperiment: counters\nA: counter=each line=shared\nB: counter=each line=padded\n```\n\n```number\nHow many times as fast?\n= B/A ops_per_s\n```" + `

### Explanation

That is what it costs.

## In which order

` + "```order\nWhat comes first?\n1. It misses.\n2. It asks.\n3. It writes.\n```" + `

### Explanation

First it misses.
`,
	"02-model.md": `---
id: model
title: Sixteen CPUs
minutes: 6
needs: linux
after: first
---

## On the model

` + "```simulator\nexperiment: hackbench\nA: passcred=receiver\nB: passcred=off\ncpus: 16\n```\n\n```choose\nHow much?\n* A lot.\n- A little. | a slowdown is a property of the code\n```\n\n```claims\nB/A messages_per_s > 2\n```" + `

### Explanation

Queues.

## In the kernel

` + "```kernel\nexperiment: credentials\n```\n\n```claims\ndiffering < 1 on measured\n```" + `

### Explanation

All as expected.
`,
	"03-test.md": `---
id: test
title: Ten questions
kind: test
minutes: 4
---

## One

` + "```choose\nTwo CPUs on one counter?\n* Slower.\n- Faster. | CPUs add up\n```" + `

## Two

` + "```choose\nNeighbours?\n- No matter. | coherence is per variable\n* Slow.\n```" + `
`,
	"04-page.md": `---
id: beliefs
title: Misconceptions
kind: page
minutes: 3
---

## Caches are stale

They are not.

| belief | truth |
|---|---|
| caches are stale | coherent |
| volatile helps | it does not |
`,
}

func course(t testing.TB) lessons.Course {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c := lessons.Load(folder)
	for _, f := range c.Faults {
		t.Fatal(f)
	}
	return c
}

func machine(cpus int) topology.Machine {
	m := topology.Machine{Model: "AMD EPYC 9B45", OS: "linux", LineBytes: 64, LineSource: topology.FromSysfs, CanPin: true, Online: cpus}
	for n := range cpus {
		m.CPUs = append(m.CPUs, topology.CPU{Number: n, Core: n})
	}
	return m
}

func interval(median, low, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: probes.Confidence, Samples: 41}
}

func exactly(x float64) probes.Interval {
	return probes.Interval{Median: x, Low: math.Inf(-1), High: math.Inf(1), Samples: 1}
}

// figures are what two arms came to, made up.
func figures(origin probes.Origin, q probes.Quantity, a, b float64, ratio probes.Interval) *lessons.Figures {
	f := &lessons.Figures{Origin: origin, Quantity: q, Ratio: ratio, Latency: math.NaN(), Roles: map[probes.Role]probes.Interval{}}
	for _, rate := range []float64{a, b} {
		arm := lessons.ArmFigures{OpsPerStay: math.NaN(), LostShare: math.NaN()}
		if q == probes.OpsPerSecond {
			arm.Ops = exactly(rate)
		} else {
			arm.Messages = exactly(rate)
		}
		f.Arms = append(f.Arms, arm)
	}
	return f
}

// made are options whose runs take no time.
func made(t testing.TB) Options {
	experiments := catalog.Lab()
	all := course(t)
	return Options{
		Course:   func() lessons.Course { return all },
		Progress: func() (*progress.Book, string) { return progress.Open("") },
		Machine:  func() topology.Machine { return machine(2) },
		Measure: func(ctx context.Context, s lessons.Step, _ topology.Machine) (*lessons.Figures, error) {
			if s.Stage.Experiment == lessons.Credentials {
				return &lessons.Figures{Origin: probes.Measured, Latency: math.NaN(), Asked: true}, ctx.Err()
			}
			return figures(probes.Measured, probes.OpsPerSecond, 84e6, 328e6, interval(3.9, 3.7, 4.1)), ctx.Err()
		},
		Model: func(ctx context.Context, s lessons.Step, _ topology.Machine) (*lessons.Figures, error) {
			if s.Stage.Experiment == lessons.Credentials {
				return nil, &probes.Unable{What: "the model cannot say who receives which credentials", Why: "it models what references cost"}
			}
			f := figures(probes.Simulated, probes.MessagesPerSecond, 1e6, 2.1e6, exactly(2.1))
			f.Notes = []string{"The model's machine: 2011."}
			return f, ctx.Err()
		},
		Lab:       lab.New(lab.Options{Machine: machine(2), Experiments: experiments}),
		Simulator: simulator.New(simulator.Options{ReduceMotion: true}),
		Kernel: kernel.New(kernel.Options{
			Here:        func() kernel.Machine { return kernel.Machine{Kernel: "Linux 6.18.44", CPUs: 2} },
			Credentials: func(context.Context) ([]credentials.Row, error) { return nil, nil },
			Profile:     func(context.Context, func(float64)) (profile.Result, error) { return profile.Result{}, nil },
			Profilable:  func() error { return nil },
			Predict:     func(context.Context, int) (simulated.Row, error) { return simulated.Row{Ratio: 2}, nil },
		}),
	}
}

// tester is the room on a screen, its clock stopped.
type tester struct {
	*Model
	t    testing.TB
	at   time.Time
	told []tea.Msg // for the program, such as what is copied
}

// opened shows the room at a size and presses keys, waiting for what they begin.
func opened(t testing.TB, o Options, width, height int, keys ...string) *tester {
	t.Helper()
	x := &tester{Model: New(o), t: t, at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	x.now = func() time.Time { return x.at }
	x.later = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	th := theme.New(colorprofile.TrueColor, true, false)
	o.Lab.SetTheme(th)
	o.Simulator.SetTheme(th)
	o.Kernel.SetTheme(th)
	x.SetTheme(th)
	x.size(width, height)
	x.settle(x.Show())
	x.press(keys...)
	return x
}

// size is what the root does with a terminal's size.
func (x *tester) size(width, height int) {
	x.options.Lab.SetSize(width, height)
	x.options.Simulator.SetSize(width, height)
	x.options.Kernel.SetSize(width, height)
	x.SetSize(width, height)
}

func (x *tester) press(keys ...string) {
	for _, k := range keys {
		x.settle(x.Update(keyOf(k)))
	}
}

// settle runs commands until none is left.
func (x *tester) settle(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	x.options.Simulator.Hide() // what it would predict now takes seconds and is not looked at
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			x.settle(c)
		}
	default:
		if strings.HasPrefix(fmt.Sprintf("%T", msg), "tea.") {
			x.told = append(x.told, msg)
			return
		}
		x.settle(x.options.Kernel.Update(msg))
		x.settle(x.Update(msg))
	}
}

func keyOf(k string) tea.KeyPressMsg {
	named := map[string]rune{"esc": tea.KeyEscape, "tab": tea.KeyTab, "enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown,
		"space": tea.KeySpace, "backspace": tea.KeyBackspace, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "end": tea.KeyEnd, "home": tea.KeyHome}
	if code, found := named[k]; found {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: rune(k[0]), Text: k}
}

func (x *tester) text() string { return ansi.Strip(x.View()) }

// words are the words on the screen, wherever lines break, and behind them those
// of the lesson alone.
func (x *tester) words() string {
	text := x.text()
	return strings.Join(strings.Fields(text+strings.ReplaceAll(pane(text), "│ ", "")), " ")
}

func (x *tester) shows(want ...string) {
	x.t.Helper()
	for _, w := range want {
		if !strings.Contains(x.words(), w) {
			x.t.Errorf("the screen does not show %q:\n%s", w, x.text())
		}
	}
}

func (x *tester) hides(unwanted ...string) {
	x.t.Helper()
	for _, w := range unwanted {
		if strings.Contains(x.words(), w) {
			x.t.Errorf("the screen shows %q:\n%s", w, x.text())
		}
	}
}

// measures lets the Lab come to figures of the arms that the lesson gave it.
func (x *tester) measures(pairs int, ratio probes.Interval) {
	x.t.Helper()
	stage := x.play.step().Stage
	e, err := catalog.Find(stage.Experiment)
	if err != nil {
		x.t.Fatal(err)
	}
	f := figures(probes.Measured, probes.OpsPerSecond, 84e6, 84e6*ratio.Median, ratio)
	s := live.Snapshot{Experiment: e.Name, Origin: probes.Measured, Ratio: ratio, Pairs: pairs, At: x.at, Figures: f}
	a, b := arms(stage)
	for i, written := range []probes.Scenario{a, b} {
		ready, _, err := e.Prepare(machine(2), written)
		if err != nil {
			x.t.Fatal(err)
		}
		f.Arms[i].Scenario = ready
		s.Arms = append(s.Arms, live.Arm{Scenario: ready, Quantity: probes.OpsPerSecond, Rate: exactly(84e6), Windows: pairs})
	}
	_ = x.options.Lab.Update(s) // the model of sockets, which it would ask now, is not needed
	x.settle(x.Update(s))
}

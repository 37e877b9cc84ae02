package lab

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/live"
)

// Bench is the Lab without a picture: the same experiments, arms and keys, told
// in words. Its methods are called from one goroutine.
type Bench struct{ lab *Model }

// NewBench makes one. It runs nothing.
func NewBench(o Options) *Bench {
	o.ReduceMotion = true
	return &Bench{New(o)}
}

// Shows returns what a pump is to run, as Model.Shows does.
func (b *Bench) Shows(source func(catalog.Experiment) probes.Source) []live.Show {
	return b.lab.Shows(source)
}

// Attach hands over the pump that runs the shows.
func (b *Bench) Attach(p *live.Pump) { b.lab.Attach(p) }

// Names lists the experiments.
func (b *Bench) Names() []string { return b.lab.names() }

// Chosen returns the experiment that is told.
func (b *Bench) Chosen() catalog.Experiment { return b.lab.experiment().Experiment }

// Choose takes another one, and reports whether there is one of that name.
func (b *Bench) Choose(name string) bool {
	i := slices.Index(b.lab.names(), name)
	if i >= 0 {
		b.lab.choose(i)
	}
	return i >= 0
}

// Toggles are the keys that change one word of an arm, with what they change.
func (b *Bench) Toggles() [][2]string {
	var list [][2]string
	for _, t := range toggles {
		list = append(list, [2]string{t.key, t.does})
	}
	return list
}

// Press does what a key of the screen does and returns what that says of it, ""
// where the key says nothing.
func (b *Bench) Press(key string) (said string) {
	b.lab.press(key)
	said, b.lab.note = b.lab.note, ""
	return said
}

// Set makes words those of an arm, 0 or 1; those that are not named are the
// experiment's own. Errors are those of probes.ParseScenario and of
// catalog.Experiment.Prepare, and probes.ErrFixed where the arms are recorded.
func (b *Bench) Set(arm int, words string) error {
	e := b.lab.experiment()
	s, err := probes.ParseScenario(words)
	if err != nil {
		return err
	}
	if b.lab.options.Recorded {
		return probes.ErrFixed
	}
	if s, _, err = e.Prepare(b.lab.options.Machine, s); err != nil {
		return err
	}
	arms := e.arms
	arms[arm] = s
	b.lab.apply(arms, armName(arm), "")
	return nil
}

// Take takes in what a pump delivered and returns what there is to say of it: why
// a change was refused.
func (b *Bench) Take(m any) (said string) {
	switch m := m.(type) {
	case live.Snapshot:
		b.lab.take(m)
	case live.Refused:
		b.lab.refused(m)
		said, b.lab.note = b.lab.note, ""
	}
	return said
}

// Refusal says why the chosen experiment cannot run, and which key tries again, ""
// where it can.
func (b *Bench) Refusal() string {
	if b.lab.experiment().shown.Err == nil {
		return ""
	}
	return b.lab.refusal()
}

// Snapshot returns the newest of the chosen experiment.
func (b *Bench) Snapshot() live.Snapshot { return b.lab.experiment().shown }

// Arm returns what an arm has shown under the scenario it has now.
func (b *Bench) Arm(i int) live.Arm { return b.lab.experiment().arm(i) }

// Ratio returns the ratio of the arms as they are now.
func (b *Bench) Ratio() probes.Interval { return b.lab.experiment().ratio() }

// Arms returns the scenarios that are compared.
func (b *Bench) Arms() [2]probes.Scenario { return b.lab.experiment().arms }

// Secret reports whether the figures wait for a vote.
func (b *Bench) Secret() bool { return b.lab.experiment().secret }

// Paused reports whether the readings were stopped by the key.
func (b *Bench) Paused() bool { return b.lab.paused }

// Command is the comparison as a command.
func (b *Bench) Command() string {
	e := b.lab.experiment()
	return e.command(b.lab.options.Machine, e.arms)
}

// Question is what a class votes on.
func (b *Bench) Question() string { return b.lab.experiment().question() }

// Called names an arm in a few words.
func (b *Bench) Called(arm int) string {
	e := b.lab.experiment()
	return e.named(e.arms[arm]) + e.extras(e.arms[arm])
}

// Code is what each CPU of an arm does, in a line of code.
func (b *Bench) Code(arm int) string {
	e := b.lab.experiment()
	return e.code(e.arms[arm], b.lab.options.Machine.LineBytes)[0]
}

// Price is what the layout of B costs besides, "" for nothing.
func (b *Bench) Price() string {
	e := b.lab.experiment()
	return e.price(e.arms[1], b.lab.options.Machine.LineBytes)
}

// Still says why an arm has no hand-offs to show, "" where it may have some.
func (b *Bench) Still(arm int) string {
	e := b.lab.experiment()
	if texts := e.still(e.arms[arm]); len(texts) > 0 {
		return texts[0]
	}
	return ""
}

// Operation is what is counted one by one in the order of the owners.
func (b *Bench) Operation() string {
	long, _ := b.lab.experiment().operation()
	return long
}

// Cell is one of the four that stand beside a comparison.
type Cell struct {
	Called string
	Rate   float64 // a second
}

// Cells returns those that have a figure, none where nothing stands beside.
func (b *Bench) Cells() []Cell {
	e := b.lab.experiment()
	g := e.grid()
	if g == nil {
		return nil
	}
	var list []Cell
	for i, s := range e.cells {
		if arm, found := e.shown.Cell(s); found && s != (probes.Scenario{}) {
			list = append(list, Cell{fmt.Sprintf("%s, %s", g.rows.names[i/2], g.columns.names[i%2]), arm.Rate.Median})
		}
	}
	return list
}

// Warming says why an arm shows nothing yet.
func (b *Bench) Warming(arm int) string { return b.lab.warming(b.Arm(arm)) }

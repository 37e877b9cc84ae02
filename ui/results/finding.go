package results

import (
	"fmt"
	"strings"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
)

// finding returns the comparison of a document of run, sim or replay.
func (d *document) finding(m Machine) (Finding, error) {
	if !isName(d.Experiment) {
		return Finding{}, fmt.Errorf("its experiment is %q, which is no name of one", clean(d.Experiment))
	}
	f := Finding{Experiment: d.Experiment, Source: d.Source, Quantity: d.quantity()}
	for i := range d.Arms {
		arm, err := d.Arms[i].arm(i, f.Quantity)
		if err != nil {
			return Finding{}, fmt.Errorf("arm %s: %w", clean(d.Arms[i].Name), err)
		}
		f.Arms = append(f.Arms, arm)
	}
	if d.Ratio != nil && len(f.Arms) > 1 {
		ratio := d.Ratio.of(d.Ratio.Pairs)
		if d.Ratio.Confidence > 0 {
			ratio.Confidence = d.Ratio.Confidence
		}
		if err := ordered(ratio); err != nil {
			return Finding{}, fmt.Errorf("ratio: %w", err)
		}
		f.Ratio, f.Pairs = &ratio, d.Ratio.Pairs
	}
	f.Command = command(f, m)
	return f, nil
}

// isName reports whether an experiment can be called so, by a program of another
// version too.
func isName(experiment string) bool {
	return experiment != "" && strings.Trim(experiment, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// quantity is what the document compares: what its ratio says, else what its
// experiment does, else what it has.
func (d *document) quantity() probes.Quantity {
	if d.Ratio != nil && (d.Ratio.Quantity == probes.OpsPerSecond || d.Ratio.Quantity == probes.MessagesPerSecond) {
		return d.Ratio.Quantity
	}
	if e, err := catalog.Find(d.Experiment); err == nil {
		return e.Quantity
	}
	if d.Arms[0].Messages != nil {
		return probes.MessagesPerSecond
	}
	return probes.OpsPerSecond
}

func (a *armDocument) arm(i int, q probes.Quantity) (Arm, error) {
	s, err := probes.ParseScenario(a.Scenario)
	if err != nil {
		return Arm{}, err
	}
	rate := a.Ops
	if q == probes.MessagesPerSecond {
		rate = a.Messages
	}
	arm := Arm{
		Name: clean(a.Name), Scenario: s, Rate: rate.of(a.Windows), Windows: a.Windows,
		Handoffs: a.Handoffs, OpsPerStay: a.OpsPerStay,
	}
	if arm.Name == "" {
		arm.Name = armName(i)
	}
	for _, n := range a.SetAside {
		arm.SetAside += n
	}
	for _, cpu := range a.PerCPU {
		arm.Unpinned = arm.Unpinned || !cpu.Pinned
	}
	if a.Stays != nil {
		arm.Stays = &probes.StayStats{P10: a.Stays.P10, Median: a.Stays.Median, P90: a.Stays.P90, Mean: a.Stays.Mean}
	}
	return arm, ordered(arm.Rate)
}

func armName(i int) string { return string(rune('A' + i)) }

// ordered holds that an interval has its median, which whoever draws it relies
// on.
func ordered(i probes.Interval) error {
	if i.Median < i.Low || i.Median > i.High || i.Low > i.High {
		return fmt.Errorf("the median %g is not in its interval, %g to %g", i.Median, i.Low, i.High)
	}
	return nil
}

// command is the line that runs a finding again, "" where this program does not
// know how. It is built from the words that were read, never taken from a file:
// people paste it.
func command(f Finding, m Machine) string {
	var scenarios []string
	for _, arm := range f.Arms[:min(2, len(f.Arms))] {
		scenarios = append(scenarios, arm.Scenario.String())
	}
	if f.Source == probes.Simulated {
		return simCommand(f.Experiment, m, []int{m.CPUs}, scenarios)
	}
	if _, err := catalog.Find(f.Experiment); err != nil {
		return ""
	}
	return "linebounce run " + f.Experiment + armFlags(scenarios)
}

// simCommand is the line that predicts scenarios again on a machine of so many
// CPUs.
func simCommand(experiment string, m Machine, cpus []int, scenarios []string) string {
	name := preset(m)
	if _, err := catalog.Find(experiment); err != nil || name == "" {
		return ""
	}
	text := fmt.Sprintf("linebounce sim %s --machine %s", experiment, name)
	if name != thisMachine {
		text += " --cpus " + string(probes.NewCPUList(cpus...))
	}
	return text + armFlags(scenarios)
}

func armFlags(scenarios []string) string {
	var b strings.Builder
	for i, s := range scenarios {
		fmt.Fprintf(&b, " -%c '%s'", 'a'+i, s)
	}
	return b.String()
}

const thisMachine = "this"

// preset returns the name of the machine that was modelled, as sim takes it, ""
// for one of a file of somebody's own.
func preset(m Machine) string {
	if m.LineSource != topology.FromModel {
		return thisMachine
	}
	for _, name := range machines.Names() {
		if p, err := machines.Find(name); err == nil && p.Title == m.Model {
			return name
		}
	}
	return ""
}

package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linebounce/assets/machines"
	"linebounce/assets/published"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/sim"
	"linebounce/ui/cli/output"
)

// background adds what the predictions stand on, and what was published.
func (p *prediction) background(st station) error {
	run, err := p.load(st.ready[0])(st.model)
	if err != nil {
		return err
	}
	for _, a := range run.Assumptions {
		p.assume(a.What, a.Value, a.Source)
	}
	if s := st.ready[0]; s.Transport != "" {
		work := st.model.Ring
		if s.Transport == probes.TransportSocketpair {
			work = st.model.Socket
		}
		if work.Source == "" {
			p.assume("work of a message besides references", "the ring's own lines", "two indices, each on a line of its own, and 64 slots that each begin a line, as the messages experiment lays them out")
		} else {
			p.assume("work of a message besides references", fmt.Sprintf("%d ns", (work.Sender+work.Receiver)/sim.Nanosecond), work.Source)
		}
	}
	if p.preset != nil {
		for _, f := range p.preset.Facts {
			p.assume("machine, "+f.Field, f.Text, f.Source)
		}
	}
	if p.unit == "message" && p.name != "ring" || p.unit == "call" {
		p.out.Lacks = simulated.Lacks()
	}
	if p.preset == nil || !slices.Contains(machines.Names(), p.machineName()) {
		return nil
	}
	figures, err := published.All()
	if err != nil {
		return err
	}
	for _, r := range p.out.Rows {
		if err := p.hold(figures, r); err != nil {
			return err
		}
	}
	return nil
}

const assumption = "assumption: "

func (p *prediction) assume(what, value, source string) {
	reason, assumed := strings.CutPrefix(source, assumption)
	p.out.Assumptions = append(p.out.Assumptions, output.Assumption{What: what, Value: value, Source: reason, Assumed: assumed})
}

// hold puts published figures beside the predictions for a number of CPUs.
func (p *prediction) hold(figures published.Figures, r output.Row) error {
	points := []simulated.Point{r.A, r.B}
	var found []published.Run
	for i, shown := range r.Scenarios {
		for _, run := range figures.Runs {
			same, err := p.same(run.Scenario, shown)
			if err != nil {
				return err
			}
			if !same || run.Experiment != p.name || run.Machine != p.preset.Name || run.CPUs != r.CPUs {
				continue
			}
			found = append(found, run)
			h := output.Held{Figure: string(rune('A' + i)), CPUs: r.CPUs, Source: run.Source, Unit: "/s", Published: run.PerSecond, Predicted: points[i].Rate}
			if run.Seconds > 0 {
				h.Unit, h.Published, h.Predicted = "s", run.Seconds, points[i].Seconds
			}
			p.out.Published = append(p.out.Published, h)
		}
	}
	if len(found) == 2 && len(r.Scenarios) == 2 {
		ratio := found[1].PerSecond / found[0].PerSecond
		if found[0].Seconds > 0 {
			ratio = found[0].Seconds / found[1].Seconds
		}
		p.out.Published = append(p.out.Published, output.Held{Figure: "B/A", CPUs: r.CPUs, Published: ratio, Predicted: r.Ratio, Source: "the two above"})
	}
	return p.holdClaims(figures.Claims, r)
}

func (p *prediction) holdClaims(claims []published.Claim, r output.Row) error {
	for _, c := range claims {
		if len(r.Scenarios) < 2 || c.Experiment != p.name || c.Machine != p.preset.Name || c.CPUs != r.CPUs {
			continue
		}
		a, err := p.same(c.A, r.Scenarios[0])
		if err != nil {
			return err
		}
		b, err := p.same(c.B, r.Scenarios[1])
		if err != nil {
			return err
		}
		if a && b {
			p.out.Published = append(p.out.Published, output.Held{Figure: "B/A", CPUs: r.CPUs, Published: c.Ratio, Predicted: r.Ratio, Source: c.Source})
		}
	}
	return nil
}

// same reports whether a published scenario is the one that was predicted.
func (p *prediction) same(text string, shown probes.Scenario) (bool, error) {
	s, err := probes.ParseScenario(text)
	return s.Or(p.a) == shown, err
}

// variants predicts hackbench on the whole machine under other assumptions,
// for people and for documents.
func (p *prediction) variants(ctx context.Context, m *meter, st station) error {
	wanted := p.flags.form.value == output.Text || p.flags.form.value == output.JSON
	if !wanted || p.name != "hackbench" || len(p.typed) < 2 || p.preset == nil {
		return nil
	}
	remote := p.preset.OtherSocket
	if cpus := len(st.model.Topology.CPUs); remote.Low == remote.High || cpus != p.preset.CPUs {
		return nil
	}
	m.begin("simulating under other assumptions", 0)
	list, err := simulated.Variants(ctx, *p.preset, machines.OneByOne, p.preset.CPUs, st.ready[0], st.ready[1])
	if err != nil {
		return err
	}
	p.out.Variants = list
	for _, f := range p.preset.Facts {
		if f.Field == "other_socket_ns" {
			p.out.Remote = f.Source
		}
	}
	return nil
}

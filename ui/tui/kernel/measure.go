package kernel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
)

// Measure compares the two arms of a card. It takes some seconds; tell hears
// which share of it is done.
type Measure func(ctx context.Context, tell func(share float64)) (Measured, error)

// Measured is what a comparison here came to.
type Measured struct {
	Ratio    probes.Interval // of the rates, B/A
	Pairs    int
	SetAside int       // readings that do not count
	Unpinned bool      // a worker was not bound to its CPU
	B        []float64 // messages or operations a second, a reading each
}

// Of measures an experiment of the catalogue, with its arms changed by the
// words of a and b, for about so long. The machine is asked for when it is
// needed.
func Of(e catalog.Experiment, machine func() topology.Machine, a, b string, long time.Duration) Measure {
	return func(ctx context.Context, tell func(float64)) (Measured, error) {
		m := machine()
		plan := probes.Plan{Experiment: e.Name, Budget: probes.Budget{For: long}, Progress: tell}
		for _, words := range []string{a, b} {
			s, err := e.Default.With(words)
			if err == nil {
				s, _, err = e.Prepare(m, s)
			}
			if err != nil {
				return Measured{}, err
			}
			plan.Arms = append(plan.Arms, s)
		}
		return compare(ctx, e.Source(m), plan)
	}
}

// compare runs a plan to its end.
func compare(ctx context.Context, source probes.Source, plan probes.Plan) (measured Measured, err error) {
	session, err := source.Open(ctx, plan)
	if err != nil {
		return measured, err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	var c probes.Comparison
	for began := time.Now(); ; {
		r, err := session.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return measured, err
		}
		c.Add(r)
		if r.Unit == probes.Window { // a run tells by itself
			plan.Progress(min(float64(time.Since(began))/float64(plan.Budget.For), 1))
		}
		measured.Unpinned = measured.Unpinned || slices.ContainsFunc(r.CPUs, func(w probes.CPUWork) bool { return !w.Pinned })
	}
	measured.Ratio, measured.Pairs = c.Ratio(probes.Confidence), c.Pairs()
	for arm := range c.Arms() {
		for _, n := range c.Arm(arm).SetAside {
			measured.SetAside += n
		}
	}
	for _, r := range c.Arm(1).Windows {
		measured.B = append(measured.B, r.Rate())
	}
	return measured, nil
}

// times is the ratio in figures.
func (d Measured) times() string {
	if !d.Ratio.Known() {
		return "unknown"
	}
	return verdict.Times(d.Ratio.Median) + "×"
}

// bounds is the interval in few words.
func (d Measured) bounds() string {
	text := wording.Count(d.Pairs, "pair")
	if d.Ratio.Known() {
		text = fmt.Sprintf("%.0f%%: %s to %s", 100*d.Ratio.Confidence, verdict.Times(d.Ratio.Low), verdict.Times(d.Ratio.High))
	}
	if d.Unpinned {
		text += ", unpinned"
	}
	return text
}

// basis is what the ratio rests on.
func (d Measured) basis() string {
	text := wording.Count(d.Pairs, "pair")
	if d.Ratio.Known() {
		text = fmt.Sprintf("%.0f%%: %s to %s, %s", 100*d.Ratio.Confidence, verdict.Times(d.Ratio.Low), verdict.Times(d.Ratio.High), text)
	}
	if d.Ratio.Known() && !d.Ratio.Differs() {
		text = "no difference detected, " + text
	}
	if d.SetAside > 0 {
		text += fmt.Sprintf(", %d set aside", d.SetAside)
	}
	if d.Unpinned {
		text += ", unpinned"
	}
	return text
}

// says is what was found, in a sentence.
func (d Measured) says(what string) string {
	switch {
	case !d.Ratio.Known():
		return fmt.Sprintf("%s: %s are too few to tell the two apart. Measure again when less else runs.", what, wording.Count(d.Pairs, "pair"))
	case !d.Ratio.Differs():
		return fmt.Sprintf("%s: no difference detected here.", what)
	}
	return fmt.Sprintf("%s: %s here, the interval leaves 1 out.", what, d.times())
}

// five are the statistics of the test of 2015, in binary M/s of messages of so
// many bytes.
func (d Measured) five(bytes int) string {
	if len(d.B) < 2 {
		return ""
	}
	rates := make([]float64, len(d.B))
	for i, r := range d.B {
		rates[i] = r * float64(bytes) / (1 << 20)
	}
	s := probes.Describe(rates, probes.Confidence)
	return fmt.Sprintf("avg %.2f, median %.2f, max %.2f, min %.2f, deviation %.2f", s.Average, s.Median, s.Max, s.Min, s.Deviation)
}

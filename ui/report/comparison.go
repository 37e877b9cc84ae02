package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/report/charts"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// comparison tells of one comparison, or of one arm that ran alone.
func (b *builder) comparison(f results.Finding) (section, finding) {
	s := section{ID: b.anchor(f.Experiment, "experiment"), Title: f.Experiment, Source: b.source(f.Source).String(), Command: f.Command}
	s.Asks = question(f)
	said := finding{brief: brief{Asks: s.Asks}, kind: f.Source}
	for _, a := range f.Arms {
		s.Scenarios = append(s.Scenarios, scenario{a.Name, a.Scenario.String()})
		s.Bars = append(s.Bars, bar{a.Name, a.Rate.Median, spread(a.Rate) + " " + units(f.Quantity) + "/s"})
	}
	if f.Ratio != nil && len(f.Arms) > 1 {
		from, to := f.Arms[0].Scenario, f.Arms[1].Scenario
		ratio := settled(f)
		v := verdict.Of(f.Experiment, from, to, ratio)
		if exactly(ratio) {
			v.Range = b.from(f.Source).By()
		}
		s.Says, s.Why = claim(v), v.Reason
		said.judge(ratio, v, verdict.Changes(from, to))
		s.Notes = append(s.Notes, rests(f))
		f.Ratio = &ratio
	} else if len(f.Arms) > 0 {
		s.Says = fmt.Sprintf("%s alone: %s %s a second.", f.Arms[0].Name, spread(f.Arms[0].Rate), units(f.Quantity))
		said.Says, said.rank = s.Says, figure
	}
	s.draw(charts.Throughput(f, b.from(f.Source)))
	s.Tables = append(s.Tables, armTable(f))
	s.published(f.Published)
	s.Notes = append(s.Notes, armNotes(f)...)
	return s, said
}

// question is what the experiment asks, "" where these arms ask something else.
func question(f results.Finding) string {
	e, err := catalog.Find(f.Experiment)
	if err != nil || len(f.Arms) < 2 || !slices.Equal(changed(e.Default, e.B), changed(f.Arms[0].Scenario, f.Arms[1].Scenario)) {
		return ""
	}
	return e.Question
}

// changed names the words in which two scenarios differ, wherever they run.
func changed(a, b probes.Scenario) []string {
	return slices.DeleteFunc(probes.Words(), func(word string) bool { return word == "cpus" || a.Get(word) == b.Get(word) })
}

// settled is a ratio with its interval. A model has no chance in it, so what it
// says of a ratio is all there is to know.
func settled(f results.Finding) probes.Interval {
	ratio := *f.Ratio
	if f.Source == probes.Simulated && !ratio.Known() && ratio.Median > 0 {
		ratio.Low, ratio.High = ratio.Median, ratio.Median
	}
	return ratio
}

func claim(v verdict.Verdict) string {
	text := v.Claim
	if v.Range != "" {
		text += " (" + v.Range + ")"
	}
	return text + "."
}

// draw keeps a chart, or says why there is none.
func (s *section) draw(c charts.Chart, err error) {
	if err != nil {
		s.Notes = append(s.Notes, sentence(strings.TrimSuffix(fmt.Sprintf("No chart: %v", err), "."))+".")
		return
	}
	s.Chart = &c
}

// rests says what a ratio rests on.
func rests(f results.Finding) string {
	ratio := "B/A " + verdict.Times(f.Ratio.Median)
	switch {
	case f.Source == probes.Simulated:
		return ratio + ", of one run of the model for each arm: the model has no chance in it, so there is no interval."
	case f.Pairs == 0 && math.IsNaN(f.Ratio.Median):
		return "No pair of windows counts, so there is no ratio."
	case !f.Ratio.Known():
		return fmt.Sprintf("%s, of %s: too few for an interval.", ratio, count(f.Pairs, "pair"))
	}
	return fmt.Sprintf("%s is the median over %s, each run in an order drawn by coin.", ratio, count(f.Pairs, "pair"))
}

func armTable(f results.Finding) table {
	what := sentence(units(f.Quantity)) + "/s"
	if slices.ContainsFunc(f.Arms, func(a results.Arm) bool { return a.Rate.Known() }) {
		what += ", median (95% interval)"
	}
	t := table{
		Caption: "What each arm of " + f.Experiment + " showed",
		Head:    []string{"Arm", what, "Hand-offs/s", "Operations a stay", "Stays: 10%, 50%, 90%", "Windows", "Set aside"},
	}
	for _, a := range f.Arms {
		t.Rows = append(t.Rows, []string{
			a.Name, spread(a.Rate), optional(a.Handoffs), perStay(a), stays(a), windows(a.Windows, a), windows(a.SetAside, a),
		})
	}
	return t.known()
}

// windows writes a number of windows. The model has none.
func windows(n int, a results.Arm) string {
	if a.Windows+a.SetAside == 0 {
		return unknown
	}
	return grouped(int64(n))
}

func perStay(a results.Arm) string {
	if a.OpsPerStay == nil || still(a) {
		return unknown
	}
	return plain(*a.OpsPerStay)
}

// still reports whether the line never left its CPU, and so had one stay.
func still(a results.Arm) bool { return a.Handoffs != nil && *a.Handoffs == 0 }

func stays(a results.Arm) string {
	if a.Stays == nil || still(a) {
		return unknown
	}
	return strings.Join([]string{plain(a.Stays.P10), plain(a.Stays.Median), plain(a.Stays.P90)}, ", ")
}

// armNotes explains what is odd about some of the figures.
func armNotes(f results.Finding) []string {
	var notes, unpinned, kept []string
	wide := false
	for _, a := range f.Arms {
		if a.Unpinned {
			unpinned = append(unpinned, a.Name)
		}
		if still(a) && a.Rate.Median > 0 {
			kept = append(kept, a.Name)
		}
		wide = wide || !a.Rate.Known() && !math.IsNaN(a.Rate.Median)
	}
	if wide && f.Source != probes.Simulated {
		notes = append(notes, "A rate without an interval is of too few windows for one.")
	}
	if counted, aside := tally(f); aside > counted {
		notes = append(notes, "More windows were set aside than count: something else kept these CPUs busy.")
	}
	if contrary(f) {
		notes = append(notes, "The rates of the two arms, over all their windows, do not tell what the pairs do: the machine changed its pace in between, and only pairs ran at one pace.")
	}
	if kept != nil {
		notes = append(notes, "In "+list(kept)+" the line never left its CPU.")
	}
	if unpinned != nil {
		notes = append(notes, "Unpinned: "+list(unpinned)+" ran on other CPUs than asked for some of the time, so these figures may be of other CPUs.")
	}
	return notes
}

// contrary reports whether the two medians differ in the other direction than the
// pairs.
func contrary(f results.Finding) bool {
	if f.Ratio == nil || !f.Ratio.Differs() || len(f.Arms) < 2 {
		return false
	}
	medians := f.Arms[1].Rate.Median / f.Arms[0].Rate.Median
	return (medians-1)*(f.Ratio.Median-1) < 0
}

// tally returns how many windows count and how many were set aside.
func tally(f results.Finding) (counted, aside int) {
	for _, a := range f.Arms {
		counted += a.Windows
		aside += a.SetAside
	}
	return counted, aside
}

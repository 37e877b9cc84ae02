package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/assets/published"
	"linebounce/probes/profile"
	"linebounce/ui/report/charts"
)

// worthARow is the share in percent from which a symbol that did not move is
// listed.
const worthARow = 1

// profile tells where the kernel's time went.
func (b *builder) profile(p profile.Result) (section, finding) {
	s := section{
		ID: b.anchor("profile", "profile"), Title: "Where the kernel's time goes",
		Asks:   "Which of the kernel's functions take a larger share once the receiver asks for credentials?",
		Source: b.source(b.file.Source).String(), Says: moved(p), Command: "linebounce kernel profile",
	}
	for arm, name := range []string{"off", "on"} {
		s.Scenarios = append(s.Scenarios, scenario{name, p.Arms[arm].String()})
	}
	s.draw(charts.Profile(p, b.from(b.file.Source)))
	shares, bars := symbolTable(p)
	s.Bars = bars
	s.Tables = append(s.Tables, shares)
	if len(p.Counters) > 0 {
		s.Tables = append(s.Tables, counterTable(p))
	}
	if then, err := published.Profile2011(); err == nil && len(p.Symbols) > 0 {
		s.Tables = append(s.Tables, thenTable(then, p))
	}
	s.Notes = append(s.Notes, profileNotes(p)...)
	said := finding{brief: brief{Asks: s.Asks, Says: s.Says}, kind: b.file.Source, rank: figure}
	if more := grown(p); len(more) > 0 {
		said.Figure = fmt.Sprintf("%+.1f pts", more[0].Difference.Median)
		said.Why = fmt.Sprintf("%s grew by %.2f percentage points.", more[0].Name, more[0].Difference.Median)
	}
	return s, said
}

// grown returns the symbols whose share is larger with it on and whose interval
// leaves chance out, the largest difference first.
func grown(p profile.Result) []profile.Symbol {
	more := slices.DeleteFunc(slices.Clone(p.Symbols), func(s profile.Symbol) bool { return !s.Moved() || s.Difference.Median <= 0 })
	slices.SortStableFunc(more, func(a, b profile.Symbol) int { return cmp.Compare(b.Difference.Median, a.Difference.Median) })
	return more
}

// moved names the symbols whose share grew.
func moved(p profile.Result) string {
	var more []string
	for _, s := range grown(p) {
		more = append(more, s.Name)
	}
	switch {
	case len(p.Symbols) == 0:
		return "No pair of windows counted."
	case more == nil:
		return "None whose growth chance does not explain; a longer run has more samples."
	case len(more) > 6:
		return fmt.Sprintf("A larger share with SO_PASSCRED on: %s and %d more.", strings.Join(more[:6], ", "), len(more)-6)
	}
	return "A larger share with SO_PASSCRED on: " + list(more) + "."
}

func symbolTable(p profile.Result) (table, []bar) {
	t := table{
		Caption: "Share of the samples in percent, SO_PASSCRED off and on",
		Head:    []string{"Symbol", "Off", "On", "Difference in points (95% interval)"},
		Code:    true,
	}
	var bars []bar
	quiet := 0
	for _, s := range p.Symbols {
		if !s.Moved() && s.Off < worthARow && s.On < worthARow {
			quiet++
			continue
		}
		t.Rows = append(t.Rows, []string{s.Name, fmt.Sprintf("%.2f", s.Off), fmt.Sprintf("%.2f", s.On), points(s)})
		bars = append(bars, bar{s.Name, s.Difference.Median, points(s)})
	}
	if quiet > 0 {
		t.Note = fmt.Sprintf("and %s below %d%% that did not move", count(quiet, "symbol"), worthARow)
	}
	return t, bars
}

func points(s profile.Symbol) string {
	switch {
	case math.IsNaN(s.Difference.Median):
		return unknown
	case !s.Difference.Known() || exactly(s.Difference):
		return fmt.Sprintf("%+.2f", s.Difference.Median)
	}
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", s.Difference.Median, s.Difference.Low, s.Difference.High)
}

func counterTable(p profile.Result) table {
	t := table{Caption: "What the processor counted, a message", Head: []string{"Counter", "Counts", "Off", "On"}, Code: true}
	for _, c := range p.Counters {
		t.Rows = append(t.Rows, []string{c.Name, c.Counts, few(c.PerMessage[profile.Off].Median), few(c.PerMessage[profile.On].Median)})
	}
	return t
}

func few(x float64) string {
	if math.IsNaN(x) {
		return unknown
	}
	return fmt.Sprintf("%.3g", x)
}

// thenTable holds a published profile beside what the same symbols have here.
func thenTable(then published.Profile, now profile.Result) table {
	here := map[string]profile.Symbol{}
	for _, s := range now.Symbols {
		here[s.Name] = s
	}
	t := table{
		Caption: "Published beside found here, percent of the samples",
		Note:    "Published: " + then.What + " (" + then.Source + "). " + unknown + " was not seen here; many of these functions have gone or are part of others today.",
		Head:    []string{"Symbol", "2011, published", "Here, on"},
		Code:    true,
	}
	for _, s := range then.Symbols {
		on := unknown
		if seen, found := here[s.Symbol]; found {
			on = fmt.Sprintf("%.2f", seen.On)
		}
		t.Rows = append(t.Rows, []string{s.Symbol, fmt.Sprintf("%.2f", s.Percent), on})
	}
	return t
}

// profileNotes is how to read the shares, and what was not as it should be.
func profileNotes(p profile.Result) []string {
	of := fmt.Sprintf("%s with it off and %s with it on, of %s at %s a second, in %s of windows",
		count(p.Samples[profile.Off], "sample"), grouped(int64(p.Samples[profile.On])), p.Event, grouped(int64(p.Rate)), count(p.Pairs, "pair"))
	if off, on := spread(p.Messages[profile.Off]), spread(p.Messages[profile.On]); off != unknown && on != unknown {
		of += fmt.Sprintf("; meanwhile %s and %s messages a second", off, on)
	}
	notes := []string{of + "."}
	if len(p.Symbols) > 0 {
		notes = append(notes, "Shares add up to 100: where one symbol grows, others shrink. With intervals of 95% one symbol in twenty moves by chance.")
	}
	if p.Event == "cpu-clock" {
		notes = append(notes, "cpu-clock is a timer: code that runs with interrupts off shows where they come on again.")
	}
	if p.Lost > 0 {
		notes = append(notes, fmt.Sprintf("The kernel lost %s.", count(p.Lost, "sample")))
	}
	if p.Absent != "" {
		notes = append(notes, p.Absent)
	}
	return append(notes, p.Warnings...)
}

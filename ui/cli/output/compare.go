package output

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// Compare is files of results side by side, ready for any format.
type Compare struct {
	Files  []results.File
	groups []results.Group
	names  []string // of the files, short
}

// NewCompare sorts what files hold into what can be held side by side.
func NewCompare(files []results.File) Compare {
	return Compare{files, results.Groups(files), results.Names(files)}
}

// Write prints the comparison in a format.
func (c Compare) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return c.json(w)
	case CSV:
		return c.csv(w)
	case Bench:
		return c.bench(w)
	}
	return c.text(w)
}

// Lacks returns sentences on what a format leaves out, for whoever looks at
// standard error. Text tells it itself.
func (c Compare) Lacks(f Format) []string {
	if f != CSV && f != Bench {
		return nil
	}
	var list []string
	if f == Bench {
		if names := c.windowless(); len(names) > 0 {
			list = append(list, fmt.Sprintf("JSON documents have no windows, so that there is one line with the median for each arm of %s; recordings have all windows.", named3(names)))
		}
	}
	others := 0
	for _, file := range c.Files {
		others += len(file.Scalings) + len(file.Bursts) + len(file.Maps) + len(file.Profiles)
	}
	if others > 0 {
		list = append(list, fmt.Sprintf("%s has comparisons alone; curves, bursts, maps and profiles are left out (%d).", f, others))
	}
	return list
}

// windowless names the files with findings that have medians only.
func (c Compare) windowless() (names []string) {
	for i, file := range c.Files {
		if slices.ContainsFunc(file.Findings, func(f results.Finding) bool { return f.Arms[0].Samples == nil }) {
			names = append(names, c.names[i])
		}
	}
	return names
}

// named3 names the first three of a long list and counts the others.
func named3(names []string) string {
	if len(names) <= 4 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d others", strings.Join(names[:3], ", "), len(names)-3)
}

// claim says what a row found.
func claim(r results.Row) string {
	f := r.Finding
	v := verdict.Of(f.Experiment, f.Arms[0].Scenario, f.Arms[1].Scenario, *f.Ratio)
	switch r.Outcome() {
	case results.None:
		return "no difference detected"
	case results.Bare:
		return "B is " + verdict.Times(f.Ratio.Median) + " times as fast by the model"
	case results.Faster, results.Slower:
		return v.Claim
	}
	return "too few windows to say"
}

// ratioText words a ratio with its interval.
func ratioText(i *probes.Interval) string {
	switch {
	case i == nil || math.IsNaN(i.Median):
		return "-"
	case !i.Known():
		return verdict.Times(i.Median)
	}
	median, low, high := verdict.Spread(*i)
	return fmt.Sprintf("%s (%s to %s)", median, low, high)
}

// sourceText says where the figures of a file are from.
func sourceText(f results.File) string {
	if f.Source == probes.Recorded && !f.Made.IsZero() {
		return fmt.Sprintf("%s %s", f.Source, f.Made.Format("2006-01-02"))
	}
	return string(f.Source)
}

// unitText is the rate that a quantity counts.
func unitText(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages/s"
	}
	return "operations/s"
}

// alike returns what all of a list have, and false where they differ.
func alike[T any](list []T, of func(T) string) (string, bool) {
	for _, x := range list {
		if of(x) != of(list[0]) {
			return "", false
		}
	}
	return of(list[0]), true
}

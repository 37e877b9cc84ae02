package report

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/report/charts"
	"linebounce/ui/results"
)

// newPage gathers what files say into one document.
func newPage(files []results.File, by By) document {
	d := document{By: by, Terms: terms()}
	names := shorten(files)
	b := builder{several: len(files) > 1, anchors: map[string]bool{}}
	var said []finding
	for _, group := range groups(files) {
		first := group[0]
		m := machine{ID: b.anchor(first.Machine.Model, "machine"), Name: called(first), Modelled: modelled(first), Facts: about(first)}
		for _, f := range group {
			b.file, b.name = f, names[f.Path]
			sections, found := b.sections()
			m.Sections, said = append(m.Sections, sections...), append(said, found...)
			m.Warnings = append(m.Warnings, b.warnings()...)
		}
		d.Machines = append(d.Machines, m)
	}
	d.Title, d.Whose, d.Lead = title, whose(d.Machines), lead
	d.Brief, d.More = inShort(said)
	d.Missing = lacks(files)
	for _, f := range files {
		if i := slices.IndexFunc(d.Files, func(other file) bool { return other.Name == names[f.Path] }); i < 0 { // a file may hold several documents
			d.Files = append(d.Files, provenance(f, names[f.Path]))
		}
	}
	d.Holds = holds(files, len(d.Files))
	return d
}

// groups puts files of one machine together, in the order the machines come,
// those that were modelled last.
func groups(files []results.File) [][]results.File {
	var list [][]results.File
	for _, f := range files {
		i := slices.IndexFunc(list, func(g []results.File) bool { return g[0].Machine == f.Machine && modelled(g[0]) == modelled(f) })
		if i < 0 {
			list = append(list, nil)
			i = len(list) - 1
		}
		list[i] = append(list[i], f)
	}
	slices.SortStableFunc(list, func(a, b []results.File) int { return before(!modelled(a[0]), !modelled(b[0])) })
	return list
}

func modelled(f results.File) bool { return f.Source == probes.Simulated }

// builder makes the sections of one file after the other.
type builder struct {
	file    results.File
	name    string          // of the file
	several bool            // there are other files
	anchors map[string]bool // that are taken
}

// sections returns what the file holds, and what it comes to in short.
func (b *builder) sections() ([]section, []finding) {
	var list []section
	var said []finding
	add := func(s section, f finding) {
		f.At, f.What, f.from, f.Kind = s.ID, s.Title, b.source(f.kind), charts.From{Source: f.kind}.String()
		list, said = append(list, s), append(said, f)
	}
	for _, f := range b.file.Findings {
		add(b.comparison(f))
	}
	for _, s := range b.file.Scalings {
		add(b.scaling(s))
	}
	for _, burst := range b.file.Bursts {
		add(b.burst(burst))
	}
	for _, m := range b.file.Maps {
		add(b.latency(m))
	}
	for _, p := range b.file.Profiles {
		add(b.profile(p))
	}
	return list, said
}

// source says where figures of this file come from.
func (b *builder) source(o probes.Origin) source {
	s := source{on: "of an unknown source, " + called(b.file)}
	switch o {
	case probes.Recorded:
		s.on = "recorded on " + called(b.file)
	case probes.Simulated:
		s.on = "simulated: " + called(b.file)
	case probes.Measured:
		s.on = "measured on " + called(b.file)
	}
	if !b.file.Made.IsZero() {
		s.date = date(b.file.Made)
	}
	if b.several {
		s.file = b.name
	}
	return s
}

// from is the same in short, for a chart.
func (b *builder) from(o probes.Origin) charts.From { return charts.From{Source: o, Made: b.file.Made} }

func (b *builder) warnings() []string {
	var said []string
	for _, w := range b.file.Warnings {
		if b.several {
			w = b.name + ": " + w
		}
		said = append(said, w)
	}
	return said
}

// anchor returns an anchor that no other part of the page has.
func (b *builder) anchor(text, otherwise string) string {
	slug := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, text), "-")
	for strings.Contains(slug, "--") {
		slug = strings.ReplaceAll(slug, "--", "-")
	}
	if slug == "" {
		slug = otherwise
	}
	free := slug
	for n := 2; b.anchors[free]; n++ {
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	b.anchors[free] = true
	return free
}

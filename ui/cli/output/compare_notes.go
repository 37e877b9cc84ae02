package output

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/ui/results"
	"linebounce/ui/wording"
)

// footnotes say how to read the tables.
func (c Compare) footnotes() string {
	any := func(has func(results.Row) bool) bool {
		return slices.ContainsFunc(c.groups, func(g results.Group) bool { return slices.ContainsFunc(g.Rows, has) })
	}
	var b strings.Builder
	if any(func(r results.Row) bool { return r.Finding.Ratio != nil && r.Finding.Pairs > 1 }) {
		b.WriteString("B/A is the median over pairs of windows that ran one after the other, not the ratio of the medians.\n")
	}
	if any(func(r results.Row) bool { return r.SetAside() > 0 }) {
		b.WriteString("Set aside: windows in which a worker had under 95% of its CPU or came too late.\n")
	}
	if any(func(r results.Row) bool { return len(r.Finding.Arms) > 2 }) {
		b.WriteString("Arms that ran beside A and B are left out; report and replay show them.\n")
	}
	return b.String()
}

// manyKinds keeps hundreds of files from burying their figures.
const manyKinds = 12

// notes prints what the files say of their figures, each sentence once.
func (c Compare) notes() string {
	var order []string
	said := map[string][]string{}
	for i, f := range c.Files {
		for _, text := range f.Warnings {
			if said[text] == nil {
				order = append(order, text)
			}
			if !slices.Contains(said[text], c.names[i]) {
				said[text] = append(said[text], c.names[i])
			}
		}
	}
	var b strings.Builder
	for i, text := range order {
		if i == manyKinds {
			fmt.Fprintf(&b, "note: there are %d further notes; --format json has them all\n", len(order)-i)
			break
		}
		if len(c.Files) > 1 {
			fmt.Fprintf(&b, "note, %s: %s\n", named3(said[text]), text)
		} else {
			fmt.Fprintf(&b, "note: %s\n", text)
		}
	}
	profiles := 0
	for _, f := range c.Files {
		profiles += len(f.Profiles)
	}
	if profiles > 0 {
		fmt.Fprintf(&b, "note: %s left out; report draws them\n", wording.Count(profiles, "kernel profile"))
	}
	return b.String()
}

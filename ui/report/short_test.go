package report

import (
	"fmt"
	"strings"
	"testing"

	"linebounce/probes"
)

// said is a finding of some strength.
func said(kind probes.Origin, file string, strength float64) finding {
	f := finding{kind: kind, strength: strength, from: source{on: string(kind) + " on X", date: "2026-11-30", file: file}}
	f.Kind, f.Says = string(kind), fmt.Sprint(strength)
	return f
}

// brought is what a list comes to: its heading, then each finding and its source.
func brought(o origin) string {
	lines := []string{o.Heading}
	for _, b := range o.Brief {
		lines = append(lines, strings.TrimSpace(b.Says+" "+b.Source))
	}
	return strings.Join(lines, "|")
}

func TestAListSaysOnceWhatIsTheSame(t *testing.T) {
	other := said(probes.Recorded, "b", 1)
	other.from.on = "recorded on Y"
	before := said(probes.Recorded, "b", 1)
	before.from.date = "2026-11-29"
	for want, with := range map[string]finding{
		"Recorded on X, 2026-11-30 (a)|2|1":                                                     said(probes.Recorded, "a", 1),
		"Recorded on X, 2026-11-30|2 a|1 b":                                                     said(probes.Recorded, "b", 1),
		"Recorded on X|2 2026-11-30 (a)|1 2026-11-29 (b)":                                       before,
		"Recorded|2 recorded on X, 2026-11-30 (a)|1 recorded on Y, 2026-11-30 (b)":              other,
		"Recorded and measured|2 recorded on X, 2026-11-30 (a)|1 measured on X, 2026-11-30 (b)": said(probes.Measured, "b", 1),
	} {
		list, more := inShort([]finding{with, said(probes.Recorded, "a", 2)})
		if len(list) != 1 || more != 0 || brought(list[0]) != want {
			t.Errorf("%+v, %d more; want %s", list, more, want)
		}
	}
}

func TestTheModelIsNotCrowdedOut(t *testing.T) {
	var all []finding
	for i := range 3 * shortList {
		all = append(all, said(probes.Simulated, "sim.json", float64(i)), said(probes.Recorded, "a", float64(i)))
	}
	list, more := inShort(all)
	if len(list) != 2 || len(list[0].Brief) != shortList || len(list[1].Brief) != shortModel || more != len(all)-shortList-shortModel {
		t.Fatalf("%d lists, %d more", len(list), more)
	}
	if list[0].Modelled || !list[1].Modelled || list[1].Brief[0].Says != fmt.Sprint(3*shortList-1) {
		t.Errorf("the lists are %+v", list)
	}
}

// A finding of too few windows is no news, unless there is no other.
func TestWhatTellsNothingGivesWay(t *testing.T) {
	nothing := said(probes.Recorded, "a", 0)
	nothing.rank = open
	list, more := inShort([]finding{nothing, said(probes.Simulated, "b", 1)})
	if len(list) != 1 || !list[0].Modelled || more != 1 {
		t.Errorf("%+v, %d more", list, more)
	}
	if list, more := inShort([]finding{nothing}); len(list) != 1 || more != 0 {
		t.Errorf("%+v, %d more", list, more)
	}
}

package lab

import (
	"fmt"

	"linebounce/probes"
	"linebounce/ui/tui/widgets"
)

var spinlockPortrait = portrait{
	name: spinlockName, code: spinlockCode, maps: spinlockMaps, effect: spinlockEffect, operation: [2]string{"section", "section"},
	grid: &grid{
		rows:    axis{"mode", [2]string{probes.ModeTAS, probes.ModeTTAS}, [2]string{"tas: only try", "ttas: look too"}, [2]string{"tas", "ttas"}},
		columns: axis{"line", [2]string{probes.LineShared, probes.LinePadded}, [2]string{"one line", "two lines"}, [2]string{"one line", "two"}},
		notes:   [2]string{"one line: the data come with the lock", "two lines: each section fetches both"},
	},
}

func spinlockName(s probes.Scenario) string {
	if s.Line == probes.LineShared {
		return "lock and data on one line"
	}
	return "lock and data on two lines"
}

func spinlockCode(s probes.Scenario, _ int) []string {
	if s.Mode == probes.ModeTAS {
		return []string{"until swap(lock, 1) == 0; data++; lock = 0", "swap(lock); data++; lock = 0"}
	}
	return []string{"while lock == 1; swap(lock, 1); data++; lock = 0", "look, swap(lock); data++; lock = 0"}
}

// spinlockMaps follows probes/spinlock: the integer beside the lock, or on a
// line of its own with an empty one between. Whoever did the last section had
// both.
func spinlockMaps(s probes.Scenario, lineBytes int) []lineMap {
	lock, data := widgets.Field{Name: "lock", Written: true}, widgets.Field{Name: "data", Written: true}
	if s.Line == probes.LineShared {
		data.Offset = 8
		return []lineMap{{title: fmt.Sprintf("%d bytes", lineBytes), fields: []widgets.Field{lock, data}}}
	}
	return []lineMap{{fields: []widgets.Field{lock}}, {fields: []widgets.Field{data}, first: 2 * lineBytes}}
}

func spinlockEffect(s probes.Scenario, word string, _ int) string {
	switch word + "=" + s.Get(word) {
	case "line=shared":
		return "Who gets the lock gets its data with it; who waits for the lock takes both away."
	case "line=padded":
		return "The data have a line of their own, so each section has two lines to fetch."
	case "mode=tas":
		return "Who waits tries again and again, and each try takes the line from the CPU that holds the lock."
	case "mode=ttas":
		return "Who waits only looks at its copy of the lock, and tries once it looks free."
	case "writers=1":
		return "One CPU takes the lock, and always finds it free."
	}
	if word == "writers" {
		return fmt.Sprintf("%d CPUs want the lock.", s.Writers)
	}
	return ""
}

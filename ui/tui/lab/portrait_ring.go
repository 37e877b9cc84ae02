package lab

import (
	"fmt"

	"linebounce/probes"
	"linebounce/ui/tui/widgets"
)

var ringPortrait = portrait{
	name: ringName, code: ringCode, maps: ringMaps, still: ringStill, effect: ringEffect,
	grid: &grid{
		rows:    axis{"cached", [2]string{probes.Off, probes.On}, [2]string{"not cached", "cached"}, [2]string{"not cached", "cached"}},
		columns: axis{"index", [2]string{probes.LineShared, probes.LinePadded}, [2]string{"one line", "two lines"}, [2]string{"one line", "two"}},
		notes:   [2]string{"cached: each end remembers the other's", "index and seldom has to look again"},
	},
}

func ringName(s probes.Scenario) string {
	text := map[string]string{probes.LineShared: "indices on one line", probes.LinePadded: "indices on two lines"}[s.Index]
	if s.Cached == probes.On {
		return text + ", cached"
	}
	return text + ", not cached"
}

func ringCode(s probes.Scenario, _ int) []string {
	if s.Cached == probes.On {
		return []string{"push: if full read received; slot = n; sent++", "if full, look; slot = n; sent++"}
	}
	return []string{"push: read received; slot = n; sent++; pop likewise", "read received; slot = n; sent++"}
}

// ringMaps follows probes/ring: the two indices side by side, or the second on
// a line of its own with an empty one between. Nobody counts who has them.
func ringMaps(s probes.Scenario, lineBytes int) []lineMap {
	sent, received := widgets.Field{Name: "sent", Written: true}, widgets.Field{Name: "received", Written: true}
	if s.Index == probes.LineShared {
		received.Offset = 8
		return []lineMap{{title: fmt.Sprintf("%d bytes", lineBytes), track: -1, fields: []widgets.Field{sent, received}}}
	}
	return []lineMap{{track: -1, fields: []widgets.Field{sent}}, {track: -1, first: 2 * lineBytes, fields: []widgets.Field{received}}}
}

func ringStill(probes.Scenario) []string {
	return []string{"hand-offs are not counted: to look would make an end wait", "not counted: to look would slow it down", "not counted: it would slow the ends"}
}

func ringEffect(s probes.Scenario, word string, _ int) string {
	switch word + "=" + s.Get(word) {
	case "index=shared":
		return "Both indices lie on one line: to write its own, each end takes the line from the other."
	case "index=padded":
		return "Each index has a line of its own: an end that writes its own no longer takes the other's with it."
	case "cached=on":
		return "Each end remembers the other's index, and looks again only where the ring seems full or empty."
	case "cached=off":
		return "Each end reads the other's index for every message, from a line that the other keeps writing."
	}
	return ""
}

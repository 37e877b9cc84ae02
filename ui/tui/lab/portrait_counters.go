package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/probes/counters"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

var counterPortrait = portrait{
	name: counterName, code: counterCode, maps: counterMaps, still: counterStill, apart: counterApart, price: counterPrice,
	effect: counterEffect, refuse: counterRefuse,
	grid: &grid{
		rows:    axis{"counter", [2]string{probes.CounterOne, probes.CounterEach}, [2]string{"one counter", "a counter each"}, [2]string{"one", "each"}},
		columns: axis{"line", [2]string{probes.LineShared, probes.LinePadded}, [2]string{"shared line", "padded"}, [2]string{"shared line", "padded"}},
		notes:   [2]string{"upper: true sharing, padding no cure", "lower: false sharing, padding cures it"},
	},
}

func counterName(s probes.Scenario) string {
	return map[[2]string]string{
		{probes.CounterOne, probes.LineShared}:  "one counter for all",
		{probes.CounterOne, probes.LinePadded}:  "one counter for all, padded",
		{probes.CounterEach, probes.LineShared}: "a counter each, on one line",
		{probes.CounterEach, probes.LinePadded}: "a counter each, padded",
	}[[2]string{s.Counter, s.Line}]
}

func counterCode(s probes.Scenario, lineBytes int) []string {
	target, where := "count", "all CPUs the same"
	if s.Counter == probes.CounterEach {
		target, where = "count[cpu]", "8 bytes apart"
		if s.Line == probes.LinePadded {
			where = fmt.Sprintf("%d bytes apart", lineBytes)
		}
	} else if s.Line == probes.LinePadded {
		where = "alone on its line"
	}
	act := map[string]string{
		probes.OpLock: "lock " + target + "++", probes.OpPlain: target + "++",
		probes.OpStore: target + " = n", probes.OpLoad: "read " + target,
	}[s.Op]
	if s.Batch > 1 {
		act = strings.TrimSuffix(act, "++") + fmt.Sprintf(" += %d", s.Batch)
	}
	text := act + ", " + where
	if s.Neighbours == probes.On {
		return []string{text + ", and read level, nr, ns", text + " + 3 reads", text, act}
	}
	return []string{text, act}
}

var neighbours = []widgets.Field{
	{Name: "level", Offset: counters.LevelOffset}, {Name: "nr", Offset: counters.NrOffset}, {Name: "ns", Offset: counters.NsOffset},
}

// counterMaps follows probes/counters: counters side by side before the
// neighbours, or each alone and the neighbours on a further line.
func counterMaps(s probes.Scenario, lineBytes int) []lineMap {
	names := counterNames(s)
	if s.Line == probes.LineShared {
		fit := min(len(names), counters.LevelOffset/counters.CounterBytes-1)
		line := lineMap{title: fmt.Sprintf("%d bytes", lineBytes)}
		for i, name := range names[:fit] {
			line.fields = append(line.fields, widgets.Field{Name: name, Offset: i * counters.CounterBytes, Written: true})
		}
		line.fields = append(line.fields, neighbours...)
		return append([]lineMap{line}, sideBySide(names[fit:], lineBytes, 1)...)
	}
	list := oneByOne(names, lineBytes)
	if s.Neighbours == probes.On || s.Observers > 0 {
		beside := lineMap{track: -1, first: len(list) * lineBytes}
		for _, f := range neighbours {
			beside.fields = append(beside.fields, widgets.Field{Name: f.Name, Offset: f.Offset - counters.LevelOffset})
		}
		list = append(list, beside)
	}
	return list
}

// sideBySide lays words out on as many lines as it takes, from a line on. The
// last word of each line is left to the one that names its owner.
func sideBySide(names []string, lineBytes, from int) []lineMap {
	var list []lineMap
	for perLine := lineBytes/counters.CounterBytes - 1; len(names) > 0; names = names[min(perLine, len(names)):] {
		line := from + len(list)
		m := lineMap{track: line, first: line * lineBytes}
		for i, name := range names[:min(perLine, len(names))] {
			m.fields = append(m.fields, widgets.Field{Name: name, Offset: i * counters.CounterBytes, Written: true})
		}
		list = append(list, m)
	}
	return list
}

// oneByOne gives each word a line.
func oneByOne(names []string, lineBytes int) []lineMap {
	var list []lineMap
	for i, name := range names {
		list = append(list, lineMap{track: i, first: i * lineBytes, fields: []widgets.Field{{Name: name, Written: true}}})
	}
	return list
}

// counterNames names each counter by the CPU that adds to it.
func counterNames(s probes.Scenario) []string {
	if s.Counter == probes.CounterOne {
		return []string{"count"}
	}
	return perCPU("cnt", "count", s)
}

// perCPU names a word for each CPU that writes one.
func perCPU(short, unknown string, s probes.Scenario) []string {
	var names []string
	cpus := s.CPUs.Numbers()
	for i := range max(1, s.Writers+s.Readers) {
		name := unknown
		if i < len(cpus) {
			name = fmt.Sprintf("%s %d", short, cpus[i])
		}
		names = append(names, name)
	}
	return names
}

func counterStill(s probes.Scenario) []string {
	switch {
	case s.Op == probes.OpLoad:
		return []string{"no hand-offs to show: all CPUs only read, and copies can be shared", "no hand-offs: reading moves no line"}
	case s.Writers+s.Readers == 0:
		return []string{"no hand-offs to show: nobody writes", "no hand-offs: nobody writes"}
	}
	return nil
}

func counterApart(s probes.Scenario) bool {
	return s.Counter == probes.CounterEach && s.Line == probes.LinePadded
}

func counterPrice(s probes.Scenario, lineBytes int) string {
	n := s.Writers + s.Readers
	switch {
	case s.Counter != probes.CounterEach || n < 2:
		return ""
	case s.Line == probes.LinePadded:
		return fmt.Sprintf("a total now takes %d reads and %d bytes", n, n*lineBytes)
	}
	return fmt.Sprintf("a total takes %d reads of one line", n)
}

func counterRefuse(s probes.Scenario, word string) string {
	if word == "batch" && (s.Op == probes.OpStore || s.Op == probes.OpLoad) {
		return "only an operation that adds can be gathered in batches. Press o for one."
	}
	return ""
}

func counterEffect(s probes.Scenario, word string, lineBytes int) string {
	switch word + "=" + s.Get(word) {
	case "op=lock":
		return "A locked add must own the line before it adds."
	case "op=plain":
		return "A plain add loses updates between CPUs, and a store buffer hides much of the wait."
	case "op=store":
		return "A store waits in the store buffer, so the CPU hardly feels that the line is away."
	case "op=load":
		return "Readers share a line: each keeps a copy, and nothing has to move."
	case "writers=1":
		return "One CPU adds, and nobody else wants its line."
	}
	switch word {
	case "writers":
		return fmt.Sprintf("%d CPUs add.", s.Writers)
	case "batch":
		if s.Batch <= 1 {
			return "Every addition goes to the line."
		}
		return fmt.Sprintf("Each CPU gathers %d additions in a register before it asks for the line.", s.Batch)
	case "observers":
		if s.Observers == 0 {
			return "Nobody only reads the neighbours now."
		}
		where := "beside the count: each write takes their copies away"
		if s.Line == probes.LinePadded {
			where = "on a line of their own, where no write disturbs them"
		}
		return fmt.Sprintf("%s only reading the fields %s.", wording.Count(s.Observers, "CPU"), where)
	}
	return sharingEffect(s, word, lineBytes)
}

// sharingEffect speaks of the words that counters and references have in
// common.
func sharingEffect(s probes.Scenario, word string, lineBytes int) string {
	switch word + "=" + s.Get(word) {
	case "counter=one":
		return "All CPUs write one counter: true sharing, which padding cannot cure."
	case "counter=each":
		return "Each CPU has a counter of its own; whether they share a line is for l to say."
	case "line=shared":
		return "Counters and neighbours lie on one line, and a line travels as a whole."
	case "line=padded":
		if s.Counter == probes.CounterEach {
			n := max(1, s.Writers+s.Readers)
			return fmt.Sprintf("Each counter has a line of its own; the price: a total takes %d reads and %d bytes.", n, n*lineBytes)
		}
		return "The counter has a line to itself, but all CPUs still write it."
	case "neighbours=on":
		return "Each operation also reads fields beside the count, and misses when their line is away."
	case "neighbours=off":
		return "The fields beside the count are no longer read."
	}
	return ""
}

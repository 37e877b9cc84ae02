package lab

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/counters"
	"linebounce/sim/paths"
	"linebounce/ui/tui/widgets"
)

// lineMap is one cache line as it is drawn: what lies where on it.
type lineMap struct {
	title  string
	track  int // its place among the strips of a burst, -1 for a line nobody counts on
	fields []widgets.Field
	first  int // byte offset of its beginning, in the structure or the array
}

// maps lays out the lines of an arm's scenario as its probe places them. It
// returns none for an arm without lines of its own: a real socket without a
// path.
func maps(e *experiment, s probes.Scenario, lineBytes int) []lineMap {
	switch {
	case s.Path != "":
		return messageMaps(s)
	case e.knows("op"):
		return counterMaps(s, lineBytes)
	}
	return nil
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
		list := []lineMap{line}
		for rest, perLine := names[fit:], lineBytes/counters.CounterBytes-1; len(rest) > 0; rest = rest[min(perLine, len(rest)):] {
			more := lineMap{track: len(list), first: len(list) * lineBytes}
			for i, name := range rest[:min(perLine, len(rest))] {
				more.fields = append(more.fields, widgets.Field{Name: name, Offset: i * counters.CounterBytes, Written: true})
			}
			list = append(list, more)
		}
		return list
	}
	var list []lineMap
	for i, name := range names {
		list = append(list, lineMap{track: i, first: i * lineBytes, fields: []widgets.Field{{Name: name, Written: true}}})
	}
	if s.Neighbours == probes.On || s.Observers > 0 {
		beside := lineMap{track: -1, first: len(list) * lineBytes}
		for _, f := range neighbours {
			beside.fields = append(beside.fields, widgets.Field{Name: f.Name, Offset: f.Offset - counters.LevelOffset})
		}
		list = append(list, beside)
	}
	return list
}

// counterNames names each counter by the CPU that adds to it.
func counterNames(s probes.Scenario) []string {
	if s.Counter == probes.CounterOne {
		return []string{"count"}
	}
	var names []string
	cpus := s.CPUs.Numbers()
	for i := range max(1, s.Writers+s.Readers) {
		name := "count"
		if i < len(cpus) {
			name = fmt.Sprintf("cnt %d", cpus[i])
		}
		names = append(names, name)
	}
	return names
}

// shownFields are the fields of 2011 that the paths read, and enough of the
// others to see what lies between.
var shownFields = map[paths.Object][]string{
	paths.Pid:  {"count", "level", "tasks", "rcu", "nr", "ns"},
	paths.Cred: {"count", "uid", "euid", "egid", "fsuid", "caps"},
}

// surroundings are those that no path reads.
var surroundings = map[string]bool{"tasks": true, "rcu": true, "uid": true, "fsuid": true, "caps": true}

// messageMaps follows probes/references: the structures of Linux 3.0.
func messageMaps(s probes.Scenario) []lineMap {
	var list []lineMap
	track := 0
	for _, layout := range []paths.Layout{paths.Pid2011, paths.Cred2011} {
		title := "struct " + string(layout.Object)
		apart := s.Counter == probes.CounterEach && s.Line == probes.LinePadded
		lines := 1
		if apart {
			lines = 2
		}
		for i := range lines {
			line := lineMap{title: title, track: track}
			if apart {
				line.title = fmt.Sprintf("%s %d", layout.Object, cpuOf(s, i))
			}
			if s.Line == probes.LinePadded {
				line.fields = []widgets.Field{{Name: "count", Written: true}}
			} else {
				line.fields = structFields(layout, s)
			}
			list = append(list, line)
			track++
		}
	}
	return list
}

func structFields(layout paths.Layout, s probes.Scenario) []widgets.Field {
	var fields []widgets.Field
	for _, name := range shownFields[layout.Object] {
		fields = append(fields, widgets.Field{Name: name, Offset: layout.Offset(name), Written: name == "count", Context: surroundings[name]})
	}
	if s.Counter == probes.CounterEach { // the second count lies in space that no path touches
		second := "tasks"
		if layout.Object == paths.Cred {
			second = "caps"
		}
		for i := range fields {
			if fields[i].Name == second {
				fields[i] = widgets.Field{Name: "count", Offset: fields[i].Offset, Written: true}
			}
		}
	}
	return fields
}

func cpuOf(s probes.Scenario, worker int) int {
	if cpus := s.CPUs.Numbers(); worker < len(cpus) {
		return cpus[worker]
	}
	return worker
}

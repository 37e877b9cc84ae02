package references

import (
	"fmt"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/sim/paths"
)

const (
	// shortest is the least line length that the layouts are made for: on a
	// shorter one the fields of 2011 would not lie on their count's line.
	shortest = 64

	// room is how many stays each worker logs of one line in a window.
	room = 1 << 15

	// perObject is how many lines an object takes at most: two counts and the
	// fields. stride keeps lines in use from being neighbours, for some
	// prefetchers fetch lines in pairs.
	perObject = 3
	stride    = 2
)

// layouts are the structures whose references are counted.
var layouts = []paths.Layout{paths.Pid2011, paths.Cred2011}

// spare says where the structures of 2011 have space on their count's line
// that no path touches: for the owner word, and for a second CPU's count.
var spare = map[paths.Object]struct{ owner, second int }{
	paths.Pid:  {paths.Pid2011.Offset("rcu"), paths.Pid2011.Offset("tasks")},
	paths.Cred: {paths.Cred2011.Offset("caps"), paths.Cred2011.Offset("caps") + 8},
}

// object is one structure in memory. What there is one of, both CPUs share.
type object struct {
	counts  []*int32          // one, or one for each worker
	tracked []*ownership.Line // the lines that the counts lie on, one or one for each worker
	fields  map[string]*int32 // what the paths read
}

func (o *object) count(worker int) *int32 { return o.counts[min(worker, len(o.counts)-1)] }

func (o *object) log(worker int) *ownership.Log {
	return o.tracked[min(worker, len(o.tracked)-1)].Log(worker)
}

// Lines is how many lines both structures take at most.
const Lines = 2 * perObject * stride

// place lays both structures out from a line on.
//
//	shared line: everything at its offset of 2011, a second count in spare space
//	padded:      each count alone on a line, the fields together on another
func place(memory *lines.Memory, first int, s probes.Scenario) map[paths.Object]*object {
	objects := map[paths.Object]*object{}
	for i, layout := range layouts {
		objects[layout.Object] = placeOne(memory, first+i*perObject*stride, layout, s)
	}
	return objects
}

func placeOne(memory *lines.Memory, line int, layout paths.Layout, s probes.Scenario) *object {
	o := &object{fields: map[string]*int32{}}
	name, at := string(layout.Object), spare[layout.Object]
	count := func(line, offset int) { o.counts = append(o.counts, (*int32)(memory.At(line, offset))) }
	track := func(line int, name string) {
		o.tracked = append(o.tracked, ownership.NewLine(name, (*atomic.Uint64)(memory.At(line, at.owner)), 2, room))
	}
	first := layout.Offset("count")
	count(line, first)
	switch each := s.Counter == probes.CounterEach; {
	case each && s.Line == probes.LinePadded:
		count(line+stride, first)
		for worker := range 2 {
			track(line+worker*stride, fmt.Sprintf("%s %d", name, cpuOf(s, worker)))
		}
	case each:
		count(line, at.second)
		track(line, name)
	default:
		track(line, name)
	}
	if s.Line == probes.LinePadded {
		line += (perObject - 1) * stride
	}
	for _, f := range layout.Fields {
		if f.Offset < shortest {
			o.fields[f.Name] = (*int32)(memory.At(line, f.Offset))
		}
	}
	return o
}

// cpuOf returns the CPU that a scenario names for a worker, or else its index.
func cpuOf(s probes.Scenario, worker int) int {
	if cpus := s.CPUs.Numbers(); worker < len(cpus) {
		return cpus[worker]
	}
	return worker
}

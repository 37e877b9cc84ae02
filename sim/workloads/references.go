package workloads

import (
	"linebounce/sim"
	"linebounce/sim/paths"
)

// References is what a message costs in references and field reads, and how
// much of it is switched on.
type References struct {
	Program paths.Program
	Today   bool // the structures lie in memory as in Linux 6.18, not as in 3.0
	NoPid   bool // without the references on struct pid
	NoCred  bool // without those on struct cred
	NoReads bool // without reading the fields beside the counts
	Each    bool // a count for each task instead of one for all
	Padded  bool // each count alone on a line instead of together with the fields
}

// structure is a layout with the bytes of its first line that no path touches:
// room for more counts than one.
type structure struct {
	paths.Layout
	spare, end int
}

var (
	structures2011 = []structure{
		{paths.Pid2011, paths.Pid2011.Offset("tasks"), paths.Pid2011.Offset("nr")},
		{paths.Cred2011, paths.Cred2011.Offset("caps"), firstLine},
	}
	structuresToday = []structure{
		{paths.PidToday, paths.PidToday.Offset("ino"), firstLine},
		{paths.CredToday, paths.CredToday.Offset("caps"), firstLine},
	}
)

const (
	firstLine = 64 // bytes of a structure that lie on one line with its count
	refBytes  = 4  // in a reference count
	stride    = 2  // lines from one in use to the next, for some prefetchers fetch pairs
)

// object is one structure in memory.
type object struct {
	counts []int // addresses, one or one for each task
	fields map[string]int
}

func (o object) count(task int) int { return o.counts[min(task, len(o.counts)-1)] }

type objects map[paths.Object]object

// place lays both structures out for so many tasks.
//
//	shared line: everything at its offset, further counts in spare space
//	padded:      each count alone on a line, the fields together behind them
func (r References) place(b *Built, tasks, lineBytes int) objects {
	placed := objects{}
	layouts := structures2011
	if r.Today {
		layouts = structuresToday
	}
	for _, layout := range layouts {
		placed[layout.Object] = r.placeOne(b, layout, tasks, lineBytes)
	}
	return placed
}

func (r References) placeOne(b *Built, layout structure, tasks, lineBytes int) object {
	o := object{fields: map[string]int{}}
	first, counts := b.Bytes, 1
	if r.Each {
		counts = tasks
	}
	for i := range counts {
		o.counts = append(o.counts, r.countAt(i, first, layout, lineBytes))
	}
	fields, end := first, max(first+layout.Size, o.counts[counts-1]+refBytes)
	if r.Padded {
		fields = o.counts[counts-1] + stride*lineBytes
		end = fields + layout.Size
	}
	for _, f := range layout.Fields {
		o.fields[f.Name] = fields + f.Offset
	}
	b.Bytes = ((end+lineBytes-1)/lineBytes + stride - 1) * lineBytes
	r.describe(b, string(layout.Object), o, lineBytes)
	return o
}

// countAt returns where count i of the structure at first lies. Counts for
// which there is no room beside the fields follow on lines behind them.
func (r References) countAt(i, first int, layout structure, lineBytes int) int {
	room := (layout.end - layout.spare) / refBytes
	switch {
	case r.Padded:
		return first + i*stride*lineBytes
	case i == 0:
		return first
	case i <= room:
		return first + layout.spare + (i-1)*refBytes
	}
	behind := (layout.Size + lineBytes - 1) / lineBytes * lineBytes
	return first + behind + (i-1-room)*refBytes
}

// describe names the words of a structure and the lines of its counts.
func (r References) describe(b *Built, name string, o object, lineBytes int) {
	for field, addr := range o.fields {
		if field != "count" {
			b.name(addr, name+"."+field)
		}
	}
	var lines []int
	for i, addr := range o.counts {
		b.name(addr, numbered(name+".count", i, len(o.counts)))
		if line := addr / lineBytes; len(lines) == 0 || lines[len(lines)-1] != line {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		b.Lines = append(b.Lines, Line{numbered(name, i, len(lines)), int32(line * lineBytes)})
	}
}

// compile turns steps into operations of one task, leaving out what is
// switched off.
func (r References) compile(placed objects, steps []paths.Step, task int) []sim.Op {
	off := map[paths.Object]bool{paths.Pid: r.NoPid, paths.Cred: r.NoCred}
	var ops []sim.Op
	for _, s := range steps {
		o := placed[s.Object]
		switch {
		case s.Delta == 0 && !r.NoReads:
			ops = append(ops, sim.Op{Kind: sim.Load, Addr: int32(o.fields[s.Field])})
		case s.Delta != 0 && !off[s.Object]:
			ops = append(ops, sim.Op{Kind: sim.Add, Addr: int32(o.count(task))})
		}
	}
	return ops
}

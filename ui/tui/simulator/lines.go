package simulator

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"linebounce/sim"
	"linebounce/ui/tui/widgets"
)

// line is one line of the model as it is drawn.
type line struct {
	number int // in the model
	title  string
	called string // in sentences
	slots  bool   // of a ring, and nothing else
	fields []widgets.Field
}

// ownLines is how many letters stand beside a CPU.
const ownLines = 2

// layLines finds the lines that tasks touch and what lies on them.
func (st *stage) layLines() {
	unit := int32(st.machine.UnitBytes)
	touched, written := map[int32]bool{}, map[int32]bool{}
	st.waitedFor = map[int32]bool{}
	byCPU := make([]map[int32]bool, len(st.own))
	for i, t := range st.built.Tasks {
		c := st.built.CPUs[i]
		byCPU[c] = map[int32]bool{}
		for _, op := range t.Program {
			if op.Kind.Accesses() {
				touched[op.Addr] = true
				written[op.Addr] = written[op.Addr] || op.Kind.Writes()
				byCPU[c][op.Addr/unit] = true
			}
			switch op.Kind {
			case sim.Lock, sim.TAS, sim.TTAS, sim.Await:
				st.waitedFor[op.Addr] = true
			}
		}
	}
	names := map[int32]string{}
	for _, l := range st.built.Lines {
		names[l.Addr/unit] = l.Name
	}
	numbers := slices.Collect(maps.Keys(names))
	for addr := range touched {
		if _, known := names[addr/unit]; !known {
			names[addr/unit] = ""
			numbers = append(numbers, addr/unit)
		}
	}
	isWritten := func(number int32) int {
		for addr := range written {
			if written[addr] && addr/unit == number {
				return 0
			}
		}
		return 1
	}
	isKnown := func(number int32) int {
		if names[number] != "" {
			return 0
		}
		return 1
	}
	slices.SortFunc(numbers, func(a, b int32) int {
		return cmp.Or(cmp.Compare(isWritten(a), isWritten(b)), cmp.Compare(isKnown(a), isKnown(b)), cmp.Compare(a, b))
	})
	for _, number := range numbers {
		l := line{number: int(number), fields: st.fields(number*unit, unit, touched, written)}
		l.title = title(names[number], l.fields, len(numbers), int(unit))
		l.fields, l.slots = folded(l.fields)
		l.called = called(l, len(numbers))
		st.lines = append(st.lines, l)
	}
	for c := range st.own {
		for i, l := range st.lines {
			if byCPU[c][int32(l.number)] && len(st.own[c]) < ownLines && !l.slots {
				st.own[c] = append(st.own[c], i)
			}
		}
	}
}

// fields are the named words from an address on.
func (st *stage) fields(first, unit int32, touched, written map[int32]bool) []widgets.Field {
	var fields []widgets.Field
	for addr, name := range st.built.Names {
		if addr >= first && addr < first+unit {
			fields = append(fields, widgets.Field{Name: st.word(name), Offset: int(addr - first), Written: written[addr], Context: !touched[addr]})
		}
	}
	slices.SortFunc(fields, func(a, b widgets.Field) int { return cmp.Compare(a.Offset, b.Offset) })
	return fields
}

// word shortens a word's name: without its structure, and a count or a lock of
// several by the CPU whose it is.
func (st *stage) word(name string) string {
	if _, field, found := strings.Cut(name, "."); found {
		name = field
	}
	for _, own := range []struct{ prefix, short string }{{"count ", "cnt"}, {"lock ", "lock"}} {
		number, found := strings.CutPrefix(name, own.prefix)
		if task, err := strconv.Atoi(number); found && err == nil && task < len(st.built.CPUs) {
			return fmt.Sprintf("%s %d", own.short, st.built.CPUs[task])
		}
	}
	return name
}

// title is what a line's border says: the structure or the only line's length.
func title(name string, fields []widgets.Field, lines, unit int) string {
	object, _, _ := strings.Cut(name, " ")
	switch {
	case object == "pid" || object == "cred":
		if len(fields) > 1 {
			return "struct " + name
		}
		return name
	case lines == 1:
		return fmt.Sprintf("%d bytes", unit)
	}
	return ""
}

// folded makes one field of a ring's slots that lie side by side, and reports
// whether there is nothing else.
func folded(fields []widgets.Field) (list []widgets.Field, slots bool) {
	first, last := "", ""
	for _, f := range fields {
		number, is := strings.CutPrefix(f.Name, "slot ")
		if !is {
			return fields, false
		}
		if first == "" {
			first = number
		}
		last = number
	}
	if first == "" {
		return fields, false
	}
	f := fields[0]
	f.Name = "slots " + first + "-" + last
	return []widgets.Field{f}, true
}

// called is how sentences call one of so many lines.
func called(l line, of int) string {
	has := func(name string) bool {
		return slices.ContainsFunc(l.fields, func(f widgets.Field) bool { return f.Name == name })
	}
	switch {
	case strings.HasPrefix(l.title, "struct "):
		return l.title
	case of == 1:
		return "the line"
	case len(l.fields) == 1 && (has("lock") || has("integer")):
		return "the line of the " + l.fields[0].Name
	case len(l.fields) == 1:
		return "the line of " + l.fields[0].Name
	case l.title != "":
		return "the line of " + l.title
	case has("sent") && has("received"):
		return "the line of both indices"
	case has("lock"):
		return "the line of the lock"
	}
	return fmt.Sprintf("line %d", l.number)
}

// called is how sentences call a line of the model.
func (st *stage) called(number int) string {
	for _, l := range st.lines {
		if l.number == number {
			return l.called
		}
	}
	return fmt.Sprintf("line %d", number)
}

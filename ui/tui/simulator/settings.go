package simulator

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/sim"
	"linebounce/ui/tui/widgets"
)

// The experiments that the model runs here, by their names in the catalog.
const (
	counters = "counters"
	messages = "messages"
)

// settings is everything that the keys change. Two that are equal give the same
// trace, event for event.
type settings struct {
	experiment string
	machine    string // name of a preset
	cpus       int
	scenario   probes.Scenario // its workers follow from cpus and its observers
	protocol   sim.Protocol
	home       sim.Home
	fault      sim.Fault
}

// scenarios are what each experiment begins with.
var scenarios = map[string]probes.Scenario{
	counters: {Counter: probes.CounterOne, Line: probes.LineShared},
	messages: {Path: simulated.Always.Path, Counter: probes.CounterOne, Line: probes.LineShared},
}

// usual is what the room opens with: the machine and the path of the mail of
// 2011, half of its CPUs.
func usual(p machines.Preset) settings {
	return settings{
		experiment: messages, machine: p.Name, cpus: 8, scenario: scenarios[messages], protocol: p.Protocol, home: p.Home,
	}
}

// complete returns the scenario with its workers on all CPUs: senders and
// receivers in turn, or adders and behind them observers.
func (s settings) complete() probes.Scenario {
	all := s.scenario
	var cpus []int
	switch s.experiment {
	case messages:
		all.Writers, all.Readers = s.cpus/2, s.cpus/2
		for side := range 2 {
			for i := range s.cpus / 2 {
				cpus = append(cpus, 2*i+side)
			}
		}
	default:
		all.Writers = s.cpus - s.scenario.Observers
		for c := range s.cpus {
			cpus = append(cpus, c)
		}
	}
	all.CPUs = probes.NewCPUList(cpus...)
	return all
}

// preset returns a preset with the protocol and the home that were chosen.
func (s settings) preset(list []machines.Preset) machines.Preset {
	i := slices.IndexFunc(list, func(p machines.Preset) bool { return p.Name == s.machine })
	p := list[max(i, 0)]
	p.Protocol, p.Home = s.protocol, s.home
	return p
}

// stage is settings laid out: what the model runs and what to draw of it.
type stage struct {
	machine      sim.Machine
	extrapolated bool
	built        simulated.Laid
	roles        []string // by CPU
	lines        []line   // those that tasks touch, those they write first
	own          [][]int  // by CPU, which of lines its state letters are of
	cell         sim.Time // of a lane
}

// line is one line of the model as it is drawn.
type line struct {
	number int // in the model
	title  string
	fields []widgets.Field
}

// ownLines is how many letters stand beside a CPU.
const ownLines = 2

// lay lays settings out, or says which of them the machine cannot have.
func (s settings) lay(list []machines.Preset) (stage, error) {
	m, err := simulated.Presets(s.preset(list), machines.Evenly)(s.cpus)
	if err != nil {
		return stage{}, err
	}
	built, err := m.Lay(s.experiment, s.complete())
	if err != nil {
		return stage{}, err
	}
	st := stage{machine: m.Machine, extrapolated: m.Extrapolated, built: built, roles: make([]string, s.cpus), own: make([][]int, s.cpus)}
	for i, c := range built.CPUs {
		st.roles[c] = string(built.Roles[i])
	}
	st.layLines()
	st.cell = cellTime(m.Machine, s.experiment)
	return st, nil
}

// layLines finds the lines that tasks touch and what lies on them.
func (st *stage) layLines() {
	unit := int32(st.machine.UnitBytes)
	touched, written := map[int32]bool{}, map[int32]bool{}
	byCPU := make([]map[int32]bool, len(st.own))
	for i, t := range st.built.Tasks {
		c := st.built.CPUs[i]
		byCPU[c] = map[int32]bool{}
		for _, op := range t.Program {
			switch op.Kind {
			case sim.Load, sim.Store, sim.Add:
				touched[op.Addr] = true
				written[op.Addr] = written[op.Addr] || op.Kind != sim.Load
				byCPU[c][op.Addr/unit] = true
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
	slices.SortFunc(numbers, func(a, b int32) int {
		return cmp.Or(cmp.Compare(isWritten(a), isWritten(b)), cmp.Compare(a, b))
	})
	for _, number := range numbers {
		fields := st.fields(number*unit, unit, touched, written)
		st.lines = append(st.lines, line{int(number), title(names[number], fields, len(numbers), int(unit)), fields})
	}
	for c := range st.own {
		for i, l := range st.lines {
			if byCPU[c][int32(l.number)] && len(st.own[c]) < ownLines {
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

// word shortens a word's name: without its structure, and a count of several by
// the CPU whose it is.
func (st *stage) word(name string) string {
	if _, field, found := strings.Cut(name, "."); found {
		name = field
	}
	if number, found := strings.CutPrefix(name, "count "); found {
		if task, err := strconv.Atoi(number); err == nil && task < len(st.built.CPUs) {
			return fmt.Sprintf("cnt %d", st.built.CPUs[task])
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

// called is how sentences call a line.
func (st *stage) called(number int) string {
	for _, l := range st.lines {
		if l.number == number {
			switch {
			case strings.HasPrefix(l.title, "struct "):
				return l.title
			case len(st.lines) == 1:
				return "the line"
			case len(l.fields) == 1:
				return "the line of " + l.fields[0].Name
			case l.title != "":
				return "the line of " + l.title
			}
		}
	}
	return fmt.Sprintf("line %d", number)
}

// cellTime is how long a cell of a lane lasts, so that the longest way of a
// line takes about ten cells where CPUs do nothing else and two where messages
// have other work between.
func cellTime(m sim.Machine, experiment string) sim.Time {
	longest := m.Latency.Clean
	for a := range m.CPUs() {
		longest = max(longest, m.Latency.Transfer[m.Distance(0, a)])
	}
	part := longest / 10
	if experiment == messages {
		part = longest / 2
	}
	return nice(part)
}

// nice rounds a time to 1, 2 or 5 times a power of ten, at least a nanosecond.
func nice(t sim.Time) sim.Time {
	for unit := sim.Nanosecond; ; unit *= 10 {
		for _, step := range []sim.Time{1, 2, 5} {
			if t <= step*unit*5/4 {
				return step * unit
			}
		}
	}
}

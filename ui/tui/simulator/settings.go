package simulator

import (
	"slices"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/sim"
)

// settings is everything that the keys change. Two that are equal give the same
// trace, event for event.
type settings struct {
	experiment string
	machine    string // name of a preset
	cpus       int
	fill       machines.Fill   // where they sit
	exact      bool            // the scenario says how many work; else all do
	scenario   probes.Scenario // where all work, its workers follow from cpus and its observers
	protocol   sim.Protocol
	home       sim.Home
	fault      sim.Fault
}

// usual is what the room opens with: the machine and the path of the mail of
// 2011, half of its CPUs.
func usual(p machines.Preset) settings {
	return settings{
		experiment: messages, machine: p.Name, cpus: 8, fill: machines.Evenly, scenario: all[0].scenario, protocol: p.Protocol, home: p.Home,
	}
}

// complete returns the scenario with its workers placed, on all CPUs if the
// scenario does not say how many there are: senders and receivers in turn, else
// one behind the other and observers last.
func (s settings) complete() probes.Scenario {
	full, cast := s.scenario, s.of().cast
	if !s.exact {
		full.CPUs = ""
		switch cast {
		case pairs:
			full.Writers, full.Readers = s.cpus/2, s.cpus/2
		case readers:
			full.Readers = s.cpus
		default:
			full.Writers = s.cpus - s.scenario.Observers
		}
	}
	if full.CPUs != "" {
		return full
	}
	cpus := make([]int, full.Workers())
	for i := range cpus {
		if cpus[i] = i; cast == pairs {
			cpus[i] = 2*(i%full.Writers) + i/full.Writers
		}
	}
	full.CPUs = probes.NewCPUList(cpus...)
	return full
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
	roles        []string       // by CPU
	lines        []line         // those that tasks touch, those they write first
	waitedFor    map[int32]bool // addresses of locks and of indices of rings
	own          [][]int        // by CPU, which of lines its state letters are of
	cell         sim.Time       // of a lane
}

// lay lays settings out, or says which of them the machine cannot have.
func (s settings) lay(list []machines.Preset) (stage, error) {
	m, err := simulated.Presets(s.preset(list), s.fill)(s.cpus)
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
	st.cell = cellTime(m.Machine, s.of().busy)
	return st, nil
}

// cellTime is how long a cell of a lane lasts, so that the longest way of a
// line takes about ten cells where CPUs do nothing else and two where they have
// other work between.
func cellTime(m sim.Machine, busy bool) sim.Time {
	longest := m.Latency.Clean
	for a := range m.CPUs() {
		longest = max(longest, m.Latency.Transfer[m.Distance(0, a)])
	}
	part := longest / 10
	if busy {
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

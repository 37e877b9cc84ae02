package simulated

import (
	"cmp"
	"context"
	"math"
	"slices"

	"linebounce/probes"
	"linebounce/sim"
)

// stayRoom is how many stays of a line a window keeps.
const stayRoom = 1 << 16

// watched is a line of an arm, and the simulation that keeps its stays. The
// model keeps those of one line, so each line that changes hands has a
// simulation to itself: told the same, they all go the same way.
type watched struct {
	name    string
	number  int
	writers []int // CPUs, as the scenario names them
	sim     *sim.Sim
}

// watch makes an arm's captures ready.
func (s *session) watch(ctx context.Context, r *running) error {
	if len(r.capture) > 0 {
		return nil
	}
	first, err := s.start(ctx, r)
	if err != nil {
		return err
	}
	capture, free := []*sim.Sim{first}, true
	var lines []watched
	for _, l := range r.Lines {
		w := watched{name: l.Name, number: int(l.Addr) / s.source.Model.Machine.UnitBytes, sim: first}
		w.writers = r.writers(w.number, s.source.Model.Machine.UnitBytes)
		if w.shared() && !free {
			if w.sim, err = s.start(ctx, r); err != nil {
				return err
			}
			capture = append(capture, w.sim)
		}
		free = free && !w.shared()
		lines = append(lines, w)
	}
	r.capture, r.watched = capture, lines
	return nil
}

func (w watched) shared() bool { return len(w.writers) > 1 }

// writers returns the CPUs whose tasks write a line.
func (r *running) writers(line, unit int) []int {
	var cpus []int
	for task, t := range r.Tasks {
		if slices.ContainsFunc(t.Program, func(op sim.Op) bool {
			return op.Kind.Writes() && int(op.Addr)/unit == line
		}) {
			cpus = append(cpus, r.cpus[task])
		}
	}
	return cpus
}

// follow simulates one window in which the stays of every line are kept, and
// adds them to the reading.
func (s *session) follow(ctx context.Context, r *running, reading *probes.Reading) error {
	before := make([]int64, len(r.watched))
	for i, w := range r.watched {
		before[i] = w.sim.Line(w.number).Writes
		if w.shared() {
			w.sim.KeepStays(w.number, stayRoom)
		}
	}
	for _, simulated := range r.capture {
		if err := advance(ctx, simulated, s.window); err != nil {
			return err
		}
	}
	burst := &probes.Burst{Method: probes.ByModel}
	for i, w := range r.watched {
		use := probes.LineUse{Name: w.name, Ops: w.sim.Line(w.number).Writes - before[i]}
		var stays []probes.Stay
		switch {
		case w.shared():
			stays = named(s.source.Model, w.sim.Stays(w.number))
			use.Handoffs, use.Stays = handoffs(stays), summarize(stays)
		case len(w.writers) == 1: // one stay, which does not end
			stays = []probes.Stay{{CPU: w.writers[0], Ops: use.Ops}}
		}
		reading.Lines = append(reading.Lines, use)
		burst.Strips = append(burst.Strips, strip(w.name, stays, s.plan.Burst))
	}
	if s.plan.Burst > 0 && len(r.watched) > 0 {
		reading.Burst = burst
	}
	return nil
}

// named turns the model's CPUs into those of the scenario.
func named(m Model, stays []sim.Stay) []probes.Stay {
	list := make([]probes.Stay, len(stays))
	for i, s := range stays {
		list[i] = probes.Stay{CPU: m.Topology.CPUs[s.CPU].Number, Ops: s.Ops}
	}
	return list
}

// handoffs counts those between stays, by both CPUs.
func handoffs(stays []probes.Stay) []probes.Handoff {
	counts := map[[2]int]int64{}
	for i := 1; i < len(stays); i++ {
		counts[[2]int{stays[i-1].CPU, stays[i].CPU}]++
	}
	var list []probes.Handoff
	for pair, n := range counts {
		list = append(list, probes.Handoff{From: pair[0], To: pair[1], Count: n})
	}
	slices.SortFunc(list, func(a, b probes.Handoff) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}

func summarize(stays []probes.Stay) probes.StayStats {
	if len(stays) == 0 {
		return probes.StayStats{}
	}
	lengths := make([]int64, len(stays))
	var sum int64
	for i, s := range stays {
		lengths[i] = s.Ops
		sum += s.Ops
	}
	slices.Sort(lengths)
	at := func(share float64) float64 { return float64(lengths[int(math.Round(share*float64(len(lengths)-1)))]) }
	return probes.StayStats{Logged: len(stays), P10: at(0.1), Median: at(0.5), P90: at(0.9), Mean: float64(sum) / float64(len(stays))}
}

// strip is the first operations of the window, up to limit of them.
func strip(name string, stays []probes.Stay, limit int) probes.Strip {
	s := probes.Strip{Line: name, PerCPU: map[int]int64{}}
	room := int64(limit)
	for _, stay := range stays {
		stay.Ops = min(stay.Ops, room)
		if stay.Ops == 0 {
			break
		}
		room -= stay.Ops
		s.Stays = append(s.Stays, stay)
		s.PerCPU[stay.CPU] += stay.Ops
	}
	return s
}

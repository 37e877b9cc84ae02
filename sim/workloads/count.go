package workloads

import "linebounce/sim"

// Count is what a simulation has done so far, or did in a stretch of it.
type Count struct {
	Time       sim.Time
	Operations int64 // on counts and locks
	Sent       int64 // messages
	Received   int64
	Accesses   int64 // loads, stores and locked operations, hits and misses
	Transfers  int64 // of all lines
}

// Units returns how many units of its work a task has done.
func (b Built) Units(s *sim.Sim, task int) int64 {
	t := b.Tasks[task]
	n := 0
	for _, op := range t.Program {
		switch op.Kind {
		case sim.Count:
			return s.Done(task)
		case sim.Load, sim.Store, sim.Add:
			n++
		}
	}
	return s.CPU(t.CPU).Ops / int64(max(n, 1)) // such a task has its CPU to itself
}

// Count returns what a simulation of b on a machine with so many CPUs has done.
func (b Built) Count(s *sim.Sim, cpus int) Count {
	c := Count{Time: s.Now()}
	for task, r := range b.Rounds {
		n := b.Units(s, task)
		c.Operations += n * int64(r.Operations)
		c.Sent += n * int64(r.Sent)
		c.Received += n * int64(r.Received)
	}
	for cpu := range cpus {
		c.Accesses += s.CPU(cpu).Ops
	}
	for line := range s.Lines() {
		c.Transfers += s.Line(line).Transfers
	}
	return c
}

// Since returns what was done after an earlier moment.
func (c Count) Since(before Count) Count {
	return Count{
		c.Time - before.Time, c.Operations - before.Operations, c.Sent - before.Sent, c.Received - before.Received,
		c.Accesses - before.Accesses, c.Transfers - before.Transfers,
	}
}

// PerSecond turns a number of the stretch into a rate.
func (c Count) PerSecond(n int64) float64 { return float64(n) / (float64(c.Time) / 1e12) }

package sim

import "fmt"

// What a workload may ask for at most: more is a slip, and would only take
// memory or overflow the clock.
const (
	maxLines   = 1 << 22
	maxCopies  = 1 << 27     // lines times CPUs, 8 bytes each
	maxCompute = 1000 * 1e12 // a thousand
	finish     = kinds       // stands behind a task's last operation
	maxSlots   = 1 << 30     // of a ring, so that its indices may wrap
)

// load lays a workload out: memory, queues, rings and locks, then the tasks.
func (s *Sim) load(w Workload) error {
	unit := s.machine.UnitBytes
	if most := min(maxLines, maxCopies/s.n) * unit; w.Bytes < 0 || w.Bytes > most {
		return fmt.Errorf("the workload has %d bytes of memory; with %d CPUs and lines of %d bytes it must be 0 to %d", w.Bytes, s.n, unit, most)
	}
	lines := (w.Bytes + unit - 1) / unit
	s.layCPUs()
	s.layLines(lines)
	for i, q := range w.Queues {
		if q.Capacity < 1 {
			return fmt.Errorf("queue %d has room for %d messages; it needs room for one", i, q.Capacity)
		}
		s.queues = append(s.queues, queue{capacity: q.Capacity, senders: empty, receivers: empty})
	}
	v := validator{workload: w, words: map[int32]word{}, locks: map[int32]int32{}, ends: map[int32]int{}}
	if err := v.checkRings(); err != nil {
		return err
	}
	for _, r := range w.Rings {
		s.rings = append(s.rings, ring{Ring: r})
	}
	for i, t := range w.Tasks {
		if err := s.loadTask(i, &v); err != nil {
			return fmt.Errorf("task %d, %q: %w", i, t.Name, err)
		}
	}
	s.locks = make([]lock, len(v.locks))
	s.live = len(s.tasks)
	return nil
}

func (s *Sim) layCPUs() {
	s.words = (s.n + 63) / 64
	s.cpus = make([]cpu, s.n)
	s.places = make([]place, s.n)
	s.ready = make([]list, s.n+1)
	s.idle = make([]uint64, s.words)
	s.found = make([]int32, 0, s.n)
	for i := range s.ready {
		s.ready[i] = empty
	}
	for c := range s.cpus {
		s.cpus[c] = cpu{task: nobody, onLine: nobody, next: nobody}
		s.places[c] = s.machine.place(c)
	}
}

func (s *Sim) layLines(n int) {
	s.lines = make([]line, n)
	for i := range s.lines {
		s.lines[i] = line{serving: nobody, head: nobody, tail: nobody, holder: nobody, giver: nobody, writer: nobody}
	}
	s.copies = make([]copyOf, n*s.n)
	s.sharers = make([]uint64, n*s.words)
	s.events = newCalendar(s.n + n)
}

// loadTask makes a task's program ready and puts the task among those that can
// run.
func (s *Sim) loadTask(i int, v *validator) error {
	t := v.workload.Tasks[i]
	switch {
	case len(t.Program) == 0:
		return fmt.Errorf("its program is empty")
	case t.Rounds < 0:
		return fmt.Errorf("its program runs %d times; 0 means for ever", t.Rounds)
	case t.CPU < -1 || t.CPU >= s.n:
		return fmt.Errorf("it runs on CPU %d; it must be -1, for any, or 0 to %d", t.CPU, s.n-1)
	}
	if err := v.checkProgram(i); err != nil {
		return err
	}
	first := int32(len(s.code))
	for _, op := range t.Program {
		s.code = append(s.code, s.compile(op, v.locks))
	}
	last := int32(len(s.code))
	s.code = append(s.code, code{Op: Op{Kind: finish}, line: nobody})
	number := int32(len(s.tasks))
	s.tasks = append(s.tasks, task{first: first, resume: first, last: last, rounds: t.Rounds, pin: int32(t.CPU), next: nobody})
	s.enqueue(s.readyList(number), number)
	return nil
}

// compile turns addresses into lines and locks.
func (s *Sim) compile(op Op, locks map[int32]int32) code {
	c := code{Op: op, line: nobody}
	if !op.Kind.Accesses() {
		return c
	}
	c.line, c.cost = op.Addr/int32(s.machine.UnitBytes), s.machine.Latency.Hit
	if op.Kind.Locked() {
		c.cost = s.machine.Latency.Locked
	}
	c.lock = locks[op.Addr] // of those operations that name one
	return c
}

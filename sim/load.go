package sim

import "fmt"

// What a workload may ask for at most: more is a slip, and would only take
// memory or overflow the clock.
const (
	maxLines   = 1 << 22
	maxCopies  = 1 << 27     // lines times CPUs, 8 bytes each
	maxCompute = 1000 * 1e12 // a thousand
	finish     = kinds       // stands behind a task's last operation
)

// load lays a workload out: memory, queues and locks, then the tasks.
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
	locks := map[int32]int32{}
	for i, t := range w.Tasks {
		if err := s.loadTask(t, w.Bytes, locks); err != nil {
			return fmt.Errorf("task %d, %q: %w", i, t.Name, err)
		}
	}
	s.locks = make([]ticketLock, len(locks))
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
func (s *Sim) loadTask(t Task, bytes int, locks map[int32]int32) error {
	switch {
	case len(t.Program) == 0:
		return fmt.Errorf("its program is empty")
	case t.Rounds < 0:
		return fmt.Errorf("its program runs %d times; 0 means for ever", t.Rounds)
	case t.CPU < -1 || t.CPU >= s.n:
		return fmt.Errorf("it runs on CPU %d; it must be -1, for any, or 0 to %d", t.CPU, s.n-1)
	}
	if err := checkProgram(t); err != nil {
		return err
	}
	first := int32(len(s.code))
	for i, op := range t.Program {
		c, err := s.compile(op, bytes, locks)
		if err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
		s.code = append(s.code, c)
	}
	last := int32(len(s.code))
	s.code = append(s.code, code{Op: Op{Kind: finish}, line: nobody})
	number := int32(len(s.tasks))
	s.tasks = append(s.tasks, task{first: first, resume: first, last: last, rounds: t.Rounds, pin: int32(t.CPU), next: nobody})
	s.enqueue(s.readyList(number), number)
	return nil
}

// checkProgram holds a program against what would hang: one that runs for ever
// in no time, and locks that are not taken and given back in turn.
func checkProgram(t Task) error {
	takesTime := false
	held := map[int32]bool{}
	for i, op := range t.Program {
		switch op.Kind {
		case Load, Store, Add:
			takesTime = true
		case Compute:
			takesTime = takesTime || op.Time >= 2 // half of one, with Jitter, is none
		case Lock:
			if held[op.Addr] {
				return fmt.Errorf("operation %d takes the lock at %d, which it holds", i, op.Addr)
			}
			held[op.Addr], takesTime = true, true
		case Unlock:
			if !held[op.Addr] {
				return fmt.Errorf("operation %d gives back the lock at %d, which it does not hold", i, op.Addr)
			}
			delete(held, op.Addr)
		}
	}
	if len(held) > 0 {
		return fmt.Errorf("its program ends with a lock held")
	}
	if t.Rounds == 0 && !takesTime {
		return fmt.Errorf("its program runs for ever and takes no time")
	}
	return nil
}

// compile turns addresses into lines and locks.
func (s *Sim) compile(op Op, bytes int, locks map[int32]int32) (code, error) {
	c := code{Op: op, line: nobody}
	switch op.Kind {
	case Load, Store, Add, Lock, Unlock:
		if op.Addr < 0 || int(op.Addr) >= bytes {
			return c, fmt.Errorf("%s at %d lies outside the %d bytes of memory", op.Kind, op.Addr, bytes)
		}
		c.line = op.Addr / int32(s.machine.UnitBytes)
		c.cost = s.machine.Latency.Hit
		if op.Kind == Add || op.Kind == Lock {
			c.cost = s.machine.Latency.Locked
		}
		if op.Kind == Lock || op.Kind == Unlock {
			if _, known := locks[op.Addr]; !known {
				locks[op.Addr] = int32(len(locks))
			}
			c.lock = locks[op.Addr]
		}
	case Send, Receive:
		if op.Object < 0 || int(op.Object) >= len(s.queues) {
			return c, fmt.Errorf("%s names queue %d of %d", op.Kind, op.Object, len(s.queues))
		}
	case Compute:
		if op.Time < 0 || op.Time > maxCompute {
			return c, fmt.Errorf("a computation takes %d ps; it must be 0 to %d", op.Time, Time(maxCompute))
		}
	case Count:
	default:
		return c, fmt.Errorf("operation kind %d is not known", op.Kind)
	}
	return c, nil
}

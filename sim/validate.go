package sim

import "fmt"

// word is what the model itself keeps the value of.
type word uint8

const (
	plainWord word = iota
	ticketWord
	spinWord
	indexWord
)

func (w word) String() string {
	return [...]string{"a plain word", "a ticket lock", "a spinlock", "an index of a ring"}[w]
}

// validator holds programs against memory and against what would hang: one that
// runs for ever in no time, and locks and rings that are not used in turn.
type validator struct {
	workload Workload
	words    map[int32]word  // by address, those that are not plain
	locks    map[int32]int32 // by address, the number of the lock there
	ends     map[int32]int   // by address of an index, the task that moves it on
}

// is notes what a word is used as, or says that it is something else already.
func (v *validator) is(addr int32, now word) error {
	if was, known := v.words[addr]; known && was != now {
		return fmt.Errorf("the word at %d is %s and cannot be %s too", addr, was, now)
	}
	v.words[addr] = now
	return nil
}

func (v *validator) outside(addr int32) bool { return addr < 0 || int(addr) >= v.workload.Bytes }

func (v *validator) checkRings() error {
	for i, r := range v.workload.Rings {
		if r.Slots < 1 || r.Slots > maxSlots {
			return fmt.Errorf("ring %d has %d slots; it must be 1 to %d", i, r.Slots, maxSlots)
		}
		for _, addr := range []int32{r.Sent, r.Received} {
			switch _, taken := v.words[addr]; {
			case v.outside(addr):
				return fmt.Errorf("ring %d has an index at %d, outside the %d bytes of memory", i, addr, v.workload.Bytes)
			case taken:
				return fmt.Errorf("ring %d has an index at %d, where another is", i, addr)
			}
			v.words[addr] = indexWord
		}
	}
	return nil
}

// progress is how far a program has come.
type progress struct {
	task      int
	takesTime bool
	held      map[int32]bool  // locks, by address
	spinning  bool            // one of them is a spinlock
	waited    map[int32]int32 // by ring whose Await is done and whose Advance is to come, the index to advance
}

func (v *validator) checkProgram(task int) error {
	t := v.workload.Tasks[task]
	at := progress{task: task, held: map[int32]bool{}, waited: map[int32]int32{}}
	for i, op := range t.Program {
		if err := v.checkOp(op, &at); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	switch {
	case len(at.held) > 0:
		return fmt.Errorf("its program ends with a lock held")
	case len(at.waited) > 0:
		return fmt.Errorf("its program ends between the Await and the Advance of a ring")
	case t.Rounds == 0 && !at.takesTime:
		return fmt.Errorf("its program runs for ever and takes no time")
	}
	return nil
}

func (v *validator) checkOp(op Op, at *progress) error {
	if op.Kind.Accesses() && v.outside(op.Addr) {
		return fmt.Errorf("%s at %d lies outside the %d bytes of memory", op.Kind, op.Addr, v.workload.Bytes)
	}
	switch op.Kind {
	case Compute:
		if op.Time < 0 || op.Time > maxCompute {
			return fmt.Errorf("a computation takes %d ps; it must be 0 to %d", op.Time, Time(maxCompute))
		}
		at.takesTime = at.takesTime || op.Time >= 2 // half of one, with Jitter, is none
	case Load, Store, Add:
		at.takesTime = true
	case Lock, TAS, TTAS, Unlock:
		at.takesTime = true
		return v.checkLock(op, at)
	case Send, Receive:
		if op.Object < 0 || int(op.Object) >= len(v.workload.Queues) {
			return fmt.Errorf("%s names queue %d of %d", op.Kind, op.Object, len(v.workload.Queues))
		}
		return at.maySleep(op)
	case Await, Advance:
		at.takesTime = true
		return v.checkEnd(op, at)
	case Count:
	default:
		return fmt.Errorf("operation kind %d is not known", op.Kind)
	}
	return nil
}

// maySleep reports an operation that may have to wait for another task while a
// spinlock is held: whoever wants that would spin for ever, on this CPU too.
func (at *progress) maySleep(op Op) error {
	if at.spinning {
		return fmt.Errorf("%s may wait, and a spinlock is held", op.Kind)
	}
	return nil
}

func (v *validator) checkLock(op Op, at *progress) error {
	if op.Kind == Unlock {
		if !at.held[op.Addr] {
			return fmt.Errorf("it gives back the lock at %d, which it does not hold", op.Addr)
		}
		delete(at.held, op.Addr)
		at.spinning = at.spinning && v.words[op.Addr] != spinWord
		return nil
	}
	if at.held[op.Addr] {
		return fmt.Errorf("it takes the lock at %d, which it holds", op.Addr)
	}
	if err := at.maySleep(op); err != nil {
		return err
	}
	kind := ticketWord
	if op.Kind.spins() {
		kind, at.spinning = spinWord, true
	}
	if _, known := v.locks[op.Addr]; !known {
		v.locks[op.Addr] = int32(len(v.locks))
	}
	at.held[op.Addr] = true
	return v.is(op.Addr, kind)
}

// checkEnd holds an end of a ring against its rules: one task moves an index on,
// and each time it has looked at the other before. So neither end can overtake
// the other.
func (v *validator) checkEnd(op Op, at *progress) error {
	if op.Object < 0 || int(op.Object) >= len(v.workload.Rings) {
		return fmt.Errorf("%s names ring %d of %d", op.Kind, op.Object, len(v.workload.Rings))
	}
	r := v.workload.Rings[op.Object]
	if op.Addr != r.Sent && op.Addr != r.Received {
		return fmt.Errorf("%s at %d is at no index of ring %d", op.Kind, op.Addr, op.Object)
	}
	own, waited := at.waited[op.Object]
	switch {
	case op.Kind == Await && waited:
		return fmt.Errorf("it waits for ring %d again before it moves its index on", op.Object)
	case op.Kind == Await:
		at.waited[op.Object] = r.Sent + r.Received - op.Addr
		return at.maySleep(op)
	case !waited || own != op.Addr:
		return fmt.Errorf("it moves the index at %d on and has not waited for the other end of ring %d", op.Addr, op.Object)
	}
	delete(at.waited, op.Object)
	if other, known := v.ends[op.Addr]; known && other != at.task {
		return fmt.Errorf("task %d moves the index at %d on too", other, op.Addr)
	}
	v.ends[op.Addr] = at.task
	return nil
}

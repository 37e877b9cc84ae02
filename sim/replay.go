package sim

import "slices"

// Picture is the state that a trace tells of, at one of its events.
type Picture struct {
	At     Time
	States [][]State // line by line, CPU by CPU
	Status []Status
	Asks   []Ask   // by CPU, what it waits for
	Ops    []int64 // operations by CPU
}

// Ask is what a CPU waits for.
type Ask struct {
	Waits bool
	Line  int32
	Write bool
	Given bool  // the data is under way
	From  int32 // from whom, -1 for the home, once given
}

// Equal reports whether two pictures show the same.
func (p Picture) Equal(q Picture) bool {
	return p.At == q.At && slices.EqualFunc(p.States, q.States, slices.Equal) &&
		slices.Equal(p.Status, q.Status) && slices.Equal(p.Asks, q.Asks) && slices.Equal(p.Ops, q.Ops)
}

// Clone returns a copy that shares nothing.
func (p Picture) Clone() Picture {
	states := make([][]State, len(p.States))
	for i, s := range p.States {
		states[i] = slices.Clone(s)
	}
	return Picture{p.At, states, slices.Clone(p.Status), slices.Clone(p.Asks), slices.Clone(p.Ops)}
}

// Cursor walks a trace forwards and back. It stands between two events.
type Cursor struct {
	Picture
	trace *Trace
	at    int // events applied
}

// NewCursor stands at the beginning of a trace of so many lines and CPUs.
func NewCursor(t *Trace, lines, cpus int) *Cursor {
	c := &Cursor{trace: t, Picture: Picture{
		States: make([][]State, lines), Status: make([]Status, cpus), Asks: make([]Ask, cpus), Ops: make([]int64, cpus),
	}}
	for i := range c.States {
		c.States[i] = make([]State, cpus)
	}
	return c
}

// Position returns how many events lie behind the cursor.
func (c *Cursor) Position() int { return c.at }

// Event returns the event just behind the cursor, and false at the beginning.
func (c *Cursor) Event() (Event, bool) {
	if c.at == 0 {
		return Event{}, false
	}
	return c.trace.Events[c.at-1], true
}

// Forward applies the next event and reports whether there was one.
func (c *Cursor) Forward() bool {
	if c.at >= len(c.trace.Events) {
		return false
	}
	e := c.trace.Events[c.at]
	c.at++
	c.At = e.At
	ask := &c.Asks[e.CPU]
	switch e.What {
	case Asked:
		*ask = Ask{Waits: true, Line: e.Line, Write: e.Write, From: nobody}
	case Gave:
		ask.Given, ask.From = true, e.Other
	case Arrived:
		*ask = Ask{}
	case Changed:
		c.States[e.Line][e.CPU] = State(e.New)
	case Operated:
		c.Ops[e.CPU]++
	case Became:
		c.Status[e.CPU] = Status(e.New)
	}
	return true
}

// Back takes the last event back and reports whether there was one.
func (c *Cursor) Back() bool {
	e, some := c.Event()
	if !some {
		return false
	}
	c.at--
	ask := &c.Asks[e.CPU]
	switch e.What {
	case Asked:
		*ask = Ask{}
	case Gave:
		ask.Given, ask.From = false, nobody
	case Arrived:
		*ask = Ask{Waits: true, Line: e.Line, Write: e.Write, Given: true, From: e.Other}
	case Changed:
		c.States[e.Line][e.CPU] = State(e.Old)
	case Operated:
		c.Ops[e.CPU]--
	case Became:
		c.Status[e.CPU] = Status(e.Old)
	}
	c.At = 0
	if before, some := c.Event(); some {
		c.At = before.At
	}
	return true
}

// Seek moves to a position, the nearest one there is.
func (c *Cursor) Seek(position int) {
	for c.at < position && c.Forward() {
	}
	for c.at > max(position, 0) && c.Back() {
	}
}

package probes

import "time"

// Origin says where a figure comes from. Every figure on a screen and in a
// file carries it.
type Origin string

// The origins of a reading.
const (
	Measured  Origin = "measured"
	Simulated Origin = "simulated"
	Recorded  Origin = "recorded"
)

// Unit says what one reading covers.
type Unit string

// The units of a reading.
const (
	Window  Unit = "window"  // one short timed run; its rates are compared
	Run     Unit = "run"     // one whole run of a workload that has a size
	Capture Unit = "capture" // one window that counts hand-offs and keeps a strip; tracking slows it, so its rates are not compared
)

// Role is what one CPU does.
type Role string

// The roles of the experiments.
const (
	Adder    Role = "adder"
	Taker    Role = "taker"
	Dropper  Role = "dropper"
	Observer Role = "observer"
	Sender   Role = "sender"
	Receiver Role = "receiver"
	Reader   Role = "reader" // takes a lock to read
)

// Reading is what one window, one whole run or one capture saw.
type Reading struct {
	Unit     Unit          `json:"unit"`
	Arm      int           `json:"arm"`
	Pair     int           `json:"pair"` // readings of arms 0 and 1 with the same number belong together
	Scenario Scenario      `json:"scenario"`
	Origin   Origin        `json:"origin"`
	Start    time.Duration `json:"start_ns"`   // since the session was opened, by the source's own clock
	Elapsed  time.Duration `json:"elapsed_ns"` // of the window
	CPUs     []CPUWork     `json:"cpus"`
	Lines    []LineUse     `json:"lines,omitempty"`
	Burst    *Burst        `json:"burst,omitempty"`
	Lost     int64         `json:"lost,omitempty"` // additions without a lock that another CPU overwrote
	Warnings []Warning     `json:"warnings,omitempty"`
}

// AnyCPU stands for the CPU of work that the scheduler places where it likes.
const AnyCPU = -1

// CPUWork is what one CPU did in a window.
type CPUWork struct {
	CPU      int           `json:"cpu"`
	Role     Role          `json:"role"`
	Ops      int64         `json:"ops"`                // operations on the line; for a sender and a receiver, locked operations
	Messages int64         `json:"messages,omitempty"` // sent or received
	Elapsed  time.Duration `json:"elapsed_ns"`         // by this worker's own clock
	Busy     time.Duration `json:"busy_ns"`            // the CPU time its thread got
	Pinned   bool          `json:"pinned"`             // it ran on CPU from beginning to end
}

// OpsPerSecond is the rate of operations, 0 for a window missed.
func (w CPUWork) OpsPerSecond() float64 { return perSecond(w.Ops, w.Elapsed) }

// MessagesPerSecond is the rate of messages, 0 for a window missed.
func (w CPUWork) MessagesPerSecond() float64 { return perSecond(w.Messages, w.Elapsed) }

func perSecond(n int64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}

// LineUse is what happened to one tracked line in a window.
type LineUse struct {
	Name     string    `json:"name"` // "count", "pid", "cred", or with the CPU for a line per CPU: "count 0"
	Ops      int64     `json:"ops"`  // operations on it by all CPUs
	Handoffs []Handoff `json:"handoffs,omitempty"`
	Stays    StayStats `json:"stays"`
}

// Total returns the hand-offs of the line between all CPUs.
func (l LineUse) Total() int64 {
	var n int64
	for _, h := range l.Handoffs {
		n += h.Count
	}
	return n
}

// Handoff counts how often a line's owner changed from one CPU to another.
type Handoff struct {
	From  int   `json:"from"`
	To    int   `json:"to"`
	Count int64 `json:"count"`
}

// StayStats sums up the stays that a window's log kept: how many consecutive
// operations one owner did before it lost the line.
type StayStats struct {
	Logged int     `json:"logged"` // stays that the log had room for
	P10    float64 `json:"p10"`
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	Mean   float64 `json:"mean"`
}

// Burst is the exact sequence of stays in a short captured stretch.
type Burst struct {
	Method BurstMethod `json:"method"`
	Strips []Strip     `json:"strips"` // one for each line
}

// BurstMethod says how the order of a burst is known.
type BurstMethod string

// The ways to know the order.
const (
	ByValue BurstMethod = "value" // from the values that fetch-and-add returned: exact
	ByOwner BurstMethod = "owner" // from the owner word on the line
	ByModel BurstMethod = "model" // the model made the order
)

// Short reports whether there may have been more hand-offs than were counted. An
// owner word is looked at after each operation: a line that leaves in between and
// is back by then has not moved for it. Beside exact counts of the same burst it
// missed up to half where hand-offs were quick.
func (b *Burst) Short() bool {
	if b == nil || b.Method != ByOwner {
		return false
	}
	for _, s := range b.Strips {
		if len(s.Stays) > 1 {
			return true
		}
	}
	return false
}

// Strip is the stays of one line, in order. The operations of its stays add up
// to PerCPU for each CPU.
type Strip struct {
	Line   string        `json:"line"`
	Stays  []Stay        `json:"stays"`
	PerCPU map[int]int64 `json:"per_cpu"` // operations by CPU number
}

// Stay is consecutive operations of one owner.
type Stay struct {
	CPU int   `json:"cpu"`
	Ops int64 `json:"ops"`
}

// Warning says what is wrong with a reading.
type Warning struct {
	Kind WarningKind `json:"kind"`
	CPU  int         `json:"cpu"`
	Text string      `json:"text"` // a sentence for the user
}

// WarningKind sorts warnings for counting.
type WarningKind string

// The kinds of warning.
const (
	Preempted WarningKind = "preempted" // a worker had under 95% of its CPU
	Missed    WarningKind = "missed"    // a worker came too late to do anything
	Unpinned  WarningKind = "unpinned"  // a worker ran on another CPU than asked
	General   WarningKind = "general"   // about the machine, not this window
)

// SetAside reports whether the reading must not enter a comparison, because a
// worker was kept from its CPU or missed the window.
func (r Reading) SetAside() bool {
	for _, w := range r.Warnings {
		if w.Kind == Preempted || w.Kind == Missed {
			return true
		}
	}
	return false
}

// Quantity is what a rate counts.
type Quantity string

// The quantities that are compared.
const (
	OpsPerSecond      Quantity = "ops_per_s"
	MessagesPerSecond Quantity = "messages_per_s"
)

// Quantity returns what the reading's headline rate counts: messages where
// there is a receiver, operations elsewhere.
func (r Reading) Quantity() Quantity {
	for _, w := range r.CPUs {
		if w.Role == Receiver {
			return MessagesPerSecond
		}
	}
	return OpsPerSecond
}

// Rate returns the headline rate: messages received, or the operations of all
// CPUs together. Observers only look, so where anyone writes they do not count.
func (r Reading) Rate() float64 {
	if r.Quantity() == MessagesPerSecond {
		return r.Messages()
	}
	return r.Ops()
}

// Units returns how many operations or messages Rate counts.
func (r Reading) Units() int64 {
	var n, looked int64
	writers := false
	for _, w := range r.CPUs {
		switch {
		case w.Role == Observer:
			looked += w.Ops
			continue
		case r.Quantity() == OpsPerSecond:
			n += w.Ops
		case w.Role == Receiver:
			n += w.Messages
		}
		writers = true
	}
	if !writers {
		return looked
	}
	return n
}

// Messages returns the messages received a second.
func (r Reading) Messages() float64 {
	var rate float64
	for _, w := range r.CPUs {
		if w.Role == Receiver {
			rate += w.MessagesPerSecond()
		}
	}
	return rate
}

// Ops returns the operations a second of all CPUs together, observers apart.
func (r Reading) Ops() float64 {
	var rate, looked float64
	writers := false
	for _, w := range r.CPUs {
		if w.Role == Observer {
			looked += w.OpsPerSecond()
			continue
		}
		writers = true
		rate += w.OpsPerSecond()
	}
	if !writers {
		return looked
	}
	return rate
}

// HandoffsPerSecond returns the rate of hand-offs of the reading's first line,
// and false where hand-offs were not counted.
func (r Reading) HandoffsPerSecond() (float64, bool) {
	if len(r.Lines) == 0 {
		return 0, false
	}
	return perSecond(r.Lines[0].Total(), r.Elapsed), true
}

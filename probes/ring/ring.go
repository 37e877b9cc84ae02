// Package ring measures a queue of 64 slots of one word for one sender and one
// receiver, without anything else around it: a message is pushed and popped.
//
// Each end has an index of messages done. It writes its own and reads the
// other's to learn whether there is room, or anything to take:
//
//	index=shared   both indices on one line
//	index=padded   each on a line of its own
//	cached=off     the other end's index is read for every message
//	cached=on      each end keeps a copy of it and reads anew only when the copy
//	               says that the ring is full, or empty
//
// Hand-offs are not counted here. An end stores its index and goes on while
// the line is on its way; to look who owned it would make it wait.
package ring

import (
	"fmt"
	"strconv"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// The workers, in the order of the scenario's CPUs.
const (
	sender = iota
	receiver
)

// Where things lie, in lines. There is an empty line behind each index that
// has a line of its own, for some CPUs fetch lines in pairs.
const (
	besideOffset = 8
	apartLine    = 2
	slotLine     = 4
)

const (
	slots     = 64 // in the ring
	slotBytes = 8
)

// workload is one scenario laid out in memory.
type workload struct {
	scenario  probes.Scenario
	lineBytes int
	memory    *lines.Memory
	queue     queue
	workers   [2]worker
}

// Build lays a scenario out.
func Build(m topology.Machine, s probes.Scenario, _ int) (windows.Workload, error) {
	for _, side := range []struct {
		word  string
		value int
	}{{"writers", s.Writers}, {"readers", s.Readers}} {
		if side.value != 1 {
			return nil, &probes.ScenarioError{Word: side.word, Value: strconv.Itoa(side.value),
				Problem: "does not fit a ring, which has one sender and one receiver", Accepted: []string{"1"}}
		}
	}
	w := &workload{scenario: s, lineBytes: m.LineBytes}
	w.Place(lines.New(w.Lines(), m.LineBytes))
	return w, nil
}

// Lines returns how many lines the indices and the slots take.
func (w *workload) Lines() int { return slotLine + (slots*slotBytes+w.lineBytes-1)/w.lineBytes }

// Place lays the indices out, and the slots side by side behind them.
func (w *workload) Place(m *lines.Memory) {
	w.memory, w.lineBytes = m, m.LineBytes()
	w.queue = queue{sent: (*uint64)(m.At(0, 0)), received: (*uint64)(m.At(0, besideOffset)), first: m.At(slotLine, 0)}
	if w.scenario.Index == probes.LinePadded {
		w.queue.received = (*uint64)(m.At(apartLine, 0))
	}
	w.Reset(false)
}

// Roles returns the sender's and the receiver's.
func (w *workload) Roles() []probes.Role { return []probes.Role{probes.Sender, probes.Receiver} }

// Sleeps reports that both ends spin where they wait.
func (w *workload) Sleeps() bool { return false }

// Reset empties the ring.
func (w *workload) Reset(bool) {
	w.memory.Clear()
	for i := range w.workers {
		w.workers[i].messages, w.workers[i].astray = 0, 0
	}
}

// Work runs the loop of one end.
func (w *workload) Work(i int, stop windows.Stop) {
	me, cached := &w.workers[i], w.scenario.Cached == probes.On
	switch {
	case i == sender && cached:
		me.pushCached(w.queue, stop)
	case i == sender:
		me.push(w.queue, stop)
	case cached:
		me.popCached(w.queue, stop)
	default:
		me.pop(w.queue, stop)
	}
}

// Report counts messages, and says so where one came out of order or was not
// there any more.
func (w *workload) Report(r *probes.Reading) {
	for i := range w.workers {
		r.CPUs[i].Messages = int64(w.workers[i].messages)
	}
	sent, received := w.workers[sender].messages, w.workers[receiver].messages
	if w.workers[receiver].astray != 0 || received > sent || sent-received > slots {
		r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General,
			Text: fmt.Sprintf("of %d messages sent and %d received some came out of order or not at all: this window is wrong", sent, received)})
	}
}

// Close holds nothing to give back.
func (w *workload) Close() error { return nil }

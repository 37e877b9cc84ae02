// Package messages measures one sender and one receiver on two CPUs. Each
// message of 100 bytes is really copied in and out of a ring of 64 slots, and
// around it both sides do what a version of Linux did to count references on
// the sender's pid and cred.
//
// There is no system call, so that nothing drowns the references. The peer's
// index is read for every message, as a socket's queue lock and links also
// move for each one: a ring that remembered it would be faster without any
// references than a socket can be.
package messages

import (
	"strconv"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/references"
	"linebounce/probes/sockets"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// The workers, in the order of the scenario's CPUs.
const (
	sender = iota
	receiver
)

// workload is one scenario laid out in memory.
type workload struct {
	references *references.References
	ring       *ring
	workers    [2]worker
}

// worker is what one side keeps for itself. No two share a line.
type worker struct {
	_        [256]byte
	buffer   message // what the sender copies from and the receiver copies to
	messages uint64  // of the last window
	seen     int32   // the sum of the fields read, so that no read is left out
	_        [256]byte
}

// Build lays a scenario of the messages experiment out. Over a socketpair it
// is a scenario of the sockets experiment.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	if s.Transport == probes.TransportSocketpair {
		return sockets.Build(m, s, burst)
	}
	if err := check(s); err != nil {
		return nil, err
	}
	refs, err := references.New(m.LineBytes, s, burst)
	if err != nil {
		return nil, err
	}
	w := &workload{references: refs, ring: newRing(lines.New(ringLines(m.LineBytes), m.LineBytes))}
	for i := range w.workers[sender].buffer {
		w.workers[sender].buffer[i] = byte('a' + i%26)
	}
	return w, nil
}

// check returns a *probes.ScenarioError for what a ring cannot do.
func check(s probes.Scenario) error {
	for _, side := range []struct {
		word  string
		value int
	}{{"writers", s.Writers}, {"readers", s.Readers}} {
		if side.value != 1 {
			return &probes.ScenarioError{Word: side.word, Value: strconv.Itoa(side.value),
				Problem: "does not fit a ring, which has one sender and one receiver", Accepted: []string{"1"}}
		}
	}
	if s.Size != 0 && s.Size != size {
		return &probes.ScenarioError{Word: "size", Value: strconv.Itoa(s.Size),
			Problem: "needs a socket, for the ring has slots of one size", Accepted: []string{strconv.Itoa(size), "transport=socketpair"}}
	}
	return nil
}

// Roles returns the sender's and the receiver's.
func (w *workload) Roles() []probes.Role { return []probes.Role{probes.Sender, probes.Receiver} }

// Lines returns how many lines the ring and the references take.
func (w *workload) Lines() int { return ringLines(w.ring.memory.LineBytes()) + references.Lines }

// Place lays the ring out anew, and the references behind it.
func (w *workload) Place(m *lines.Memory) {
	w.ring = newRing(m)
	w.references.Place(m, ringLines(m.LineBytes()))
}

// Sleeps reports that both ends spin where they wait.
func (w *workload) Sleeps() bool { return false }

// Reset empties the ring and zeroes the counts.
func (w *workload) Reset(capture bool) {
	w.references.Reset(capture)
	w.ring.memory.Clear()
	for i := range w.workers {
		w.workers[i].messages = 0
	}
}

// Work runs the loop of one side.
func (w *workload) Work(i int, stop windows.Stop) {
	me, r, refs := &w.workers[i], w.ring, w.references
	switch {
	case i == sender && refs.Tracked:
		me.sendTracked(r, refs.Sender, stop)
	case i == sender:
		me.send(r, refs.Sender, stop)
	case refs.Tracked:
		me.receiveTracked(r, refs.Receiver, stop)
	default:
		me.receive(r, refs.Receiver, stop)
	}
}

// Report counts messages and the locked operations on pid and cred. Those of
// the ring itself are the same in all scenarios and are not counted.
func (w *workload) Report(r *probes.Reading) {
	for i, side := range []references.Side{w.references.Sender, w.references.Receiver} {
		r.CPUs[i].Messages = int64(w.workers[i].messages)
		r.CPUs[i].Ops = r.CPUs[i].Messages * side.Locked
	}
	w.references.Report(r)
}

// Close has nothing to give back.
func (w *workload) Close() error { return nil }

package sockets

import (
	"strconv"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/references"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// usualSize is the message size where a scenario names none: hackbench's.
const usualSize = 100

// The workers, in the order of the scenario's CPUs.
const (
	sender = iota
	receiver
)

// workload is one socketpair with its two workers.
type workload struct {
	scenario   probes.Scenario
	pair       *pair
	references *references.References
	workers    [2]*worker
	total      atomic.Int64 // bytes that the sender will have sent in this window, or one of the following
	reading    atomic.Bool  // the receiver is in its loop
}

// What total says before the sender knows.
const (
	absent  = -1 // it has not begun, and if the window is over it will not
	sending = -2
)

// Build opens a socketpair as the scenario describes it.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	return lay(m, s, burst, wanted(s))
}

// BuildAlike is Build with a receiver that calls recvmsg whether it asks for
// credentials or not, so that two arms differ by nothing but SO_PASSCRED.
func BuildAlike(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	return lay(m, s, burst, true)
}

func lay(m topology.Machine, s probes.Scenario, burst int, room bool) (windows.Workload, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	if s.Size == 0 {
		s.Size = usualSize
	}
	refs, err := references.New(m.LineBytes, s, burst)
	if err != nil {
		return nil, err
	}
	fds, err := open(s)
	if err != nil {
		return nil, err
	}
	w := &workload{scenario: s, references: refs, pair: &pair{fds, types[s.Socket], s.Size, 1}}
	w.workers[sender] = newSender(fds[sender], s.Size, s.Send == probes.SendExplicit)
	w.workers[receiver] = newReceiver(fds[receiver], s.Size, room)
	return w, nil
}

// wanted reports whether the receiver asks for credentials.
func wanted(s probes.Scenario) bool {
	return s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth
}

// check returns a *probes.ScenarioError for what a socketpair cannot do.
func check(s probes.Scenario) error {
	if s.Transport == probes.TransportRing {
		return &probes.ScenarioError{Word: "transport", Value: s.Transport,
			Problem: "is the messages experiment's; sockets are sockets", Accepted: []string{probes.TransportSocketpair}}
	}
	for _, side := range []struct {
		word  string
		value int
	}{{"writers", s.Writers}, {"readers", s.Readers}} {
		if side.value != 1 {
			return &probes.ScenarioError{Word: side.word, Value: strconv.Itoa(side.value),
				Problem: "does not fit a socketpair, which has one sender and one receiver", Accepted: []string{"1"}}
		}
	}
	return nil
}

// Roles returns the sender's and the receiver's.
func (w *workload) Roles() []probes.Role { return []probes.Role{probes.Sender, probes.Receiver} }

// Lines returns how many lines the references take.
func (w *workload) Lines() int { return references.Lines }

// Place lays the references out anew. The messages are in the kernel's memory.
func (w *workload) Place(m *lines.Memory) { w.references.Place(m, 0) }

// Share has the workload work on another arm's socketpair and buffers where
// they fit. On sockets of their own two arms alike were told apart in three
// comparisons of five, presumably for the same reason as on lines of their own.
func (w *workload) Share(with windows.Workload) error {
	other, ok := with.(*workload)
	if !ok || other.pair.socket != w.pair.socket || other.pair.size != w.pair.size {
		return nil
	}
	err := w.pair.release()
	w.pair = other.pair
	w.pair.users++
	for i, side := range w.workers {
		side.fd, side.buffer = w.pair.fds[i], other.workers[i].buffer
		side.aim(0)
	}
	return err
}

// Sleeps reports that either end sleeps while the socket is full or empty.
func (w *workload) Sleeps() bool { return true }

// Reset empties the socket, so that no message of the last window counts in
// the next one.
func (w *workload) Reset(capture bool) {
	w.references.Reset(capture)
	w.total.Store(absent)
	for _, side := range w.workers {
		side.reset()
	}
	w.workers[receiver].drain()
	if err := passcred(w.pair.fds, w.scenario); err != nil {
		w.workers[receiver].failure = "SO_PASSCRED could not be set: " + err.Error()
	}
}

// Work runs the loop of one side.
func (w *workload) Work(i int, stop windows.Stop) {
	if i == sender {
		w.send(w.workers[sender], stop)
		return
	}
	w.receive(w.workers[receiver], stop)
}

// Report counts messages and the locked operations of the path's references,
// and says why a worker stopped early. What the kernel locks is not counted.
func (w *workload) Report(r *probes.Reading) {
	for i, side := range w.workers {
		r.CPUs[i].Messages, r.CPUs[i].Ops = side.messages, side.ops
		if side.failure != "" {
			r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General, CPU: r.CPUs[i].CPU, Text: side.failure})
		}
	}
	w.references.Report(r)
}

// Close gives the socketpair back.
func (w *workload) Close() error { return w.pair.release() }

// Package references performs, on real memory, what a message over an AF_UNIX
// socket costs in references on struct pid and struct cred: the locked
// operations and the field reads of a path, on structures that lie on the
// machine's cache lines as those of Linux 3.0 did.
//
// It knows two workers: worker 0 sends, worker 1 receives.
package references

import (
	"strconv"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/sim/paths"
)

// Step is one access: a locked add of delta, or a plain read where delta is 0.
type Step struct {
	at    *int32
	delta int32
	log   *ownership.Log // of the line that at lies on, nil for a read
}

// Side is what one worker does around each message.
type Side struct {
	Before, After []Step // as in sim/paths
	Undo          []Step // what gives back the references of Before, for a message that is not sent after all
	Locked        int64  // locked operations in Before and After together
}

// Busy reports whether the side does anything at all.
func (s *Side) Busy() bool { return len(s.Before)+len(s.After) > 0 }

// Do performs steps and returns the sum of what it read, which the caller must
// keep so that no read is left out.
func Do(steps []Step) (seen int32) {
	for i := range steps {
		if s := &steps[i]; s.delta != 0 {
			atomic.AddInt32(s.at, s.delta)
		} else {
			seen += *s.at
		}
	}
	return seen
}

// DoTracked is Do that also counts hand-offs and logs stays.
func DoTracked(steps []Step) (seen int32) {
	for i := range steps {
		if s := &steps[i]; s.delta != 0 {
			atomic.AddInt32(s.at, s.delta)
			s.log.Touch()
		} else {
			seen += *s.at
		}
	}
	return seen
}

// References is the credential work of one scenario, laid out in memory.
type References struct {
	Sender, Receiver Side
	Tracked          bool // DoTracked is to be used in the present window

	scenario probes.Scenario
	program  paths.Program
	memory   *lines.Memory
	objects  map[paths.Object]*object // empty where no path is named
	always   bool                     // tracked in every window
	burst    int
	capture  bool
}

// New lays out the references of a scenario whose words mean what they say:
// one count on a shared line, all references and all reads, unless it names
// another. Where it names no path there are none. Its error is a
// *probes.ScenarioError for a combination whose cost is not known.
func New(lineBytes int, s probes.Scenario, burst int) (*References, error) {
	r := &References{scenario: s, always: s.Track == probes.On, burst: burst}
	if s.Path == "" {
		return r, nil
	}
	program, err := paths.Lookup(s.Path, options(s))
	if err != nil {
		return nil, &probes.ScenarioError{Word: "send", Value: s.Send,
			Problem:  "has no known cost on path " + strconv.Quote(s.Path),
			Accepted: []string{"send=plain", "path=" + paths.Request, "path=" + paths.Modern}}
	}
	r.program = program
	r.Place(lines.New(Lines, max(lineBytes, shortest)), 0)
	return r, nil
}

// Place lays the structures out anew, from the first-th line of a memory on.
// Its lines have 64 bytes at least.
func (r *References) Place(memory *lines.Memory, first int) {
	if r.scenario.Path == "" {
		return
	}
	r.memory, r.objects = memory, place(memory, first, r.scenario)
	r.Sender = r.side(r.program.Sender, r.scenario, 0)
	r.Receiver = r.side(r.program.Receiver, r.scenario, 1)
}

// options says what a scenario's path depends on. A ring stands for a stream
// socket unless the scenario names another.
func options(s probes.Scenario) paths.Options {
	return paths.Options{
		SenderPassCred:   s.PassCred == probes.PassCredSender || s.PassCred == probes.PassCredBoth,
		ReceiverPassCred: s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth,
		Explicit:         s.Send == probes.SendExplicit,
		Stream:           s.Socket == "" || s.Socket == probes.SocketStream,
	}
}

func (r *References) side(program paths.Side, s probes.Scenario, worker int) Side {
	side := Side{
		Before: r.compile(program.Before, s, worker),
		After:  r.compile(program.After, s, worker),
	}
	for i := len(side.Before) - 1; i >= 0; i-- {
		if step := side.Before[i]; step.delta != 0 {
			step.delta = -step.delta
			side.Undo = append(side.Undo, step)
		}
	}
	side.Locked = locked(side.Before) + locked(side.After)
	return side
}

// compile turns a program into addresses, leaving out what is switched off.
func (r *References) compile(program []paths.Step, s probes.Scenario, worker int) []Step {
	off := map[paths.Object]bool{paths.Pid: s.PidRef == probes.Off, paths.Cred: s.CredRef == probes.Off}
	var steps []Step
	for _, p := range program {
		o := r.objects[p.Object]
		switch {
		case p.Delta == 0 && s.Neighbours != probes.Off:
			steps = append(steps, Step{at: o.fields[p.Field]})
		case p.Delta != 0 && !off[p.Object]:
			steps = append(steps, Step{at: o.count(worker), delta: p.Delta, log: o.log(worker)})
		}
	}
	return steps
}

func locked(steps []Step) (n int64) {
	for _, s := range steps {
		if s.delta != 0 {
			n++
		}
	}
	return n
}

// Do performs steps, tracked where the present window is. It is for loops in
// which asking that for every message costs nothing worth naming.
func (r *References) Do(steps []Step) int32 {
	if r.Tracked {
		return DoTracked(steps)
	}
	return Do(steps)
}

// Reset zeroes all counts and forgets the logs.
func (r *References) Reset(capture bool) {
	r.capture, r.Tracked = capture, capture || r.always
	if r.memory != nil {
		r.memory.Clear()
	}
	for _, l := range r.lines() {
		l.Reset()
	}
}

// Report adds the lines of a tracked window to a reading, pid before cred, and
// the burst of a capture. It adds nothing where the scenario names no path.
func (r *References) Report(reading *probes.Reading) {
	if !r.Tracked || len(r.objects) == 0 {
		return
	}
	var cpus []int
	for _, w := range reading.CPUs {
		cpus = append(cpus, w.CPU)
	}
	burst := &probes.Burst{Method: probes.ByOwner}
	for _, l := range r.lines() {
		use, strip := l.Merge(cpus, r.burst)
		reading.Lines = append(reading.Lines, use)
		burst.Strips = append(burst.Strips, strip)
	}
	if r.capture && r.burst > 0 {
		reading.Burst = burst
	}
}

// Count returns how many references on an object are held: those taken minus
// those dropped, by both workers.
func (r *References) Count(o paths.Object) (held int64) {
	if object := r.objects[o]; object != nil {
		for _, count := range object.counts {
			held += int64(atomic.LoadInt32(count))
		}
	}
	return held
}

func (r *References) lines() []*ownership.Line {
	var all []*ownership.Line
	for _, layout := range layouts {
		if o := r.objects[layout.Object]; o != nil {
			all = append(all, o.tracked...)
		}
	}
	return all
}

package messages

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
	"linebounce/sim/paths"
)

var normal = probes.Scenario{
	Path: paths.Always, Counter: probes.CounterOne, Line: probes.LineShared, Transport: probes.TransportRing,
	PidRef: probes.On, CredRef: probes.On, Neighbours: probes.On, PassCred: probes.PassCredOff, Track: probes.Off,
	CPUs: "0,1", Writers: 1, Readers: 1,
}

func build(t testing.TB, text string) *workload {
	t.Helper()
	s, err := normal.With(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(topology.Machine{LineBytes: 64}, s, 500)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return w.(*workload)
}

// window runs both sides until at least some messages were received.
func window(w *workload, capture bool, messages uint64) probes.Reading {
	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(capture)
	var both sync.WaitGroup
	for i := range w.Roles() {
		both.Go(func() { w.Work(i, stop) })
	}
	for w.ring.received.Load() < messages {
		runtime.Gosched()
	}
	ended.Store(1)
	both.Wait()
	r := probes.Reading{CPUs: []probes.CPUWork{{CPU: 0, Role: probes.Sender}, {CPU: 1, Role: probes.Receiver}}}
	w.Report(&r)
	return r
}

func TestCountsAreExact(t *testing.T) {
	for _, c := range []struct {
		scenario         string
		sender, receiver int64 // locked operations a message
		pid, cred        int64 // references that a message in flight holds
	}{
		{"path=always", 6, 6, 1, 1},
		{"path=always counter=each", 6, 6, 1, 1},
		{"path=always line=padded", 6, 6, 1, 1},
		{"path=always counter=each line=padded", 6, 6, 1, 1},
		{"path=always pid-ref=off", 3, 3, 0, 1},
		{"path=always cred-ref=off neighbours=off", 3, 3, 1, 0},
		{"path=noref", 2, 2, 1, 1},
		{"path=request", 0, 0, 0, 0},
		{"path=request send=explicit", 3, 3, 1, 0},
		{"path=passcred passcred=both", 2, 6, 1, 1},
		{"path=modern passcred=receiver", 1, 3, 1, 0},
	} {
		for _, capture := range []bool{false, true} {
			w := build(t, c.scenario)
			r := window(w, capture, 100)
			sent, received := r.CPUs[sender].Messages, r.CPUs[receiver].Messages
			flying := sent - received
			if received < 100 || flying < 0 || flying > slots {
				t.Fatalf("%s: %d sent, %d received", c.scenario, sent, received)
			}
			if got, want := r.CPUs[sender].Ops, sent*c.sender; got != want {
				t.Errorf("%s: the sender did %d operations, want %d", c.scenario, got, want)
			}
			if got, want := r.CPUs[receiver].Ops, received*c.receiver; got != want {
				t.Errorf("%s: the receiver did %d operations, want %d", c.scenario, got, want)
			}
			if got, want := w.references.Count(paths.Pid), flying*c.pid; got != want {
				t.Errorf("%s: %d references on pid, want %d for %d messages in flight", c.scenario, got, want, flying)
			}
			if got, want := w.references.Count(paths.Cred), flying*c.cred; got != want {
				t.Errorf("%s: %d references on cred, want %d for %d messages in flight", c.scenario, got, want, flying)
			}
			if (len(r.Lines) > 0) != capture {
				t.Errorf("%s, capture %v: lines %v", c.scenario, capture, r.Lines)
			}
		}
	}
}

func TestACaptureAddsUp(t *testing.T) {
	w := build(t, "")
	r := window(w, true, 300)
	var ops int64
	for i, l := range r.Lines {
		ops += l.Ops
		strip := r.Burst.Strips[i]
		perCPU := map[int]int64{}
		var length int64
		for _, s := range strip.Stays {
			perCPU[s.CPU] += s.Ops
			length += s.Ops
		}
		if len(perCPU) != len(strip.PerCPU) || perCPU[0] != strip.PerCPU[0] || perCPU[1] != strip.PerCPU[1] {
			t.Errorf("%s: stays add up to %v, want %v", l.Name, perCPU, strip.PerCPU)
		}
		if length == 0 || length > 500 {
			t.Errorf("%s: a strip of %d operations, want 1 to 500", l.Name, length)
		}
		if l.Total() < 1 {
			t.Errorf("%s never changed hands between two workers", l.Name)
		}
	}
	if done := r.CPUs[sender].Ops + r.CPUs[receiver].Ops; ops != done {
		t.Errorf("%d operations on the lines, %d by the workers", ops, done)
	}
}

func TestMessagesAreCopied(t *testing.T) {
	w := build(t, "path=request")
	window(w, false, 1)
	if got := w.workers[receiver].buffer; got != w.workers[sender].buffer || got[1] != 'b' {
		t.Errorf("received %q", got)
	}
}

func TestAWindowMissed(t *testing.T) {
	w := build(t, "")
	window(w, false, 10)
	var ended atomic.Uint64
	ended.Store(7)
	w.Reset(false)
	w.Work(sender, windows.NewStop(&ended, 7))
	w.Work(receiver, windows.NewStop(&ended, 7))
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if r.CPUs[sender] != (probes.CPUWork{}) || r.CPUs[receiver] != (probes.CPUWork{}) || w.references.Count(paths.Pid) != 0 {
		t.Errorf("a window that was over did %+v", r.CPUs)
	}
}

func TestTheRingOnLinesOfAnyLength(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		r := newRing(lines.New(ringLines(lineBytes), lineBytes))
		line := func(p unsafe.Pointer) uintptr { return uintptr(p) / uintptr(lineBytes) }
		if line(unsafe.Pointer(r.sent)) == line(unsafe.Pointer(r.received)) {
			t.Errorf("on lines of %d bytes the indices share one", lineBytes)
		}
		for n := range uint64(slots) {
			begin := unsafe.Pointer(r.slot(n))
			end := unsafe.Add(begin, size-1)
			if uintptr(begin)%uintptr(lineBytes) != 0 || n > 0 && line(begin) <= line(unsafe.Add(unsafe.Pointer(r.slot(n-1)), size-1)) {
				t.Errorf("on lines of %d bytes slot %d begins at %p", lineBytes, n, begin)
			}
			if n == slots-1 {
				r.memory.At(int(line(end)-line(unsafe.Pointer(r.sent))), 0) // panics outside the memory
			}
		}
		if r.slot(slots) != r.slot(0) {
			t.Errorf("on lines of %d bytes the ring does not close", lineBytes)
		}
	}
}

func TestWhatARingCannotDo(t *testing.T) {
	for _, c := range []struct{ text, word string }{
		{"writers=2", "writers"}, {"readers=3", "readers"}, {"size=16", "size"}, {"send=explicit", "send"},
	} {
		s, _ := normal.With(c.text)
		_, err := Build(topology.Machine{LineBytes: 64}, s, 0)
		var wrong *probes.ScenarioError
		if !errors.As(err, &wrong) || wrong.Word != c.word {
			t.Errorf("%s: got %v, want a fault in %s", c.text, err, c.word)
		}
	}
}

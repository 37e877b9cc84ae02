package ring

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

func build(t testing.TB, lineBytes int, text string) *workload {
	t.Helper()
	s, err := probes.Scenario{Index: probes.LineShared, Cached: probes.Off, Writers: 1, Readers: 1}.With(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(topology.Machine{LineBytes: lineBytes}, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// window runs both ends until at least some messages were received.
func window(w *workload, messages uint64) probes.Reading {
	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(false)
	var both sync.WaitGroup
	var r probes.Reading
	for i, role := range w.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: i, Role: role})
		both.Go(func() { w.Work(i, stop) })
	}
	for atomic.LoadUint64(w.queue.received) < messages {
		runtime.Gosched()
	}
	ended.Store(1)
	both.Wait()
	w.Report(&r)
	return r
}

func cells() []string {
	var list []string
	for _, index := range []string{probes.LineShared, probes.LinePadded} {
		for _, cached := range []string{probes.Off, probes.On} {
			list = append(list, fmt.Sprintf("index=%s cached=%s", index, cached))
		}
	}
	return list
}

// Many times round the ring every message comes out once and in order.
func TestMessagesComeOutInOrder(t *testing.T) {
	for _, text := range cells() {
		r := window(build(t, 64, text), 5*slots)
		sent, received := r.CPUs[sender].Messages, r.CPUs[receiver].Messages
		if received < 5*slots || sent < received || sent-received > slots {
			t.Errorf("%s: %d sent, %d received", text, sent, received)
		}
		if len(r.Warnings) > 0 {
			t.Errorf("%s: %v", text, r.Warnings)
		}
		if r.Quantity() != probes.MessagesPerSecond || r.CPUs[sender].Role != probes.Sender {
			t.Errorf("%s: roles %v count %s", text, r.CPUs, r.Quantity())
		}
	}
}

// The check of the order is not idle: a message that was changed on its way,
// and one that comes twice, are noticed.
func TestAMessageAstrayIsNoticed(t *testing.T) {
	for _, cached := range []string{probes.Off, probes.On} {
		w := build(t, 64, "cached="+cached)
		var ended atomic.Uint64
		stop := windows.NewStop(&ended, 1)
		for n := range uint64(3) {
			*w.queue.slot(n) = content(n)
		}
		*w.queue.slot(1) = content(0)
		atomic.StoreUint64(w.queue.sent, 3)
		w.workers[sender].messages = 3
		var end sync.WaitGroup
		end.Go(func() { w.Work(receiver, stop) })
		for atomic.LoadUint64(w.queue.received) < 3 {
			runtime.Gosched()
		}
		ended.Store(1)
		end.Wait()
		r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
		w.Report(&r)
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "out of order") {
			t.Errorf("cached=%s: warnings %v, want one about the order", cached, r.Warnings)
		}
	}
}

func TestAFullRingStopsTheSender(t *testing.T) {
	for _, text := range cells() {
		w := build(t, 64, text)
		var ended atomic.Uint64
		stop := windows.NewStop(&ended, 1)
		var end sync.WaitGroup
		end.Go(func() { w.Work(sender, stop) })
		for atomic.LoadUint64(w.queue.sent) < slots {
			runtime.Gosched()
		}
		ended.Store(1)
		end.Wait()
		if n := w.workers[sender].messages; n != slots || *w.queue.slot(0) != content(0) {
			t.Errorf("%s: %d sent with nobody to receive, want the %d that fit", text, n, slots)
		}
	}
}

func TestAWindowMissed(t *testing.T) {
	w := build(t, 64, "")
	window(w, 10)
	var ended atomic.Uint64
	ended.Store(7)
	w.Reset(false)
	w.Work(sender, windows.NewStop(&ended, 7))
	w.Work(receiver, windows.NewStop(&ended, 7))
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if r.CPUs[sender].Messages+r.CPUs[receiver].Messages != 0 || len(r.Warnings) > 0 {
		t.Errorf("a window that was over did %+v, %v", r.CPUs, r.Warnings)
	}
}

func TestWhatLiesOnALine(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		line := func(p *uint64) uintptr { return uintptr(unsafe.Pointer(p)) / uintptr(lineBytes) }
		for text, together := range map[string]bool{"index=shared": true, "index=padded": false} {
			w := build(t, lineBytes, text)
			if got := line(w.queue.sent) == line(w.queue.received); got != together {
				t.Errorf("%s on lines of %d: indices together %v, want %v", text, lineBytes, got, together)
			}
			seen := map[*uint64]bool{}
			for n := range uint64(slots) {
				slot := w.queue.slot(n)
				if line(slot) == line(w.queue.sent) || line(slot) == line(w.queue.received) || seen[slot] {
					t.Errorf("%s on lines of %d: slot %d lies on an index's line, or twice", text, lineBytes, n)
				}
				seen[slot] = true
			}
			first := line(w.queue.sent)
			if last := line(w.queue.slot(slots - 1)); int(last-first) != w.Lines()-1 {
				t.Errorf("%s on lines of %d: the last slot is on line %d of %d", text, lineBytes, last-first, w.Lines())
			}
			if w.queue.slot(slots) != w.queue.slot(0) {
				t.Errorf("%s on lines of %d: the ring does not close", text, lineBytes)
			}
		}
	}
}

func TestWhatARingCannotDo(t *testing.T) {
	for _, c := range []struct{ text, word string }{{"writers=2", "writers"}, {"readers=3", "readers"}, {"writers=0", "writers"}} {
		s, _ := probes.Scenario{Writers: 1, Readers: 1}.With(c.text)
		_, err := Build(topology.Machine{LineBytes: 64}, s, 0)
		if c.text == "writers=0" {
			s.Writers = 0
			_, err = Build(topology.Machine{LineBytes: 64}, s, 0)
		}
		var wrong *probes.ScenarioError
		if !errors.As(err, &wrong) || wrong.Word != c.word {
			t.Errorf("%s: got %v, want a fault in %s", c.text, err, c.word)
		}
	}
}

func TestEndsKeepTheirNotesApart(t *testing.T) {
	var w workload
	if apart := uintptr(unsafe.Pointer(&w.workers[1].messages)) - uintptr(unsafe.Pointer(&w.workers[0].messages)); apart < 256 {
		t.Errorf("the ends' notes are %d bytes apart", apart)
	}
}

var _ windows.Placed = (*workload)(nil)

package rwlock

import (
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

var cells = []string{
	"counter=one line=shared", "counter=one line=padded", "counter=each line=shared", "counter=each line=padded",
}

func build(t testing.TB, lineBytes int, text string) *workload {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(topology.Machine{LineBytes: lineBytes}, s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// seen waits until a reader is inside a word, or has left its mark on it.
func seen(word *int64) {
	for atomic.LoadInt64(word) == 0 {
		runtime.Gosched()
	}
}

// window runs one window, in which meanwhile may look on, and returns the
// reading.
func window(w *workload, capture bool, meanwhile func()) probes.Reading {
	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(capture)
	var r probes.Reading
	var all sync.WaitGroup
	for i, role := range w.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: 10 + i, Role: role})
		all.Go(func() { w.Work(i, stop) })
	}
	for i := range w.workers {
		seen(w.workers[i].word)
	}
	meanwhile()
	ended.Store(1)
	all.Wait()
	w.Report(&r)
	return r
}

func TestEveryReaderThatCameHasLeft(t *testing.T) {
	for _, cell := range cells {
		for _, readers := range []int{1, 3} {
			for _, capture := range []bool{false, true} {
				text := fmt.Sprintf("%s readers=%d", cell, readers)
				r := window(build(t, 64, text), capture, func() {})
				var sections int64
				for _, cpu := range r.CPUs {
					sections += cpu.Ops
					if cpu.Role != probes.Reader {
						t.Errorf("%s: a %s among the readers", text, cpu.Role)
					}
				}
				if sections == 0 || len(r.Warnings) > 0 {
					t.Errorf("%s, capture %v: %d sections, warnings %v", text, capture, sections, r.Warnings)
				}
			}
		}
	}
}

func TestAReaderLeftBehindIsNoticed(t *testing.T) {
	w := build(t, 64, "counter=each line=padded readers=2")
	*w.workers[1].word = 3
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "counts 3 of them") {
		t.Errorf("warnings %v, want one of three readers", r.Warnings)
	}
}

func TestAReaderWaitsForAWriter(t *testing.T) {
	word := int64(writing + 1) // the writer, and the reader that found it
	var back atomic.Bool
	var reader sync.WaitGroup
	reader.Go(func() {
		await(&word)
		back.Store(true)
	})
	for atomic.LoadInt64(&word) != writing {
		runtime.Gosched()
	}
	if back.Load() {
		t.Error("the reader came back in beside the writer")
	}
	atomic.AddInt64(&word, -writing)
	reader.Wait()
	if word != 1 {
		t.Errorf("the word is %#x after the writer has left, want one reader", word)
	}
}

func TestAWriterGetsInBetweenReaders(t *testing.T) {
	w := build(t, 64, "counter=one readers=2")
	word := w.workers[0].word
	r := window(w, false, func() {
		atomic.AddInt64(word, writing)
		for atomic.LoadInt64(word) != writing {
			runtime.Gosched()
		}
		atomic.AddInt64(word, -writing)
	})
	if r.CPUs[0].Ops+r.CPUs[1].Ops == 0 || len(r.Warnings) > 0 {
		t.Errorf("%v, warnings %v: want readers that went on", r.CPUs, r.Warnings)
	}
}

func TestACaptureAccountsForEveryLockedAdd(t *testing.T) {
	for _, c := range []struct {
		text   string
		method probes.BurstMethod
		names  []string
	}{
		{"counter=one line=shared readers=2", probes.ByValue, []string{"lock"}},
		{"counter=one line=padded readers=3", probes.ByValue, []string{"lock"}},
		{"counter=one readers=1", probes.ByValue, []string{"lock"}},
		{"counter=each line=shared readers=1", probes.ByValue, []string{"lock"}},
		{"counter=each line=shared readers=2", probes.ByOwner, []string{"lock"}},
		{"counter=each line=padded readers=2", probes.ByOwner, []string{"lock 0", "lock 1"}},
	} {
		r := window(build(t, 64, c.text), true, func() {})
		if r.Burst == nil || r.Burst.Method != c.method || len(r.Burst.Strips) != len(c.names) || len(r.Lines) != len(c.names) {
			t.Errorf("%s: burst %+v with lines %v; want %v by %s", c.text, r.Burst, r.Lines, c.names, c.method)
			continue
		}
		var adds, sections int64
		for i, line := range r.Lines {
			adds += line.Ops
			if line.Name != c.names[i] {
				t.Errorf("%s: line %q, want %q", c.text, line.Name, c.names[i])
			}
			addsUp(t, c.text, r.Burst.Strips[i])
		}
		for _, cpu := range r.CPUs {
			sections += cpu.Ops
		}
		if adds != 2*sections {
			t.Errorf("%s: %d locked adds for %d sections, want two each", c.text, adds, sections)
		}
	}
}

func addsUp(t *testing.T, text string, strip probes.Strip) {
	t.Helper()
	sums := map[int]int64{}
	for i, stay := range strip.Stays {
		sums[stay.CPU] += stay.Ops
		if stay.Ops < 1 || i > 0 && strip.Stays[i-1].CPU == stay.CPU {
			t.Errorf("%s: stays %v: each has operations and another owner than the last", text, strip.Stays)
		}
	}
	if len(strip.Stays) == 0 {
		t.Errorf("%s: no stay on %s", text, strip.Line)
	}
	for cpu, ops := range strip.PerCPU {
		if sums[cpu] != ops {
			t.Errorf("%s: the stays of CPU %d add up to %d, its count is %d", text, cpu, sums[cpu], ops)
		}
	}
}

// On one line nothing leaves a lone reader; where the values tell the order,
// each of its adds has its place.
func TestALoneReaderKeepsItsLine(t *testing.T) {
	r := window(build(t, 64, "counter=one readers=1"), true, func() {})
	if line := r.Lines[0]; line.Total() != 0 || line.Stays.Mean != float64(2*r.CPUs[0].Ops) {
		t.Errorf("%+v of %d sections, want one stay of two adds each", line, r.CPUs[0].Ops)
	}
}

func TestWhatLiesOnALine(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		line := func(w *workload, i int) uintptr {
			return uintptr(unsafe.Pointer(w.workers[i].word)) / uintptr(lineBytes)
		}
		for _, c := range []struct {
			text           string
			oneWord, apart bool
		}{
			{"counter=one line=shared readers=2", true, false},
			{"counter=one line=padded readers=2", true, false},
			{"counter=each line=shared readers=2", false, false},
			{"counter=each line=padded readers=2", false, true},
		} {
			w := build(t, lineBytes, c.text)
			if one := w.workers[0].word == w.workers[1].word; one != c.oneWord {
				t.Errorf("%s on lines of %d: one word %v, want %v", c.text, lineBytes, one, c.oneWord)
			}
			if apart := line(w, 0) != line(w, 1); apart != c.apart {
				t.Errorf("%s on lines of %d: apart %v, want %v", c.text, lineBytes, apart, c.apart)
			}
		}
	}
}

// However many readers share lines, no two words overlap, and none lies where
// a line names its owner.
func TestManyWordsShareLinesWithoutOverlap(t *testing.T) {
	for _, lineBytes := range []int{64, 128} {
		w := build(t, lineBytes, "counter=each line=shared readers=100")
		taken := map[[2]int]bool{}
		for i := range w.workers {
			line, offset := w.at(i)
			if taken[[2]int{line, offset}] || offset%wordBytes != 0 || offset+wordBytes > lineBytes-wordBytes {
				t.Errorf("on lines of %d word %d lies at %d of line %d: taken, crooked or outside", lineBytes, i, offset, line)
			}
			taken[[2]int{line, offset}] = true
		}
	}
}

func TestAWindowMissed(t *testing.T) {
	w := build(t, 64, "counter=one readers=1")
	window(w, false, func() {})
	var ended atomic.Uint64
	ended.Store(7)
	w.Reset(false)
	w.Work(0, windows.NewStop(&ended, 7))
	r := probes.Reading{CPUs: make([]probes.CPUWork, 1)}
	w.Report(&r)
	if r.CPUs[0].Ops != 0 || len(r.Warnings) > 0 {
		t.Errorf("a window that was over did %+v, %v", r.CPUs, r.Warnings)
	}
}

func TestWorkersKeepTheirNotesApart(t *testing.T) {
	if size := unsafe.Sizeof(worker{}); size < 256+32 {
		t.Errorf("a worker's notes take %d bytes; two of them could share a line", size)
	}
}

var _ windows.Placed = (*workload)(nil)

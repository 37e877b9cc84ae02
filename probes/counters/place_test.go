package counters

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Loops of other probes work on the very addresses that the experiment's own do,
// and the owner word they may use is on the line of the count.
func TestPlacesAreThoseOfTheExperiment(t *testing.T) {
	for _, text := range []string{
		"counter=one line=shared", "counter=one line=padded writers=1 readers=1", "counter=each line=shared writers=9 observers=1",
		"counter=each line=padded writers=4", "neighbours=on batch=5",
	} {
		s, err := base.With(text)
		if err != nil {
			t.Fatal(err)
		}
		built, err := Build(topology.Machine{LineBytes: 64}, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		w := built.(*workload)
		memory := lines.New(LinesOf(s, 64), 64)
		w.Place(memory)
		places := Places(memory, s)
		if len(places) != len(w.workers) || LinesOf(s, 64) != w.Lines() {
			t.Fatalf("%s: %d places on %d lines, want %d on %d", text, len(places), LinesOf(s, 64), len(w.workers), w.Lines())
		}
		for i, p := range places {
			me := &w.workers[i]
			if p.Role != me.role || p.Count != me.count || p.Delta != me.delta || p.Batch != me.batch || p.Neighbours != me.neighbours || p.Beside != me.beside {
				t.Errorf("%s: place %d is %+v, the worker has %+v", text, i, p, me)
			}
			owner := (*int64)(unsafe.Pointer(p.Owner))
			if lineOf(owner, 64) != lineOf(p.Count, 64) || owner == p.Count {
				t.Errorf("%s: the owner word of place %d is not beside its count", text, i)
			}
		}
		var ended atomic.Uint64
		ended.Store(1)
		if ops := places[0].Run(windows.NewStop(&ended, 1)); ops != 0 {
			t.Errorf("%s: %d operations in a window that was over", text, ops)
		}
	}
}

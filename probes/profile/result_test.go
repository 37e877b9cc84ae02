package profile

import (
	"math"
	"testing"
)

func find(t *testing.T, list []Symbol, name string) Symbol {
	t.Helper()
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no symbol %s in %v", name, list)
	return Symbol{}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestSharesAndTheirDifference(t *testing.T) {
	var y tally
	for range 100 {
		y.add(counts{"copy": 80, UserSpace: 20}, counts{"copy": 70, UserSpace: 20, "put_pid": 10})
	}
	list := y.symbols()
	if list[0].Name != "put_pid" || list[len(list)-1].Name != "copy" {
		t.Errorf("order %v, want the largest difference first", list)
	}
	for _, want := range []struct {
		name    string
		off, on float64
		moved   bool
	}{{"put_pid", 0, 10, true}, {"copy", 80, 70, true}, {UserSpace, 20, 20, false}} {
		s := find(t, list, want.name)
		if s.Off != want.off || s.On != want.on || !near(s.Difference.Median, want.on-want.off) || s.Moved() != want.moved {
			t.Errorf("%+v, moved %v; want %+v", s, s.Moved(), want)
		}
	}
}

// A symbol that most windows miss shows in blocks of them.
func TestARareSymbolShowsInBlocks(t *testing.T) {
	var y tally
	for i := range 400 {
		on := counts{"copy": 40}
		if i%4 == 0 {
			on["put_pid"] = 1
		}
		y.add(counts{"copy": 40}, on)
	}
	s := find(t, y.symbols(), "put_pid")
	if !s.Moved() || s.Difference.Low <= 0 || s.Difference.Samples != mostBlocks {
		t.Errorf("%+v: want an interval above 0 from %d blocks", s, mostBlocks)
	}
}

func TestBlocksHoldAllSamplesInOrder(t *testing.T) {
	for _, pairs := range []int{0, 1, 5, 6, 50, 1023} {
		var y tally
		for i := range pairs {
			y.add(counts{"a": 1 + 500*(i%7)}, counts{"a": 3})
		}
		blocks := y.blocks()
		var all pair
		for _, b := range blocks {
			all = all.plus(b)
		}
		if all.samples() != y.together().samples() {
			t.Errorf("%d pairs: %d samples in blocks, %d in all", pairs, all.samples(), y.together().samples())
		}
		if most := min(pairs, mostBlocks); len(blocks) > most || pairs >= fewestBlocks && len(blocks) < fewestBlocks {
			t.Errorf("%d pairs make %d blocks", pairs, len(blocks))
		}
	}
}

func TestALongSessionForgetsNoSample(t *testing.T) {
	var y tally
	for range 5000 {
		y.add(counts{"a": 2}, counts{"b": 3})
	}
	if len(y.pairs) >= manyPairs || y.added != 5000 || y.together()[Off]["a"] != 10000 || y.together()[On]["b"] != 15000 {
		t.Errorf("%d pairs kept of %d, %v", len(y.pairs), y.added, y.together())
	}
}

package profile

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// Whatever a ring holds and wherever its ends are said to be, what is read of it
// has room in it and is the same wherever in the ring it begins.
func FuzzRecords(f *testing.F) {
	symbols, err := newTable(strings.NewReader(listing))
	if err != nil {
		f.Fatal(err)
	}
	w := written{make([]byte, 128), 0}
	w.record(recordSample, modeKernel, 0xffffffff81000080)
	w.record(recordLost, 0, 77, 5)
	w.record(recordThrottle, 0, 1, 2, 3)
	w.record(recordSample, modeUser, 0x400000)
	f.Add(w.bytes, uint64(0), w.head)
	f.Add(w.bytes, uint64(128), w.head+128)
	f.Add(w.bytes, uint64(0), uint64(math.MaxUint64))
	f.Add(w.bytes, uint64(math.MaxUint64-7), uint64(math.MaxUint64))
	f.Add(w.bytes, uint64(3), w.head)
	for _, length := range []uint16{8, 9, 12, 16} {
		w := written{make([]byte, 128), 0}
		w.record(recordLost, 0, math.MaxUint64, math.MaxUint64)
		w.record(recordSample, modeKernel, 1)
		binary.NativeEndian.PutUint16(w.bytes[6:], length)
		f.Add(w.bytes, uint64(0), w.head)
	}
	f.Fuzz(func(t *testing.T, data []byte, tail, head uint64) {
		ring := make([]byte, max(len(data)/8*8, 8)) // the kernel's is whole pages
		copy(ring, data)
		s := seen{counts: counts{}}
		s.records(ring, tail, head, symbols)
		if room := len(ring) / 16; s.counts.total() > room {
			t.Errorf("%d samples where %d have room", s.counts.total(), room)
		}
		if s.lost < 0 {
			t.Errorf("%d samples lost", s.lost)
		}
		for name := range s.counts {
			if name != Unknown && name != UserSpace && !slices.Contains(symbols.names, name) {
				t.Errorf("a sample in %q", name)
			}
		}
		if head > math.MaxUint64-8 || head < tail {
			return
		}
		later := seen{counts: counts{}}
		turned := slices.Concat(ring[len(ring)-8:], ring[:len(ring)-8])
		later.records(turned, tail+8, head+8, symbols)
		if !maps.Equal(s.counts, later.counts) || s.lost != later.lost || s.throttled != later.throttled {
			t.Errorf("%+v, and %+v where it begins a word later", s, later)
		}
	})
}

// Whatever kallsyms says, addresses are ascending, each function begins where it
// is said to, and the table that is written in that form reads as the same.
func FuzzTable(f *testing.F) {
	f.Add(listing)
	f.Add("0 T a\n1 t .b\n1 T _b\n")
	f.Add("ffffffffffffffff W z.cold\n0 t __pfx_z\nFFFF t Z [m]")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := newTable(strings.NewReader(text))
		if err != nil {
			if table != nil || err.Error() == "" {
				t.Errorf("%v beside %q", table, err)
			}
			return
		}
		var again strings.Builder
		for i, start := range table.starts {
			if i > 0 && start <= table.starts[i-1] {
				t.Fatalf("%x after %x", start, table.starts[i-1])
			}
			want := table.names[i]
			if want == "" {
				want = Unknown
			}
			if got := table.name(start); got != want || strings.ContainsAny(got, ".\n\t") {
				t.Errorf("%x is in %q, want %q", start, got, want)
			}
			fmt.Fprintf(&again, "%016x t %s.part\n", start, table.names[i])
		}
		if first := table.starts[0]; first > 0 && table.name(first-1) != Unknown {
			t.Errorf("%x, before all, is in %q", first-1, table.name(first-1))
		}
		if last := len(table.starts) - 1; table.name(math.MaxUint64) != table.name(table.starts[last]) {
			t.Errorf("the end is in %q, want %q", table.name(math.MaxUint64), table.name(table.starts[last]))
		}
		back, err := newTable(strings.NewReader(again.String()))
		if err != nil || !slices.Equal(back.starts, table.starts) || !slices.Equal(back.names, table.names) {
			t.Errorf("%+v is written and read as %+v, %v", table, back, err)
		}
	})
}

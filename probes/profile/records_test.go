package profile

import (
	"encoding/binary"
	"maps"
	"strings"
	"testing"
)

// written is a ring that records were written into.
type written struct {
	bytes []byte
	head  uint64
}

func (w *written) word(x uint64) {
	at := w.head % uint64(len(w.bytes))
	binary.NativeEndian.PutUint64(w.bytes[at:], x)
	w.head += 8
}

func (w *written) record(kind uint32, flags uint16, words ...uint64) {
	var header [8]byte
	binary.NativeEndian.PutUint32(header[:], kind)
	binary.NativeEndian.PutUint16(header[4:], flags)
	binary.NativeEndian.PutUint16(header[6:], uint16(8+8*len(words)))
	w.word(binary.NativeEndian.Uint64(header[:]))
	for _, x := range words {
		w.word(x)
	}
}

func TestRecordsAreReadAcrossTheEndOfTheRing(t *testing.T) {
	symbols, err := newTable(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	for begin := uint64(0); begin < 256; begin += 8 {
		w := written{make([]byte, 128), begin}
		w.record(recordSample, modeKernel, 0xffffffff81000080)
		w.record(recordSample, modeUser, 0x400000)
		w.record(recordLost, 0, 77, 5)
		w.record(recordThrottle, 0, 1, 2, 3)
		w.record(recordSample, 0x4000|modeKernel, 0xffffffff81000410)
		s := seen{counts: counts{}}
		s.records(w.bytes, begin, w.head, symbols)
		if want := (counts{"put_pid": 1, UserSpace: 1, "pid_vnr": 1}); !maps.Equal(s.counts, want) || s.lost != 5 || !s.throttled {
			t.Fatalf("from %d: %v, lost %d, throttled %v; want %v, 5 and true", begin, s.counts, s.lost, s.throttled, want)
		}
	}
}

func TestADamagedRecordEndsTheReading(t *testing.T) {
	for _, length := range []uint16{0, 7, 200} {
		w := written{make([]byte, 128), 0}
		w.record(recordSample, modeUser, 1)
		w.record(recordSample, modeUser, 1)
		binary.NativeEndian.PutUint16(w.bytes[16+6:], length)
		s := seen{counts: counts{}}
		s.records(w.bytes, 0, w.head, &table{})
		if s.counts[UserSpace] != 1 {
			t.Errorf("with a length of %d: %v, want the sample before it", length, s.counts)
		}
	}
}

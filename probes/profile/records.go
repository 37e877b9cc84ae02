package profile

import (
	"encoding/binary"
	"math"
)

// The records of a perf ring that matter here, and the parts of their header.
const (
	recordLost     = 2
	recordThrottle = 5
	recordSample   = 9

	headerBytes = 8
	sampleBytes = headerBytes + 8     // the address
	lostBytes   = headerBytes + 8 + 8 // the event's number, and how many
	modeMask    = 7
	modeKernel  = 1
	modeUser    = 2
)

// seen is what a window's records and counters came to.
type seen struct {
	counts    counts
	counted   []float64 // by counter, NaN where it could not be read
	lost      int
	throttled bool
}

// records reads the ring's bytes from tail to head: a header, kind (4 bytes),
// flags (2) and length (2), before each record. A sample's is the address
// alone. A record may go on at the ring's beginning. What no kernel writes ends
// the reading.
func (s *seen) records(ring []byte, tail, head uint64, symbols *table) {
	word := func(at uint64) uint64 {
		at %= uint64(len(ring))
		return binary.NativeEndian.Uint64(ring[at : at+8]) // records begin at multiples of 8, so no word is cut
	}
	if tail > head || head-tail > uint64(len(ring)) || tail%8 != 0 {
		return
	}
	for head-tail >= headerBytes {
		header := word(tail)
		var bytes [headerBytes]byte
		binary.NativeEndian.PutUint64(bytes[:], header)
		kind, flags, length := binary.NativeEndian.Uint32(bytes[:]), binary.NativeEndian.Uint16(bytes[4:]), binary.NativeEndian.Uint16(bytes[6:])
		if length < headerBytes || length%8 != 0 || uint64(length) > head-tail {
			return
		}
		switch {
		case kind == recordSample && length >= sampleBytes:
			s.counts[place(flags, word(tail+headerBytes), symbols)]++
		case kind == recordLost && length >= lostBytes:
			s.lost += int(min(word(tail+headerBytes+8), uint64(math.MaxInt-s.lost)))
		case kind == recordThrottle:
			s.throttled = true
		}
		tail += uint64(length)
	}
}

func place(flags uint16, address uint64, symbols *table) string {
	switch flags & modeMask {
	case modeKernel:
		return symbols.name(address)
	case modeUser:
		return UserSpace
	}
	return Unknown
}

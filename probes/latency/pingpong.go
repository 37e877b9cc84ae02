package latency

import (
	"sync/atomic"

	"linebounce/probes/lines"
)

// tripsASample is how many round trips a sample of the map has.
const tripsASample = 1000

// spots is how many lines a pair's samples take in turn. The time between two
// CPUs depends on the line: its address decides which part of the last cache
// or which home serves it, and one line may take half as long again as another
// every time. A map of one line would be another map on every run.
const (
	spots        = 64
	spotsAPage   = 4
	slotBytes    = 256 // so that no two words are on neighbouring lines
	slotsAPage   = 4096 / slotBytes
	controlSlots = 8
)

// checkEvery is how many failed tries go by between two looks at whether the
// visit was called off.
const checkEvery = 1 << 12

// court is the memory that one pair plays on. A sample that came to its end
// leaves it ready for the next; after any other it is not used again.
type court struct {
	ping, pong [spots]*uint64 // a word of the CPU that serves and one of the CPU that answers, each alone on its line
	ready      *atomic.Int64
	over       *atomic.Bool
}

// newCourt returns memory that the calling thread was the first to touch, so
// that it lies in that thread's node.
func newCourt() *court {
	memory := lines.New(spots/spotsAPage*slotsAPage+controlSlots, slotBytes)
	c := &court{}
	for i := range spots {
		page, slot := i/spotsAPage, slotsAPage/spotsAPage*(i%spotsAPage)+i/spotsAPage%spotsAPage
		c.ping[i] = (*uint64)(memory.At(page*slotsAPage+slot, 0))
		c.pong[i] = (*uint64)(memory.At(page*slotsAPage+(slot+2)%slotsAPage, 0))
	}
	control := spots / spotsAPage * slotsAPage
	c.ready, c.over = (*atomic.Int64)(memory.At(control, 0)), (*atomic.Bool)(memory.At(control+3, 0))
	return c
}

// meet waits for the other CPU and reports whether it came.
func (c *court) meet() bool {
	c.ready.Add(1)
	for c.ready.Load() < 2 {
		if c.over.Load() {
			return false
		}
	}
	return true
}

// serve plays one sample, by storing with the numbers that follow after, and
// reports whether it came to its end.
func (c *court) serve(m Method, spot int, after uint64) bool {
	if m == Store {
		return storeServe(c.ping[spot], c.pong[spot], c.over, after)
	}
	return swap(c.ping[spot], c.over, 0, 1)
}

// answer is the other CPU's part of serve.
func (c *court) answer(m Method, spot int, after uint64) bool {
	if m == Store {
		return storeAnswer(c.ping[spot], c.pong[spot], c.over, after)
	}
	return swap(c.ping[spot], c.over, 1, 0)
}

// swap changes the word from one value to the other as often as a sample has
// round trips, each time as soon as the other CPU has changed it back.
func swap(word *uint64, over *atomic.Bool, from, to uint64) bool {
	for range tripsASample {
		for tries := 0; !atomic.CompareAndSwapUint64(word, from, to); tries++ {
			if tries == checkEvery {
				if over.Load() {
					return false
				}
				tries = 0
			}
		}
	}
	return true
}

// storeServe stores the next number and waits until it comes back in the other
// word.
//
//go:norace
func storeServe(mine, theirs *uint64, over *atomic.Bool, n uint64) bool {
	for range tripsASample {
		n++
		publish(mine, n)
		for tries := 0; atomic.LoadUint64(theirs) != n; tries++ {
			if tries == checkEvery {
				if over.Load() {
					return false
				}
				tries = 0
			}
		}
	}
	return true
}

// storeAnswer waits for the next number and stores it into its own word.
//
//go:norace
func storeAnswer(theirs, mine *uint64, over *atomic.Bool, n uint64) bool {
	for range tripsASample {
		n++
		for tries := 0; atomic.LoadUint64(theirs) != n; tries++ {
			if tries == checkEvery {
				if over.Load() {
					return false
				}
				tries = 0
			}
		}
		publish(mine, n)
	}
	return true
}

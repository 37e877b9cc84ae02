package sim

import "slices"

// event is something that happens at a time. Equal times happen in the order
// in which they were scheduled.
type event struct {
	at  Time
	seq uint64 // order, kind and subject: order<<32 | kind<<28 | subject
}

// The kinds of event; the subject is a CPU or a line.
const (
	evReady uint64 = iota // a CPU goes on with its program
	evGive                // the head request of a line reaches the holder
	evData                // the data of a line's head request arrives
)

const (
	subjectBits = 28
	orderShift  = subjectBits + 4
	lastOrder   = 1<<(64-orderShift) - 1
)

func (e event) kind() uint64 { return e.seq >> subjectBits & 0xf }
func (e event) subject() int { return int(e.seq & (1<<subjectBits - 1)) }

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

// events is a heap, four children a node, with room for all events that can be
// pending: one a CPU and one a line.
type events struct {
	heap  []event
	order uint64 // of the newest event
}

func (h *events) push(at Time, kind uint64, subject int) {
	if h.order == lastOrder {
		h.renumber()
	}
	h.order++
	e := event{at, h.order<<orderShift | kind<<subjectBits | uint64(subject)}
	h.heap = append(h.heap, e)
	i := len(h.heap) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h.heap[parent]) {
			break
		}
		h.heap[i] = h.heap[parent]
		i = parent
	}
	h.heap[i] = e
}

func (h *events) pop() event {
	top := h.heap[0]
	last := len(h.heap) - 1
	e := h.heap[last]
	h.heap = h.heap[:last]
	if last > 0 {
		h.sink(e)
	}
	return top
}

// sink puts an event where the root was and moves it down to its place.
func (h *events) sink(e event) {
	heap, i := h.heap, 0
	for first := 1; first < len(heap); first = 4*i + 1 {
		child := first
		for k := first + 1; k < min(first+4, len(heap)); k++ {
			if heap[k].before(heap[child]) {
				child = k
			}
		}
		if !heap[child].before(e) {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = e
}

// renumber gives the pending events the lowest orders there are, so that a run
// of any length has orders left. A sorted list is a heap.
func (h *events) renumber() {
	slices.SortFunc(h.heap, func(a, b event) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for i := range h.heap {
		h.heap[i].seq = h.heap[i].seq&(1<<orderShift-1) | uint64(i+1)<<orderShift
	}
	h.order = uint64(len(h.heap))
}

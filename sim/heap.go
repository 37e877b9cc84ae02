package sim

// event is something that happens at a time. Equal times happen in the order
// in which they were scheduled.
type event struct {
	at  Time
	seq uint64 // order, kind and subject: seq<<32 | kind<<28 | subject
}

// The kinds of event; the subject is a CPU or a line.
const (
	evReady uint64 = iota // a CPU goes on with its program
	evGive                // the head request of a line reaches the holder
	evData                // the data of a line's head request arrives
)

const subjectBits = 28

func (e event) kind() uint64 { return e.seq >> subjectBits & 0xf }
func (e event) subject() int { return int(e.seq & (1<<subjectBits - 1)) }

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

// events is a binary heap with room for all events that can be pending: one a
// CPU and one a line.
type events struct {
	heap []event
	seq  uint64
}

func (h *events) push(at Time, kind uint64, subject int) {
	h.seq++
	e := event{at, h.seq<<(subjectBits+4) | kind<<subjectBits | uint64(subject)}
	h.heap = append(h.heap, e)
	i := len(h.heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
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
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h.heap[child+1].before(h.heap[child]) {
			child++
		}
		if !h.heap[child].before(e) {
			break
		}
		h.heap[i] = h.heap[child]
		i = child
	}
	if last > 0 {
		h.heap[i] = e
	}
	return top
}

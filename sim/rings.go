package sim

// ring is a ring's two indices, and what each end last saw of the other's. They
// are the model's own, as a lock's values are. They wrap, and all that counts is
// how far they are apart.
type ring struct {
	Ring
	sent, received uint32
	seen           [2]uint32 // of received by the sender, of sent by the receiver
}

// The ends of a ring.
const (
	sending = iota
	receiving
)

// end returns which end waits for the index at an address.
func (r *ring) end(addr int32) int {
	if addr == r.Received {
		return sending
	}
	return receiving
}

// open reports whether an end may go on by what it last saw of the other.
func (r *ring) open(end int) bool {
	if end == sending {
		return r.sent-r.seen[sending] < uint32(r.Slots)
	}
	return r.seen[receiving] != r.received
}

// look brings what an end has seen of the other up to date.
func (r *ring) look(end int) {
	r.seen[end] = [2]uint32{sending: r.received, receiving: r.sent}[end]
}

// advance moves the index at an address on.
func (r *ring) advance(addr int32) {
	if addr == r.Sent {
		r.sent++
	} else {
		r.received++
	}
}

// await does one step of an Await: a load of the other end's index, unless the
// copy of it will do. Where the ring is full, or empty, the CPU spins on its own
// copy of the line until it has lost it, and then looks again.
func (s *Sim) await(c int, op *code) (cost Time, got bool) {
	r := &s.rings[op.Object]
	end := r.end(op.Addr)
	if r.Cached && r.open(end) {
		return 0, true
	}
	held := s.copy(int(op.line), c)
	if !held.state.readable() {
		s.miss(c, op.line, false)
		return 0, false
	}
	cost = s.read(c, op, held)
	if r.look(end); r.open(end) {
		return cost, true
	}
	s.become(c, Spinning)
	return 0, false
}

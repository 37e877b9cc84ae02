package ownership

import (
	"slices"

	"linebounce/probes"
)

// strip cuts a stretch of up to limit consecutive operations out of stays,
// around the hand-off in their middle. Its first and its last stay may be
// parts of longer ones.
func strip(name string, stays []probes.Stay, limit int) probes.Strip {
	s := probes.Strip{Line: name, PerCPU: map[int]int64{}}
	room := int64(limit)
	middle := len(stays) / 2
	before, after := stays[:middle], stays[middle:]
	ahead := total(after)
	head, got := tail(before, max(room/2, room-ahead))
	s.Stays = append(head, front(after, room-got)...)
	for _, stay := range s.Stays {
		s.PerCPU[stay.CPU] += stay.Ops
	}
	return s
}

func total(stays []probes.Stay) int64 {
	var n int64
	for _, s := range stays {
		n += s.Ops
	}
	return n
}

// front returns the first room operations of stays.
func front(stays []probes.Stay, room int64) []probes.Stay {
	var part []probes.Stay
	for _, s := range stays {
		if room <= 0 {
			break
		}
		s.Ops = min(s.Ops, room)
		room -= s.Ops
		part = append(part, s)
	}
	return part
}

// tail returns the last room operations of stays, in order, and their number.
func tail(stays []probes.Stay, room int64) (part []probes.Stay, ops int64) {
	for _, s := range slices.Backward(stays) {
		if ops >= room {
			break
		}
		s.Ops = min(s.Ops, room-ops)
		ops += s.Ops
		part = append(part, s)
	}
	slices.Reverse(part)
	return part, ops
}

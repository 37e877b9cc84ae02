package recorded

import (
	"bytes"
	"maps"
	"slices"
	"strconv"

	"linebounce/probes"
)

// strips writes the strips of a burst: for each the number of its line in the
// arm, then CPU and operations of each stay. What each CPU did follows in a list
// of its own only where the stays do not add up to it.
func (a *arm) strips(b *probes.Burst) []byte {
	text := []byte{'['}
	for i, s := range b.Strips {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(append(text, '['), int64(slices.Index(a.Lines, s.Line)), 10)
		for _, stay := range s.Stays {
			text = appendNumber(appendNumber(text, int64(stay.CPU)), stay.Ops)
		}
		if !maps.Equal(s.PerCPU, perCPU(s.Stays)) {
			text = append(text, ",["...)
			for i, cpu := range slices.Sorted(maps.Keys(s.PerCPU)) {
				if i > 0 {
					text = append(text, ',')
				}
				text = appendNumber(strconv.AppendInt(text, int64(cpu), 10), s.PerCPU[cpu])
			}
			text = append(text, ']')
		}
		text = append(text, ']')
	}
	return append(text, ']')
}

// readStrips reads the strips of a burst. One that was read before and is not
// used any more gives its memory, nil for none.
func (a *arm) readStrips(s *scanner, used *probes.Burst) *probes.Burst {
	b := &probes.Burst{}
	if used != nil {
		b.Strips = used.Strips[:0]
	}
	b.Method = a.Method
	s.need('[')
	room := int64(mostStrip)
	for first := true; s.more(first, ']'); first = false {
		s.need('[')
		line := s.count()
		if line >= int64(len(a.Lines)) || len(b.Strips) == len(a.Lines) {
			s.fail("it has a strip of line %d, which its arm has not", line)
			return nil
		}
		b.Strips = slices.Grow(b.Strips, 1)[:len(b.Strips)+1]
		strip := &b.Strips[len(b.Strips)-1]
		*strip = probes.Strip{Line: a.Lines[line], Stays: strip.Stays[:0], PerCPU: strip.PerCPU}
		room = a.readStrip(s, strip, room)
	}
	return b
}

// readStrip reads the stays of a strip, and returns how many operations there is
// room for after it.
func (a *arm) readStrip(s *scanner, strip *probes.Strip, room int64) int64 {
	if n := s.numbers() / 2; n > 0 {
		strip.Stays = slices.Grow(strip.Stays, n)
	}
	if strip.PerCPU == nil {
		strip.PerCPU = map[int]int64{}
	}
	clear(strip.PerCPU)
	did := make([]int64, len(a.CPUs))
	for {
		stay, short := s.short()
		switch {
		case short:
		case !s.more(false, ']'):
			a.sum(strip.PerCPU, did)
			return room
		case s.take('['):
			clear(did)
			a.readCounts(s, strip.PerCPU)
			continue
		default:
			stay = probes.Stay{CPU: int(s.int()), Ops: s.following()}
		}
		i := slices.Index(a.CPUs, stay.CPU)
		if room -= stay.Ops; stay.Ops < 1 || room < 0 || i < 0 {
			s.fail("it has a stay of %d operations of CPU %d in a strip", stay.Ops, stay.CPU)
			return room
		}
		did[i] += stay.Ops
		strip.Stays = append(strip.Stays, stay)
	}
}

// short reads a stay of one digit each, as nearly all are: half of the time that
// opening a recording takes would go into others' generality.
func (s *scanner) short() (probes.Stay, bool) {
	if len(s.text)-s.at < 5 {
		return probes.Stay{}, false
	}
	t := s.text[s.at : s.at+5]
	cpu, ops := t[1]-'0', t[3]-'0'
	if t[0] != ',' || cpu > 9 || t[2] != ',' || ops > 9 || t[4] != ',' && t[4] != ']' {
		return probes.Stay{}, false
	}
	s.at += 4
	return probes.Stay{CPU: int(cpu), Ops: int64(ops)}, true
}

// sum adds what each CPU of the arm did.
func (a *arm) sum(counts map[int]int64, did []int64) {
	for i, ops := range did {
		if ops > 0 {
			counts[a.CPUs[i]] += ops
		}
	}
}

func (a *arm) readCounts(s *scanner, counts map[int]int64) {
	for first := true; s.more(first, ']'); first = false {
		cpu := int(s.int())
		counts[cpu] = s.following()
	}
}

// numbers returns about how many numbers the list still has.
func (s *scanner) numbers() int {
	rest := s.text[s.at:]
	return bytes.Count(rest[:max(0, bytes.IndexByte(rest, ']'))], []byte{','})
}

func perCPU(stays []probes.Stay) map[int]int64 {
	sums := map[int]int64{}
	for _, s := range stays {
		sums[s.CPU] += s.Ops
	}
	return sums
}

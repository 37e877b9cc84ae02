package plain

import (
	"slices"

	"linebounce/ui/wording"
)

// mark says to other copies of this program whether this one measures now.
func (s *session) mark() {
	live := s.room == room(s.lab) && s.options.Recording == nil && s.pump != nil && !s.lab.bench.Paused()
	s.copies.Set(live || s.job != nil && s.job.measures)
}

// beside tells which other copies measure too, each once.
func (s *session) beside() {
	for _, text := range s.copies.Disturbances() {
		if !slices.Contains(s.others, text) {
			s.others = append(s.others, text)
			s.line(wording.Sentence(text))
		}
	}
}

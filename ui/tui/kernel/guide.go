package kernel

import "slices"

// lesson is what a lesson that shows the room wants of it, and what it was
// before.
type lesson struct {
	focus partName
	story int
}

// Present shows what an experiment of a lesson is about: the truth table for
// credentials, the card of a workload, else why the cost is so small.
func (m *Model) Present(experiment string) {
	if m.lesson == nil {
		m.lesson = &lesson{m.focus, m.story}
	}
	m.stale = true
	switch i := slices.IndexFunc(cards, func(c card) bool { return c.name == experiment }); {
	case i >= 0:
		m.focus, m.story = partCards, i
	case experiment == "credentials":
		m.focus = partTable
	default:
		m.focus = partWhy
	}
}

// Leave goes back to what was shown before the lesson. It does nothing where no
// lesson was presented.
func (m *Model) Leave() {
	if m.lesson != nil {
		m.focus, m.story = m.lesson.focus, m.lesson.story
		m.lesson, m.stale = nil, true
	}
	m.Guide(true, "")
}

// Guide tells the room that somebody else shows it: the hint stands beside the
// keys, or in their place where they do nothing here. Without a hint the room is
// its own.
func (m *Model) Guide(keys bool, hint string) {
	m.stale = m.stale || m.hint != hint || m.rests != !keys
	m.rests, m.hint = !keys, hint
}

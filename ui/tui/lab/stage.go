package lab

import (
	"fmt"
	"slices"

	"linebounce/lessons"
	"linebounce/probes"
)

// stage is what a lesson has made of the Lab, and what it was before.
type stage struct {
	arms    pair // as they were prepared
	secret  bool // the learner has not committed to an answer yet
	changed bool // by keys since then

	current, edited int
	before          []kept // by experiment
}

// kept is what a lesson changes of one experiment.
type kept struct {
	arms, initial pair
	past          []pair
	secret        bool
	vote          int
}

// Present shows an experiment with two arms as a lesson has it. Words that an
// arm does not name get the experiment's defaults, a and b alike, and CPUs are
// chosen. While secret every figure is hidden and no key changes anything, until
// Reveal; Leave brings back what was there before the first Present. Where the
// readings are recorded it returns probes.ErrFixed unless the recording has just
// these arms; the other errors say that there is no such experiment, or are
// those of catalog.Experiment.Prepare. After an error nothing has changed.
func (m *Model) Present(name string, a, b probes.Scenario, secret bool) error {
	i := slices.IndexFunc(m.list, func(e *experiment) bool { return e.Name == name })
	if i < 0 {
		return fmt.Errorf("the Lab shows no experiment %q here, only %s", name, listed(m.names()))
	}
	arms, err := m.rehearse(m.list[i], pair{a, b})
	if err != nil {
		return err
	}
	if m.stage == nil {
		m.stage = m.keep()
	}
	m.stage.arms, m.stage.secret, m.stage.changed = arms, secret, false
	m.paused, m.edited, m.note = false, 1, ""
	if secret {
		m.hide()
	}
	m.choose(i)
	m.wantFigures()
	e := m.experiment()
	e.secret, e.initial, e.past = secret, arms, nil
	if e.arms != arms {
		m.set(arms, "lesson")
	}
	m.stale = true
	return nil
}

// rehearse prepares a lesson's arms for the machine.
func (m *Model) rehearse(e *experiment, arms pair) (pair, error) {
	fixed := e.arms
	for i := range arms {
		s, _, err := e.Prepare(m.options.Machine, arms[i])
		if err != nil {
			return arms, err
		}
		if m.options.Recorded && arms[i].CPUs == "" {
			s.CPUs = fixed[i].CPUs
		}
		arms[i] = s
	}
	if m.options.Recorded && arms != fixed {
		return arms, probes.ErrFixed
	}
	return arms, nil
}

// keep remembers what a lesson may change.
func (m *Model) keep() *stage {
	s := &stage{current: m.current, edited: m.edited}
	for _, e := range m.list {
		s.before = append(s.before, kept{e.arms, e.initial, slices.Clone(e.past), e.secret, e.vote})
	}
	return s
}

// Reveal shows the figures that Present hid.
func (m *Model) Reveal() {
	if m.stage == nil {
		return
	}
	m.stage.secret, m.experiment().secret = false, false
	m.note, m.stale = "", true
}

// Leave brings back the experiment, the arms and what was hidden before the
// lesson. It does nothing where no lesson was presented.
func (m *Model) Leave() {
	m.Guide(true, "")
	s := m.stage
	if s == nil {
		return
	}
	m.stage = nil
	for i, e := range m.list {
		was := s.before[i]
		if e.arms != was.arms && !m.options.Recorded { // a recording's arms are its own
			m.current = i
			m.set(was.arms, "lesson ends")
		}
		e.initial, e.past, e.secret, e.vote = was.initial, was.past, was.secret, was.vote
	}
	m.edited, m.note = s.edited, ""
	m.choose(s.current)
	m.wantFigures()
	m.stale = true
}

// wantFigures asks the pump for the figures of what a lesson shows, which nobody else
// wants.
func (m *Model) wantFigures() {
	if m.pump == nil {
		return
	}
	name := ""
	if m.stage != nil {
		name = m.Chosen()
	}
	m.pump.Judge(name)
}

// Guide tells the Lab that somebody else shows it: the hint stands beside the
// keys, or in their place where they are not the Lab's. Without a hint the Lab is
// its own.
func (m *Model) Guide(keys bool, hint string) {
	m.stale = m.stale || m.rests == keys || m.hint != hint
	m.rests, m.hint = !keys, hint
}

// Figures returns what the arms of the chosen experiment have come to as they
// are now, nil until there is a whole pair of windows. Arms that a lesson asked
// for and could not have come to nothing.
func (m *Model) Figures() *lessons.Figures {
	if m.Pairs() == 0 {
		return nil
	}
	return m.experiment().shown.Figures
}

// Pairs returns how many pairs of windows those figures rest on.
func (m *Model) Pairs() int {
	e := m.experiment()
	if s := m.stage; s != nil && !s.changed && e.arms != s.arms {
		return 0
	}
	if e.shown.Arm(0).Scenario != e.arms[0] || e.shown.Arm(1).Scenario != e.arms[1] {
		return 0
	}
	return e.shown.Pairs
}

// strayed notes that keys have changed the arms of a lesson.
func (m *Model) strayed() {
	if m.stage != nil {
		m.stage.changed = true
	}
}

// onStage says why a key does nothing in a lesson, "" where it does something
// or never does anything.
func (m *Model) onStage(key string) string {
	if m.stage == nil {
		return ""
	}
	if m.options.Recorded && (key == "left" || key == "right") {
		return "" // they change no arm
	}
	if key == "r" && m.experiment().shown.Err != nil {
		return "" // it tries again
	}
	_, changes := toggleOf(key)
	switch key {
	case "e", "E", "v", "1", "2", "3":
		return key + ": in a lesson the lesson chooses what is shown, and asks the questions."
	case "tab", "left", "right", "u", "r":
		changes = true
	}
	if m.stage.secret && changes {
		return key + ": the prediction comes first. This key works once you have answered."
	}
	return ""
}

func (m *Model) names() []string {
	var names []string
	for _, e := range m.list {
		names = append(names, e.Name)
	}
	return names
}

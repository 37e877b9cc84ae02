package lessons

import (
	"fmt"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/ui/tui/widgets"
)

const (
	enough  = 40               // pairs of windows that a result of the Lab rests on
	hasty   = 6 * time.Second  // after which fewer do, where they give an interval
	patient = 12 * time.Second // after which it rests on what there is
)

// stage makes the stage of the step that is shown ready. Before the answer the
// Lab runs with its figures hidden; the other rooms wait, for they show what was
// found elsewhere.
func (m *Model) stage() tea.Cmd {
	s := m.play.step()
	asks := m.play.phase() == asking
	if s.Stage == nil {
		return nil
	}
	s.failed = nil // it is tried again
	if s.figures == nil {
		s.reason = m.unmet()
	}
	if s.Stage.Screen == lessons.Lab && m.unmet() == "" {
		a, b := arms(s.Stage)
		if err := m.options.Lab.Present(s.Stage.Experiment, a, b, asks); err == nil {
			m.beside = widgets.Lab
		}
	}
	switch {
	case asks:
		return nil
	case s.figures == nil:
		return m.begin()
	}
	return m.accompany()
}

// arms are those of a stage; one alone is held against itself.
func arms(s *lessons.Stage) (a, b probes.Scenario) {
	return s.Arms[0], s.Arms[len(s.Arms)-1]
}

// unmet says why the stage that is shown is not measured here, "" where it is,
// or where it is one of the model anyway.
func (m *Model) unmet() string {
	l, s := m.play.lesson, m.play.step()
	if s.Stage.Screen == lessons.Simulator {
		return ""
	}
	if s.Stage.Screen == lessons.Lab && m.options.Why != "" {
		return m.options.Why
	}
	return m.lacks(l)
}

// lacks says what a lesson needs and this machine has not, "" for nothing.
func (m *Model) lacks(l lessons.Lesson) string {
	for _, need := range l.Needs {
		switch {
		case need == lessons.TwoCPUs && m.options.Why != "":
			return m.options.Why
		case need == lessons.Linux && m.machine.OS != "linux":
			return fmt.Sprintf("it is about sockets and semaphores of Linux, and this is %s", probes.SystemName(m.machine.OS))
		}
	}
	return ""
}

// begin brings the figures of the step that is shown: from the Lab where it runs
// the stage anyway, else by a run of its own.
func (m *Model) begin() tea.Cmd {
	s := m.play.step()
	if m.beside == widgets.Lab && !timed(s.Step) {
		m.options.Lab.Reveal()
		m.waiting = m.now()
		return nil
	}
	return m.start(s.reason)
}

// timed reports whether a step speaks of the latency, which the Lab does not
// measure.
func timed(s lessons.Step) bool {
	if s.Question != nil && s.Question.Asked.Quantity == lessons.Latency {
		return true
	}
	for _, c := range s.Claims {
		if c.State != lessons.AnyState || c.Value.Quantity == lessons.Latency {
			return true
		}
		for _, b := range []*lessons.Bound{c.Above, c.Below} {
			if b != nil && b.Of != nil && b.Of.Quantity == lessons.Latency {
				return true
			}
		}
	}
	return false
}

// collect takes the figures from the Lab once they are good enough, or once
// waiting has lasted.
func (m *Model) collect() tea.Cmd {
	if m.waiting.IsZero() || m.unseen || m.play == nil {
		return nil
	}
	s, waited := m.play.step(), m.now().Sub(m.waiting)
	f := m.options.Lab.Figures()
	switch {
	case f != nil && s.covered(f) && (m.options.Lab.Pairs() >= enough || waited >= hasty), f != nil && waited >= patient:
		m.waiting = time.Time{}
		s.figures = own(f, s.Stage)
		return m.settle()
	case waited >= patient:
		m.waiting = time.Time{}
		return m.start(fmt.Sprintf("no pair of windows in the Lab counted for %.0f s", patient.Seconds()))
	}
	return nil
}

// covered reports whether figures hold all that the step speaks of.
func (s *step) covered(f *lessons.Figures) bool {
	var asked []lessons.Value
	if s.Question != nil && s.Question.Kind == lessons.Number {
		asked = append(asked, s.Question.Asked)
	}
	for _, c := range s.Claims {
		if c.On != probes.Simulated {
			asked = append(asked, c.Value)
		}
	}
	for _, v := range asked {
		i, known := f.Of(v)
		if !known || v.Ratio && v.Role == "" && string(v.Quantity) == string(f.Quantity) && !i.Known() {
			return false
		}
	}
	return true
}

// own are the figures of the arms that a stage has.
func own(f *lessons.Figures, s *lessons.Stage) *lessons.Figures {
	copied := *f
	if len(s.Arms) < 2 && len(copied.Arms) > 1 {
		copied.Arms = copied.Arms[:1]
		copied.Ratio = probes.Interval{Median: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}
	}
	return &copied
}

// settle judges what came, and shows the room that the stage is of beside it.
func (m *Model) settle() tea.Cmd {
	m.judge()
	m.stale, m.follow = true, true
	cmd := m.accompany()
	m.fit()
	m.tell()
	return tea.Batch(cmd, m.save())
}

// accompany shows the room of the stage: the Simulator where the model had to
// stand in for the Lab.
func (m *Model) accompany() tea.Cmd {
	s := m.play.step().Stage
	switch {
	case s == nil:
		return nil
	case m.beside == widgets.Lab:
		m.options.Lab.Reveal()
		return nil
	case s.Screen == lessons.Kernel:
		m.beside = widgets.Kernel
		m.options.Kernel.Present(s.Experiment)
		return m.options.Kernel.Show()
	}
	a, b := arms(s)
	if len(s.Arms) < 2 {
		b = probes.Scenario{}
	}
	if err := m.options.Simulator.Present(s.Experiment, a, b, s.Machine, s.CPUs); err != nil {
		return nil // the figures are there all the same
	}
	m.beside, m.arm = widgets.Simulator, 0
	return m.options.Simulator.Show()
}

// retire ends what runs and gives the rooms back.
func (m *Model) retire() {
	if m.run != nil {
		m.run.stop()
		m.run = nil
	}
	m.waiting = time.Time{}
	switch m.beside {
	case widgets.Simulator:
		m.options.Simulator.Hide()
	case widgets.Kernel:
		m.options.Kernel.Hide()
	}
	m.beside = none
	m.options.Lab.Leave()
	m.options.Simulator.Leave()
	m.options.Kernel.Leave()
}

// Live reports whether the Lab is to run: a stage of it is to be seen, or its
// figures are waited for.
func (m *Model) Live() bool {
	if !m.shown || m.run != nil || m.beside != widgets.Lab || m.play == nil {
		return false
	}
	return m.visible() || !m.waiting.IsZero()
}

// Moving reports whether the room beside the lesson wants pictures by itself.
func (m *Model) Moving() bool {
	switch {
	case !m.visible():
		return false
	case m.beside == widgets.Simulator:
		return m.options.Simulator.Moving()
	case m.beside == widgets.Kernel:
		return m.options.Kernel.Moving()
	}
	return m.Live()
}

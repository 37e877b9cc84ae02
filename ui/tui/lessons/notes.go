package lessons

import (
	tea "charm.land/bubbletea/v2"

	"linebounce/ui/notes"
)

// listening is the socket for a second terminal, or why there is none.
type listening struct {
	server *notes.Server
	err    error
}

// serve makes the socket, off the screen's path.
func (m *Model) serve() tea.Cmd {
	if m.listened || m.options.Listen == nil {
		return nil
	}
	m.listened = true
	listen := m.options.Listen
	return func() tea.Msg {
		server, err := listen()
		return listening{server, err}
	}
}

func (m *Model) listen(l listening) {
	m.server, m.deaf = l.server, l.err
	m.tell()
}

// tell says to whoever follows what is shown.
func (m *Model) tell() { m.server.Tell(m.presented()) }

// presented is what a presenter wants to see of what is shown.
func (m *Model) presented() notes.State {
	switch {
	case m.exam != nil:
		n := len(m.exam.steps)
		return notes.State{Lesson: m.exam.lesson.Title, Step: min(m.exam.at+1, n), Steps: n, Title: "the questions of the test"}
	case m.play == nil:
		return notes.State{Lesson: "The lessons", Step: 1, Steps: 1, Title: "the list, no lesson is open", Next: m.title(m.chosen)}
	}
	p := m.play
	if p.ended {
		n := len(p.steps)
		return notes.State{Lesson: p.lesson.Title, Step: n, Steps: n, Title: "finished", Since: p.opened, Next: m.title(m.following(p.lesson.ID))}
	}
	s := p.step()
	state := notes.State{
		Lesson: p.lesson.Title, Step: p.at + 1, Steps: len(p.steps), Title: s.Title, Notes: s.Notes,
		Asks: s.Question != nil, Answered: s.answered || p.reference, Since: p.opened,
	}
	if p.at+1 < len(p.steps) {
		state.Next = p.steps[p.at+1].Title
	}
	return state
}

// title is that of an entry, "" for none.
func (m *Model) title(i int) string {
	if i < 0 || i >= len(m.entries) {
		return ""
	}
	return m.named(m.entries[i])
}

package lessons

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons/progress"
	"linebounce/ui/tui/widgets"
)

// press does what a key asks for.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	key := msg.String()
	if m.asked != nil {
		return m.answerAsked(key)
	}
	if m.looking {
		return m.lent(msg)
	}
	m.note = ""
	if m.scrolls(key) {
		return nil
	}
	switch {
	case !m.known:
		return nil
	case key == "p":
		return m.present()
	case key == "R":
		return m.ask("Reset all lessons and tests?", m.resetAll)
	case m.exam != nil:
		return m.pressExam(key)
	case m.play != nil:
		return m.pressPlay(key)
	}
	return m.pressList(key)
}

// scrolls moves the page where a key asks for that.
func (m *Model) scrolls(key string) bool {
	switch key {
	case "pgdown", "ctrl+d":
		m.scroll += max(m.page-2, 1)
	case "pgup", "ctrl+u":
		m.scroll -= max(m.page-2, 1)
	default:
		return false
	}
	m.follow = false
	return true
}

// ask asks before something is lost.
func (m *Model) ask(question string, do func() tea.Cmd) tea.Cmd {
	m.note, m.asked = question+" y does it, any other key does not.", do
	return nil
}

func (m *Model) answerAsked(key string) tea.Cmd {
	do := m.asked
	m.asked, m.note = nil, "Nothing was reset."
	if key != "y" {
		return nil
	}
	m.note = ""
	return do()
}

func (m *Model) pressList(key string) tea.Cmd {
	switch key {
	case "up", "k":
		m.choose(m.chosen - 1)
	case "down", "j":
		m.choose(m.chosen + 1)
	case "home":
		m.choose(0)
	case "end":
		m.choose(len(m.entries) - 1)
	case "enter", "space", "n":
		return m.openChosen()
	case "r":
		return m.resetChosen()
	}
	return nil
}

func (m *Model) openChosen() tea.Cmd {
	if m.chosen >= len(m.entries) {
		return nil
	}
	e := m.entries[m.chosen]
	if e.moment != "" {
		return m.sit(e)
	}
	return m.open(e.lesson)
}

func (m *Model) resetChosen() tea.Cmd {
	if m.chosen >= len(m.entries) {
		return nil
	}
	l := m.entries[m.chosen].lesson
	return m.ask(fmt.Sprintf("Forget what you did in %q?", l.Title), func() tea.Cmd {
		m.book.Reset(l.ID)
		m.note = "Reset."
		return m.save()
	})
}

func (m *Model) resetAll() tea.Cmd {
	m.book.ResetAll()
	if m.play != nil {
		return m.restart()
	}
	m.exam = nil
	m.note = "All lessons and tests are reset."
	m.choose(max(m.next(), 0))
	m.fit()
	return m.save()
}

// pressPlay does what a key asks for in a lesson.
func (m *Model) pressPlay(key string) tea.Cmd {
	p := m.play
	s := p.step()
	if p.phase() == asking {
		if meant, done := s.answering(key); done {
			return m.commit()
		} else if meant {
			m.follow = true
			return nil
		}
	}
	switch key {
	case "enter", "space":
		if m.more() {
			m.scrolls("pgdown")
			return nil
		}
		if p.phase() == asking {
			m.note = s.unanswered()
			return nil
		}
		return m.forward()
	case "n", "right":
		return m.forward()
	case "b", "left":
		return m.back()
	case "up", "k":
		m.scroll--
		m.follow = false
	case "down", "j":
		m.scroll++
		m.follow = false
	case "h":
		m.hint()
	case "r":
		return m.ask(fmt.Sprintf("Forget what you did in %q and begin again?", p.lesson.Title), m.restart)
	case "w":
		m.look()
	case "tab":
		return m.turn()
	case "esc":
		return m.leave()
	default:
		m.misses(key)
	}
	return nil
}

// misses says why a digit opens no room now.
func (m *Model) misses(key string) {
	if _, opens := widgets.RoomOf(key); opens {
		m.note = key + ": here digits are answers. Esc goes to the list, and there they open rooms."
	}
}

// hint shows the next one. One that is read takes a point off the answer.
func (m *Model) hint() {
	s := m.play.step()
	switch {
	case m.play.ended || len(s.Hints) == 0:
		m.note = "h: this step has no hint."
	case s.hints == len(s.Hints):
		m.note = "h: there is no further hint."
	default:
		s.hints++
		m.follow = true
		m.tell()
	}
}

// restart forgets the lesson that is open.
func (m *Model) restart() tea.Cmd {
	l := m.play.lesson
	m.book.Reset(l.ID)
	opened := m.play.opened
	m.play = newPlay(l, progress.Lesson{})
	m.play.opened = opened
	return tea.Batch(m.reopen(), m.save())
}

// look lends the keys to the room beside, which has the whole screen where
// nothing can be docked, or takes them back.
func (m *Model) look() {
	switch {
	case m.looking:
		m.looking = false
	case m.beside == none && m.play.phase() == asking && m.play.step().Stage != nil:
		m.note = "w: the room opens once you have answered."
		return
	case m.beside == none:
		m.note = "w: there is no room to look at in this step."
		return
	case m.docked() && m.play.phase() == asking:
		m.note = "w: the room has its keys once you have answered."
		return
	default:
		m.looking = true
	}
	m.note, m.stale = "", true
	m.fit()
}

// lent hands a key to the room that has them.
func (m *Model) lent(msg tea.KeyPressMsg) tea.Cmd {
	switch key := msg.String(); {
	case key == "w", key == "esc":
		m.look()
		return nil
	case m.play.phase() == asking:
		return nil // the room shows what it is about, and nothing may be changed yet
	}
	return m.guest().Update(msg)
}

// turn shows the other arm in the Simulator, which shows one at a time.
func (m *Model) turn() tea.Cmd {
	if m.beside != widgets.Simulator || len(m.play.step().Stage.Arms) < 2 {
		m.note = "tab: only the Simulator shows one arm at a time."
		return nil
	}
	m.arm = 1 - m.arm
	m.note = "The Simulator runs " + string(rune('A'+m.arm)) + " now."
	return m.options.Simulator.PresentArm(m.arm)
}

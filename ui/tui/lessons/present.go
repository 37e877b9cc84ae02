package lessons

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/ui/wording"
)

// present turns presenter mode on and off.
func (m *Model) present() tea.Cmd {
	m.presenting = !m.presenting
	m.looking, m.follow = false, true
	m.note = "Presenter mode is off."
	if m.presenting {
		m.since = m.now()
		m.note = "Workers run on without focus now. Your notes, in a second terminal: linebounce lessons notes"
		if m.deaf != nil {
			m.note = wording.Sentence(m.deaf.Error())
		}
	}
	m.fit()
	m.tell()
	return nil
}

// elapsed is how long the lesson has been open, or presenter mode where none is:
// "4:07".
func (m *Model) elapsed() string {
	since := m.since
	if m.play != nil {
		since = m.play.opened
	}
	d := max(m.now().Sub(since), 0)
	h, min, s := d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, min, s)
	}
	return fmt.Sprintf("%d:%02d", min, s)
}

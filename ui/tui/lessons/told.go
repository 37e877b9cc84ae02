package lessons

import "linebounce/ui/tui/widgets"

// SetKeeping says what the room is to show of the file that readings are kept in.
func (m *Model) SetKeeping(k widgets.Keeping) {
	m.stale = m.stale || m.keeping != k
	m.keeping = k
}

// Tell shows a sentence of the program's until the next key, in the room beside
// where that is all there is to be seen.
func (m *Model) Tell(note string) {
	if m.looking && !m.docked() {
		m.guest().Tell(note)
		return
	}
	m.asked, m.note, m.stale = nil, note, true // whoever asked is no longer heard
}

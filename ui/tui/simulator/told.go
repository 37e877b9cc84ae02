package simulator

import "linebounce/ui/tui/widgets"

// SetKeeping says what the room is to show of the file that readings are kept in.
func (m *Model) SetKeeping(k widgets.Keeping) {
	m.stale = m.stale || m.keeping != k
	m.keeping = k
}

// Tell shows a sentence of the program's until the next key.
func (m *Model) Tell(note string) {
	m.note, m.stale = note, true
}

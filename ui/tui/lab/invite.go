package lab

import "linebounce/ui/tui/widgets"

// invitations name the keys that show the next surprise of an experiment, the
// longest wording first.
var invitations = map[string][]string{
	"counters": {
		"Now you: l puts B's counters back on one line, n makes them one counter. e goes on to messages, v lets a class vote first.",
		"Now you: l puts B back on one line, n makes it one counter, e goes on.",
	},
	"messages": {
		"Now you: tab edits A, then p and c drop its pid and cred references one by one; a takes another path. e goes on to real sockets.",
		"Now you: tab edits A, then p and c drop its references; e goes on.",
	},
	"sockets": {
		"Now you: d sets SO_PASSCRED on another end, s takes another type of socket, z another size. e goes back to the counters.",
		"Now you: d sets SO_PASSCRED on another end, s another socket, e goes on.",
	},
}

// invitation says what to press next, once there is a result and as long as no
// key has changed anything.
func (m *Model) invitation() string {
	e := m.experiment()
	if m.options.Recorded || !e.ratio().Known() || !e.usual() || e.secret {
		return ""
	}
	return widgets.Fit(columns(m.width).width, append(invitations[e.Name], "")...)
}

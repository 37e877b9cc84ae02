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
		"Now you: d sets SO_PASSCRED on another end, s takes another type of socket, z another size. e goes on to read locks.",
		"Now you: d sets SO_PASSCRED on another end, s another socket, e goes on.",
	},
	"rwlock": {
		"Now you: l puts the words of B on one line, j leaves B one reader. e goes on to a spinlock, v lets a class vote first.",
		"Now you: l puts the words of B on one line, j leaves one reader, e goes on.",
	},
	"spinlock": {
		"Now you: m lets B try again and again instead of looking first, f leaves it one CPU. e goes on to a ring.",
		"Now you: m lets B try instead of look, f leaves it one CPU, e goes on.",
	},
	"ring": {
		"Now you: g makes both ends of B forget the other's index, i puts the two on one line. e goes back to the counters.",
		"Now you: g makes B's ends forget, i puts its indices on one line, e goes on.",
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

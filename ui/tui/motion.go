package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/ui/tui/widgets"
)

// settle stops the workers where no live picture is to be seen, and says so. It
// returns what goes on where one is to be seen again.
func (r *root) settle() tea.Cmd {
	r.lab.SetAway(r.away)
	r.lessons.SetUnseen(r.unseen())
	live := r.room == widgets.Lab || r.room == widgets.Lessons && r.lessons.Live()
	idle := r.unseen() || !live || r.lab.Paused()
	if idle != r.idle {
		r.idle = idle
		r.pump.Idle(idle)
	}
	r.copies.Set(!r.idle || !r.unseen() && (r.room == widgets.Kernel || r.room == widgets.Scope))
	return r.scope.SetUnseen(r.unseen())
}

// unseen reports whether no room is to be seen.
func (r *root) unseen() bool { return r.away || r.suspended || r.helping || r.tooSmall }

// moves reports whether pictures are to be asked for: where the pump does not
// say when one is due.
func (r *root) moves() bool {
	switch r.room {
	case widgets.Simulator:
		return r.simulator.Moving() && !r.unseen()
	case widgets.Kernel:
		return r.kernel.Moving() && !r.unseen()
	case widgets.Lessons:
		if !r.lessons.Live() {
			return r.lessons.Moving() && !r.unseen()
		}
	case widgets.Scope:
		return false // its commands say when a picture is due
	}
	return !r.idle && !r.paced
}

// tick asks for the next picture.
func (r *root) tick() tea.Cmd {
	r.ticking = true
	every := time.Second / framesPerSecond
	if r.still {
		every = time.Second
	}
	return tea.Tick(every, func(at time.Time) tea.Msg { return frame{at} })
}

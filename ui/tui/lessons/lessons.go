// Package lessons is the room of the course: the list of lessons, and one of
// them beside the room that it drives. A lesson makes the learner commit to a
// prediction, runs its stage on this machine or on the model, and explains.
package lessons

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes/topology"
	"linebounce/ui/notes"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Options say how the room comes by what it shows. None of the functions is
// called before the room is open, and none in Update or View.
type Options struct {
	Course   func() lessons.Course           // reads it, again after each change of the folder
	Folder   string                          // a teacher's, looked at once a second; "" for none
	Progress func() (*progress.Book, string) // opens what the learner did, with what there is to say about it

	Machine func() topology.Machine // that stages are measured on
	Why     string                  // no two CPUs can be compared here, "" where they can
	Measure Run
	Model   Run
	Listen  func() (*notes.Server, error) // for a second terminal, nil for none

	Lab       *lab.Model
	Simulator *simulator.Model
	Kernel    *kernel.Model
}

// Run brings the figures of a step's stage, in some seconds.
type Run func(ctx context.Context, step lessons.Step, m topology.Machine) (*lessons.Figures, error)

// Frame is the time of a picture. The root sends one for each.
type Frame time.Time

// Model is the room's state. Its methods are called from one goroutine; what
// takes time runs in commands.
type Model struct {
	options Options
	now     func() time.Time
	later   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // as tea.Tick

	known   bool // what follows is: the course was read
	reading bool
	course  lessons.Course
	book    *progress.Book
	machine topology.Machine
	seen    string // the folder's stamp when it was read last
	notice  string // about the progress file, for the list
	unsaved string // why the last of it is not on the disk
	entries []entry
	chosen  int
	note    string
	keeping widgets.Keeping
	asked   func() tea.Cmd // what y does, nil where nothing is asked

	play    *play  // the lesson that is open, nil for none
	exam    *exam  // the test that is
	run     *run   // what is being measured or simulated, nil for nothing
	runs    []*run // it, and those before it that were given up
	beside  int    // the room that is shown beside the lesson, of widgets; none for none
	waiting time.Time
	arm     int  // that the Simulator shows
	looking bool // the room beside has the keys and, where nothing is docked, the screen

	presenting bool
	since      time.Time     // presenter mode began
	listened   bool          // a socket was asked for
	server     *notes.Server // for a second terminal, nil for none
	deaf       error         // why there is none
	beating    bool

	shown         bool
	unseen        bool // something else fills the terminal, or nobody looks
	width, height int
	scroll        int
	follow        bool // the next picture brings what matters into view
	page, below   int  // rows of the body in the last picture, and behind it
	theme         theme.Theme
	canvas        *canvas.Canvas
	picture       string // of the pane, or of the whole screen
	curtain       string // in the place of the room
	stale         bool   // they are
	narrowed      int    // the room that has less than the whole terminal, none for none
	joined        joined
}

// none is no room.
const none = -1

// New makes the room. It reads nothing before it is shown.
func New(o Options) *Model {
	return &Model{options: o, now: time.Now, later: tea.Tick, beside: none, narrowed: none}
}

// arrived is what the room needs before it can show anything.
type arrived struct {
	course  lessons.Course
	book    *progress.Book
	notice  string
	machine topology.Machine
	stamp   string
}

// Show says that the room is on the screen.
func (m *Model) Show() tea.Cmd {
	m.shown, m.stale, m.note = true, true, ""
	switch {
	case m.known && m.play != nil:
		return tea.Batch(m.reopen(), m.beat())
	case m.known || m.reading:
		return m.beat()
	}
	m.reading = true
	return tea.Batch(m.read(), m.watch(), m.beat())
}

// read reads everything that the room needs.
func (m *Model) read() tea.Cmd {
	o, book := m.options, m.book
	return func() tea.Msg {
		a := arrived{book: book, stamp: stamp(o.Folder)} // before the course: a change meanwhile is read again
		a.course, a.machine = o.Course(), o.Machine()
		if book == nil {
			a.book, a.notice = o.Progress()
		}
		return a
	}
}

// Hide says that it is not: whatever runs ends, and the rooms are their own
// again.
func (m *Model) Hide() {
	m.shown = false
	m.retire()
	m.fit()
}

// Close ends whatever runs and waits until it has cleaned up behind itself. Its
// error is why what was done is not on the disk.
func (m *Model) Close() error {
	m.Hide()
	for _, r := range m.runs {
		r.wait()
	}
	_ = m.server.Close() // the socket is removed by whoever listens next
	if m.book == nil {
		return nil
	}
	return m.book.Save() // the last key may have come just now, or there is room again
}

// SetSize sets the cells of the terminal.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.follow = true
	m.narrowed = none // the rooms were given the whole terminal just now
	m.fit()
}

// SetTheme sets colours and glyphs.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	m.fit()
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case Frame:
		cmd = m.pass(time.Time(msg))
	case tea.KeyPressMsg:
		m.stale = true
		cmd = m.press(msg)
	case arrived:
		cmd = m.arrive(msg)
	case looked:
		cmd = m.compare(msg)
	case came:
		cmd = m.take(msg)
	case saved:
		m.keep(msg)
	case listening:
		m.listen(msg)
	case pulse:
		m.beating = false
		m.stale = true
	}
	return tea.Batch(cmd, m.collect(), m.beat())
}

// arrive takes in what was read. A lesson that is open stays open, at its step.
func (m *Model) arrive(a arrived) tea.Cmd {
	m.known, m.reading, m.stale = true, false, true
	m.course, m.book, m.machine, m.seen = a.course, a.book, a.machine, a.stamp
	if a.notice != "" {
		m.notice = a.notice
	}
	m.enlist()
	return tea.Batch(m.renew(), m.serve())
}

// pulse comes once a second while something on the screen tells the time.
type pulse struct{}

// beat asks for the next pulse.
func (m *Model) beat() tea.Cmd {
	if m.beating || !m.shown || !m.presenting && m.run == nil && m.waiting.IsZero() {
		return nil
	}
	m.beating = true
	return m.later(time.Second, func(time.Time) tea.Msg { return pulse{} })
}

// SetUnseen says whether the room is to be seen at all: while it is not, no figures
// come, and no time is lost waiting for them.
func (m *Model) SetUnseen(unseen bool) {
	if m.unseen && !unseen && !m.waiting.IsZero() {
		m.waiting = m.now()
	}
	m.unseen = unseen
}

// Answering reports whether a lesson or a test is open, so that digits are
// answers: one that is pressed twice must not open another room.
func (m *Model) Answering() bool { return m.exam != nil || m.play != nil }

// Presenting reports whether others look too, so that nothing may stop because
// this terminal has no focus.
func (m *Model) Presenting() bool { return m.shown && (m.presenting || m.server.Followers() > 0) }

// Package kernel is the room of the running kernel: who receives which
// credentials on it, what was published of three of its repairs beside what can
// be measured here, where its time goes with SO_PASSCRED off and on, and why the
// difference is so small on few CPUs.
package kernel

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/probes/simulated"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Options say how the room comes by what it shows. None of these is called
// before the room is open, and none in Update or View.
type Options struct {
	Here        func() Machine // that the kernel runs on
	Credentials func(context.Context) ([]credentials.Row, error)
	Measure     map[string]Measure // by the name of a card; one that is missing cannot be measured
	Profile     func(ctx context.Context, tell func(share float64)) (profile.Result, error)
	Profilable  func() error // why there can be no profile, nil where there can
	Predict     func(ctx context.Context, cpus int) (simulated.Row, error)
}

// Machine is what the room says of this one.
type Machine struct {
	Kernel string // such as "Linux 6.18.44"
	CPUs   int    // online, 0 where unknown
}

// Frame is the time of a picture. The root sends one for each.
type Frame time.Time

// Model is the room's state. Its methods are called from one goroutine; what
// takes time runs in commands.
type Model struct {
	options Options
	here    Machine
	known   bool // here is
	note    string

	asking bool
	rows   []credentials.Row
	failed error // why there are no rows
	socket int   // index of sockets
	corner bool  // the special cases are shown in the usual ones' place

	job      *job // that is under way
	done     map[string]outcome
	profiled *profile.Result
	blocked  error // why there is no profile

	todo       []int // CPUs still to predict for
	predicted  map[int]simulated.Row
	predicting bool
	still      context.CancelFunc // ends the prediction

	lesson *lesson // that shows the room, nil for none
	rests  bool    // the keys do
	hint   string  // beside the keys or in their place

	keeping widgets.Keeping

	focus         partName
	story         int  // the card whose key was pressed last
	all, whole    bool // the table shows all cases; every part is shown in full
	shown         bool
	width, height int
	theme         theme.Theme
	canvas        *canvas.Canvas
	picture       string
	stale         bool // the picture is
}

// outcome is what the last attempt at a card came to.
type outcome struct {
	measured *Measured // nil before there is any
	err      error     // why the last attempt brought none
}

// New makes the room. It runs nothing before it is shown.
func New(o Options) *Model {
	return &Model{options: o, done: map[string]outcome{}, predicted: map[int]simulated.Row{}, still: func() {}}
}

// The answers of the commands that Show begins.
type (
	arrived struct {
		here    Machine
		blocked error
	}
	asked struct {
		rows []credentials.Row
		err  error
	}
	foretold struct {
		cpus int
		row  simulated.Row
		err  error
	}
)

// Show says that the room is on the screen. The truth table takes some
// milliseconds and runs by itself; everything else waits for its key.
func (m *Model) Show() tea.Cmd {
	m.shown, m.stale = true, true
	m.note = ""
	look := func() tea.Msg { return arrived{m.options.Here(), m.options.Profilable()} }
	return tea.Batch(look, m.ask(), m.predict())
}

// Hide says that it is not: whatever runs ends.
func (m *Model) Hide() {
	m.shown = false
	m.still()
	if m.job != nil {
		m.job.stop()
	}
}

// Close ends whatever runs and waits until it has cleaned up behind itself.
func (m *Model) Close() {
	m.Hide()
	if m.job != nil {
		m.job.wait()
	}
}

// Moving reports whether the picture changes by itself.
func (m *Model) Moving() bool { return m.job != nil }

// SetSize sets the cells of the terminal.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.canvas = canvas.New(m.theme, width, height)
	m.stale = true
}

// SetTheme sets colours and glyphs.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	m.SetSize(m.width, m.height)
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Frame:
		m.stale = m.job != nil && m.job.advance(time.Time(msg)) || m.stale
		return nil
	case arrived:
		m.here, m.known, m.blocked = msg.here, true, msg.blocked
		m.todo = m.unpredicted()
	case asked:
		m.asking, m.rows, m.failed = false, msg.rows, msg.err
		if m.note == "" && m.job == nil {
			m.note = m.agreement()
		}
	case foretold:
		m.learn(msg)
	case ended:
		m.finish(msg)
	case tea.KeyPressMsg:
		m.stale = true
		return m.press(msg.String())
	default:
		return nil
	}
	m.stale = true
	return m.predict()
}

// ask puts the questions of the truth table.
func (m *Model) ask() tea.Cmd {
	if m.asking {
		return nil
	}
	m.asking = true
	return func() tea.Msg {
		rows, err := m.options.Credentials(context.Background())
		return asked{rows, err}
	}
}

// View returns the picture, drawn anew only where something changed.
func (m *Model) View() string {
	if m.stale {
		m.draw()
		m.picture = m.canvas.String()
		m.stale = false
	}
	return m.picture
}

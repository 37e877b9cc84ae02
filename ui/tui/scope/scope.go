// Package scope is the room that looks at one cache line as an oscilloscope
// does: which CPU had it, in the exact order and when, from a whole burst down to
// single operations; and how long a line takes between every two CPUs.
package scope

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Options say how the room comes by what it shows. All of them run in commands,
// none before the room is open.
type Options struct {
	Machine  func() topology.Machine // that bursts are captured on
	Capture  func(context.Context, probes.Scenario, bursts.Options) (bursts.Capture, error)
	Simulate func(context.Context, probes.Scenario) (Simulated, error)
	Map      func(ctx context.Context, method latency.Method, tell func(latency.Map, latency.Progress)) (latency.Map, error)

	AtMap bool // it opens at the latency map

	// Recorded holds the bursts and maps that are shown instead of new ones, nil
	// while bursts are captured.
	Recorded *Tape

	// Keep and KeepMap get every measured burst, and every map that has figures
	// when it ends. They are called in commands, and are nil for nobody.
	Keep    func(bursts.Capture)
	KeepMap func(latency.Map)

	ReduceMotion bool // it takes one burst and waits
}

// Simulated is the order that the model makes of a scenario.
type Simulated struct {
	Machine string             // the preset's name
	Strips  []probes.Strip     // a stay's CPU is the index of its worker
	Stays   []probes.StayStats // by strip
}

// page is what the room shows.
type page int

const (
	burstPage page = iota
	mapPage
)

// every is how much time lies between the beginnings of two bursts.
const every = 500 * time.Millisecond

// Model is the room's state. Its methods are called from one goroutine; what
// takes time runs in commands.
type Model struct {
	options Options
	later   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, but in tests
	machine topology.Machine
	known   bool // machine is
	note    string
	keeping widgets.Keeping

	player   player
	page     page
	scenario probes.Scenario
	both     bool // hand-offs are counted by values and by an owner word
	size     int  // index of sizes
	trigger  int  // index of triggers
	frozen   bool
	once     bool // one burst is wanted, frozen or not
	taken    int  // bursts so far
	shot     *shot
	waiting  int // the number of the pause that is under way
	failed   error
	ready    *ready // the burst on the screen
	line     int    // index of the line whose order is shown
	window   window
	gap      int64 // where the last gap that was jumped to begins, -1 for none
	lane     int   // the first CPU with a lane
	dealt    rows  // what the last picture gave each part

	model model
	atlas atlas

	shown, unseen bool
	width, height int
	theme         theme.Theme
	canvas        *canvas.Canvas
	picture       string
	stale         bool // the picture is
}

// New makes the room. It runs nothing before it is shown.
func New(o Options) *Model {
	m := &Model{options: o, later: tea.Tick, scenario: bursts.Default, size: usualSize, window: window{whole: true}, gap: -1, atlas: newAtlas(), model: model{stop: func() {}}}
	if o.Recorded != nil {
		m.load(o.Recorded)
	}
	if o.AtMap {
		m.turn()
	}
	return m
}

// shot is a burst under way.
type shot struct {
	end     context.CancelFunc
	stopped bool // nobody wants it any more
}

// stop ends a burst that is under way, if there is one.
func (s *shot) stop() {
	if s != nil {
		s.stopped = true
		s.end()
	}
}

type (
	arrived struct{ machine topology.Machine }
	took    struct {
		shot  *shot
		at    int // which of a recording
		ready *ready
		err   error
	}
	again struct{ waiting int }
)

// Show says that the room is on the screen: bursts begin.
func (m *Model) Show() tea.Cmd {
	m.shown, m.stale = true, true
	var look tea.Cmd
	if !m.known {
		look = func() tea.Msg { return arrived{m.options.Machine()} }
	}
	return tea.Batch(look, m.resume())
}

// resume goes on where bursts were left.
func (m *Model) resume() tea.Cmd {
	m.once = m.once || !m.frozen || m.ready == nil
	return m.work()
}

// freeze keeps the burst that is on the screen.
func (m *Model) freeze() {
	m.frozen, m.once = true, false
	m.shot.stop()
	m.player.at = m.player.shown
}

// Hide says that it is not: whatever runs ends.
func (m *Model) Hide() {
	m.shown = false
	m.rest()
}

// SetUnseen says whether the room is to be seen at all. While it is not, nothing
// runs; the command goes on where it was left.
func (m *Model) SetUnseen(unseen bool) tea.Cmd {
	if m.unseen == unseen {
		return nil
	}
	if m.unseen = unseen; unseen {
		m.rest()
		return nil
	}
	return m.resume()
}

// rest ends whatever runs.
func (m *Model) rest() {
	m.waiting++
	m.shot.stop()
	m.model.stop()
	m.atlas.pause()
}

// looked reports whether anybody sees the room.
func (m *Model) looked() bool { return m.shown && !m.unseen }

// SetSize sets the cells of the terminal.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.canvas = canvas.New(m.theme, width, height)
	if m.ready != nil {
		m.window = m.window.within(m.ready, m.line, m.columns())
	}
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
	case arrived:
		m.machine, m.known = msg.machine, true
	case took:
		m.stale = true
		return m.take(msg)
	case again:
		if msg.waiting != m.waiting {
			return nil
		}
		if m.player.plays() && !m.frozen {
			m.player.advance()
		}
		m.once = !m.frozen
	case modelled:
		m.learn(msg)
	case told:
		m.stale = true
		return m.hear(msg)
	case mapped:
		m.finish(msg)
	case tea.KeyPressMsg:
		m.stale = true
		return tea.Batch(m.press(msg.String()), m.work())
	default:
		return nil
	}
	m.stale = true
	return m.work()
}

// work returns what is to be done now.
func (m *Model) work() tea.Cmd {
	if !m.looked() {
		return nil
	}
	if m.page == mapPage {
		return m.survey()
	}
	return tea.Batch(m.shoot(), m.simulate())
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

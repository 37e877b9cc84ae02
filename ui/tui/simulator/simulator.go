// Package simulator is the room where the model runs: every state of every
// line, forwards and back, on machines that need not be there; what it predicts
// beside what was published and measured; and protocols with a fault to find.
package simulator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/assets/machines"
	"linebounce/sim"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Options say what the Simulator shows.
type Options struct {
	ReduceMotion bool    // it opens paused
	Measure      Measure // nil where nothing can be measured
	Why          string  // there is no Measure
}

// Frame is the time of a picture. The root sends one for each.
type Frame time.Time

// Model is the Simulator's state. Its methods are called from one goroutine;
// the model of caches runs in commands.
type Model struct {
	options Options
	presets []machines.Preset
	set     settings
	initial settings
	whole   settings   // what a protocol with a fault took the place of
	past    []settings // for undo, the newest last
	run
	runs    int // made so far
	note    string
	verdict string  // on the learner's last answer
	lesson  *lesson // that shows the room, nil for none
	rests   bool    // the keys do
	hint    string  // beside the keys or in their place
	keeping widgets.Keeping

	running bool
	pace    int // index of paces
	frame   time.Time

	shown     bool
	forecasts map[topic]*forecast
	computing bool
	stop      context.CancelFunc // of the prediction or the measurement that is under way
	measuring bool
	here      []Judged

	width, height int
	theme         theme.Theme
	canvas        *canvas.Canvas
	picture       string
	stale         bool // the picture is
}

// paces are how many cells of a lane pass in a second.
var paces = []sim.Time{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}

const usualPace = 3

// New makes the Simulator. It computes nothing before it is shown.
func New(o Options) *Model {
	m := &Model{options: o, pace: usualPace, running: !o.ReduceMotion, forecasts: map[topic]*forecast{}, stop: func() {}}
	for _, name := range machines.Names() {
		if p, err := machines.Find(name); err == nil {
			m.presets = append(m.presets, p)
		}
	}
	m.initial = usual(m.presets[0])
	_ = m.load(m.initial) // the first preset has so many CPUs
	return m
}

// load lays settings out and makes a run of them ready. Where they cannot be
// had it changes nothing and says why.
func (m *Model) load(s settings) error {
	st, err := s.lay(m.presets)
	if err != nil {
		return err
	}
	p, err := newProducer(st, s.fault)
	if err != nil {
		return err
	}
	m.runs++
	trace := &sim.Trace{Limit: traceLimit}
	m.set, m.verdict, m.stale = s, "", true
	m.run = run{stage: st, generation: m.runs, producer: p, trace: trace, cursor: sim.NewCursor(trace, st.modelLines(), s.cpus)}
	return nil
}

// modelLines is how many lines the model has.
func (st *stage) modelLines() int {
	unit := st.machine.UnitBytes
	return (st.built.Bytes + unit - 1) / unit
}

// Show says that the room is on the screen and returns what it wants computed.
func (m *Model) Show() tea.Cmd {
	m.shown, m.frame = true, time.Time{}
	return m.work()
}

// Hide says that it is not: what is being computed ends, so that nothing here
// disturbs a measurement.
func (m *Model) Hide() {
	m.shown = false
	m.stop()
}

// Moving reports whether the picture changes by itself.
func (m *Model) Moving() bool { return m.running }

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
		m.advance(time.Time(msg))
	case chunk:
		m.take(msg)
	case predicted:
		m.learn(msg)
	case judged:
		m.hold(msg)
	case tea.KeyPressMsg:
		m.stale = true
		return tea.Batch(m.press(msg.String()), m.work())
	default:
		return nil
	}
	return m.work()
}

// work returns what is to be computed now: more of the run where the picture
// comes near its end, and the next prediction.
func (m *Model) work() tea.Cmd {
	if !m.shown || m.measuring {
		return nil
	}
	var cmds []tea.Cmd
	if !m.producing && !m.ended && m.near() {
		m.producing = true
		cmds = append(cmds, m.producer.next(m.generation))
	}
	if cmd := m.forecast(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// near reports whether the picture could soon come to the end of what is
// simulated.
func (m *Model) near() bool {
	if !m.opened {
		return true
	}
	few := len(m.trace.Events)-m.cursor.Position() < chunkEvents/2
	return few && (m.until-m.now < 4*m.window() || m.until-m.now < 2*m.perSecond())
}

// take keeps what a command simulated.
func (m *Model) take(c chunk) {
	if m.lesson != nil {
		m.lesson.before.keep(c) // it may have begun before the lesson
	}
	if !m.keep(c) {
		return
	}
	if !m.opened {
		m.opened = m.set.fault != sim.NoFault || m.ended || m.until > 2*m.window() // a game begins at the beginning
		if m.opened && m.set.fault == sim.NoFault {
			m.seek(min(2*m.window(), m.until))
		}
	}
	m.stale = true
}

// advance moves a run on.
func (m *Model) advance(now time.Time) {
	passed := now.Sub(m.frame)
	first := m.frame.IsZero()
	m.frame = now
	if !m.running || !m.opened || first || passed <= 0 {
		return
	}
	before, at := m.now/m.stage.cell, m.cursor.Position()
	passed = min(passed, longest)
	if m.options.ReduceMotion {
		passed = time.Second
	}
	m.now = min(m.now+sim.Time(passed.Seconds()*float64(m.perSecond())), m.until)
	m.follow()
	m.stale = m.stale || before != m.now/m.stage.cell || at != m.cursor.Position()
	if m.ended && m.now == m.until {
		m.running = false
		m.note = fmt.Sprintf("The trace is full: it keeps %s events. r begins again.", grouped(int64(len(m.trace.Events))))
		m.stale = true
	}
}

// longest is the most that one frame moves the picture on.
const longest = 100 * time.Millisecond

// perSecond is how much simulated time passes in a second.
func (m *Model) perSecond() sim.Time { return paces[m.pace] * m.stage.cell }

// window is how much simulated time the lanes show.
func (m *Model) window() sim.Time { return sim.Time(max(m.laneColumns(), 1)) * m.stage.cell }

// follow moves the cursor to the last event that is not later than the picture.
func (m *Model) follow() {
	events := m.trace.Events
	m.cursor.Seek(sort.Search(len(events), func(i int) bool { return events[i].At > m.now }))
}

// seek moves the picture to a time.
func (m *Model) seek(at sim.Time) {
	m.now = min(max(at, 0), m.until)
	m.follow()
}

// forecast returns the next prediction to compute, nil where there is none or
// one is being computed.
func (m *Model) forecast() tea.Cmd {
	t := m.set.topic()
	p := m.set.preset(m.presets)
	f := m.forecasts[t]
	if f == nil {
		f = newForecast(p)
		m.forecasts[t] = f
	}
	if m.computing || len(f.todo) == 0 || m.set.fault != sim.NoFault {
		return nil
	}
	m.computing = true
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	return predict(ctx, t, p, f.todo[0])
}

// learn keeps a prediction. One that was cut short is computed again later.
func (m *Model) learn(p predicted) {
	m.computing = false
	if errors.Is(p.err, context.Canceled) {
		return
	}
	f := m.forecasts[p.topic]
	f.todo = slices.DeleteFunc(f.todo, func(j job) bool { return j == p.job })
	if p.err == nil {
		f.rows[p.job] = p.row
	}
	m.stale = true
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

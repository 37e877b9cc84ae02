// Package lab is the room where experiments run live: two arms side by side,
// what they do to a cache line, how fast they are, and a key for every what-if.
package lab

import (
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// Options say what the Lab shows.
type Options struct {
	Machine      topology.Machine // that the readings are from
	Experiments  []catalog.Experiment
	Experiment   string          // that fills the screen at first
	A, B         probes.Scenario // its arms
	Recorded     bool            // the readings cannot be changed
	RecordedOn   string          // date, "" where not known
	Why          string          // why they are recorded
	ReduceMotion bool
}

// Frame is the time of a picture. The root sends one for each.
type Frame time.Time

// Model is the Lab's state. Its methods are called from one goroutine.
type Model struct {
	options Options
	list    []*experiment
	current int
	edited  int // the arm that toggles change
	pump    *live.Pump
	paused  bool
	speed   int  // of a recording, as a power of two
	away    bool // stopped because nobody looks
	note    string
	stage   *stage // what a lesson has made of it, nil outside lessons
	rests   bool   // the keys do, they are somebody else's
	hint    string // beside the keys or in their place
	keeping widgets.Keeping

	disturbance string // of the measuring, "" for none

	clock time.Duration // that the Lab has run, for the chart
	now   time.Time
	hues  map[int]int // colour by CPU

	width, height int
	theme         theme.Theme
	canvas        *canvas.Canvas
	picture       string
	stale         bool // the picture is
}

// New makes the Lab. It shows nothing until it has a size, and no readings
// until it has a pump.
func New(o Options) *Model {
	m := &Model{options: o, edited: 1, stale: true, hues: map[int]int{}}
	for i, e := range o.Experiments {
		arms := pair{}
		if e.Name == o.Experiment {
			m.current = i
			arms = pair{o.A, o.B}
		}
		m.list = append(m.list, newExperiment(e, o.Machine, arms))
	}
	m.colour()
	return m
}

// Shows returns what the pump is to run for each experiment; source gives the
// readings, nil for an experiment that has none.
func (m *Model) Shows(source func(catalog.Experiment) probes.Source) []live.Show {
	var shows []live.Show
	for _, e := range m.list {
		if s := source(e.Experiment); s != nil {
			shows = append(shows, live.Show{
				Name: e.Name, Source: s, Arms: e.plan(), Burst: burst, Recorded: m.options.Recorded,
			})
		}
	}
	return shows
}

// burst is how many operations a strip is made of: some seconds' worth.
const burst = 400

// Attach hands the Lab the pump that runs its shows.
func (m *Model) Attach(p *live.Pump) {
	m.pump = p
	m.wantFigures()
}

// Chosen names the experiment that fills the screen.
func (m *Model) Chosen() string { return m.experiment().Name }

// Paused reports whether the user stopped the readings.
func (m *Model) Paused() bool { return m.paused }

// SetAway says that the readings stopped because nobody looks, or go on.
func (m *Model) SetAway(away bool) { m.away, m.stale = away, true }

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

func (m *Model) experiment() *experiment { return m.list[m.current] }

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case Frame:
		m.frame(time.Time(msg))
	case live.Snapshot:
		m.take(msg)
	case live.Refused:
		m.refused(msg)
	case tea.KeyPressMsg:
		m.stale = true
		cmd = m.press(msg.String())
	case Modelled:
		m.hear(msg)
	case Disturbed:
		m.disturbed(msg)
	}
	return tea.Batch(cmd, m.predict())
}

// longest is the most that one frame moves the picture on, so that nothing
// jumps after the terminal stood still.
const longest = 100 * time.Millisecond

// frame moves the picture on.
func (m *Model) frame(now time.Time) {
	passed := now.Sub(m.now)
	if !m.now.IsZero() && passed > 0 && !m.paused && !m.away {
		m.clock += passed
		if !m.options.ReduceMotion {
			m.replay(min(passed, longest))
		}
	}
	m.now = now
	m.stale = true
}

// replay moves the strips of the chosen experiment on and begins the newest
// burst where one ended.
func (m *Model) replay(passed time.Duration) {
	e := m.experiment()
	slow := e.slowdown()
	for i := range e.replays {
		r := &e.replays[i]
		r.advance(passed, slow)
		if r.over() {
			r.load(e.arm(i))
		}
	}
}

// take keeps a snapshot.
func (m *Model) take(s live.Snapshot) {
	for i, e := range m.list {
		if e.Name != s.Experiment {
			continue
		}
		moved := s.Jumps != e.shown.Jumps
		m.stale = m.stale || !m.options.ReduceMotion || e.shown.At.IsZero() || s.Err != nil || moved
		e.shown = s
		if m.options.Recorded {
			m.follow(e, s, moved)
		} else {
			e.history.add(m.clock, s.Arm(0).Recent, s.Arm(1).Recent)
		}
		for arm := range e.replays {
			e.refresh(arm, m.options.ReduceMotion)
		}
		if i == m.current {
			m.colour()
		}
	}
}

// refresh begins an arm's strip where there was none. Without motion each
// burst replaces the one before it.
func (e *experiment) refresh(arm int, reduceMotion bool) {
	r, shown := &e.replays[arm], e.arm(arm)
	switch {
	case shown.Burst == nil:
		*r = replay{}
	case r.burst == nil, reduceMotion && r.burst != shown.Burst:
		r.load(shown)
		if reduceMotion {
			r.finish(math.MaxInt)
		}
	}
}

// arm returns what an arm has shown under the scenario it has now.
func (e *experiment) arm(i int) live.Arm {
	if shown := e.shown.Arm(i); shown.Scenario == e.arms[i] {
		return shown
	}
	none := probes.Summarize(nil, probes.Confidence)
	return live.Arm{Scenario: e.arms[i], Rate: none, Recent: math.NaN()}
}

// ratio returns the ratio of the arms as they are now.
func (e *experiment) ratio() probes.Interval {
	if e.shown.Arm(0).Scenario == e.arms[0] && e.shown.Arm(1).Scenario == e.arms[1] {
		return e.shown.Ratio
	}
	return probes.Summarize(nil, probes.Confidence)
}

func (e *experiment) slowdown() float64 { return slowdown(e.arm(0), e.arm(1)) }

// refused goes back to the arms that run and says why.
func (m *Model) refused(r live.Refused) {
	for _, e := range m.list {
		if e.Name == r.Experiment && len(r.Arms) > 1 {
			e.use(pair{r.Arms[0], r.Arms[1]})
			if n := len(e.past); n > 0 && e.past[n-1] == e.arms {
				e.past = e.past[:n-1]
			}
			if n := len(e.tags); n > 0 {
				e.tags = e.tags[:n-1]
			}
		}
	}
	m.note = wording.Sentence(r.Err.Error())
	m.colour()
	m.stale = true
}

// colour gives each CPU of the chosen experiment a hue of its own: the one of
// its rank on this machine, or the next that is free.
func (m *Model) colour() {
	e := m.experiment()
	taken := map[int]bool{}
	m.hues = map[int]int{}
	for _, s := range e.arms {
		for _, cpu := range s.CPUs.Numbers() {
			if _, has := m.hues[cpu]; has {
				continue
			}
			hue := m.rank(cpu) % theme.Hues
			for range theme.Hues {
				if !taken[hue] {
					break
				}
				hue = (hue + 1) % theme.Hues
			}
			taken[hue] = true
			m.hues[cpu] = hue
		}
	}
}

func (m *Model) rank(cpu int) int {
	for i, n := range m.options.Machine.Allowed() {
		if n == cpu {
			return i
		}
	}
	return cpu
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

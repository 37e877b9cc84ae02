package scope

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/latency"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// atlas is the page with the latency between every two CPUs.
type atlas struct {
	method      latency.Method
	maps        map[latency.Method]latency.Map // the newest of each
	progress    latency.Progress
	wanted      bool // a map is to be measured
	job         *mapping
	failed      error
	row, column int // the first that are shown
}

func newAtlas() atlas {
	return atlas{method: latency.CAS, maps: map[latency.Method]latency.Map{}}
}

// mapping is a map that is being measured.
type mapping struct {
	method latency.Method
	ctx    context.Context
	stop   context.CancelFunc
	news   chan told // at most the newest
}

type (
	told struct {
		job      *mapping
		found    latency.Map
		progress latency.Progress
	}
	mapped struct {
		job   *mapping
		found latency.Map
		err   error
	}
)

// tellEvery is how much time lies between two pictures of a map that is being
// measured.
const tellEvery = 150 * time.Millisecond

// turn changes the page.
func (m *Model) turn() {
	m.note = ""
	if m.page == mapPage {
		m.page = burstPage
		m.atlas.stop()
		m.once = m.once || !m.frozen
		return
	}
	m.page = mapPage
	m.waiting++
	m.shot.stop()
	m.model.stop()
	m.atlas.wanted = !m.atlas.maps[m.atlas.method].Complete && !m.player.plays()
}

// stop ends what is being measured.
func (a *atlas) stop() {
	a.wanted = false
	if a.job != nil {
		a.job.stop()
	}
}

// pause ends it until somebody looks again.
func (a *atlas) pause() {
	running := a.job != nil && a.job.ctx.Err() == nil
	a.stop()
	a.wanted = running
}

// survey begins a map where one is wanted and no burst runs.
func (m *Model) survey() tea.Cmd {
	a := &m.atlas
	if !a.wanted || a.job != nil || m.shot != nil {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	job := &mapping{a.method, ctx, stop, make(chan told, 1)}
	a.wanted, a.failed, a.job, a.progress = false, nil, job, latency.Progress{}
	measure := func() tea.Msg {
		defer stop()
		last := time.Now()
		found, err := m.options.Map(ctx, job.method, func(found latency.Map, p latency.Progress) {
			if now := time.Now(); now.Sub(last) >= tellEvery {
				last = now
				job.tell(told{job, found, p})
			}
		})
		if m.options.KeepMap != nil && figured(found) {
			m.options.KeepMap(found)
		}
		return mapped{job, found, err}
	}
	return tea.Batch(measure, job.listen)
}

// tell hands news over and takes back what was not heard yet.
func (j *mapping) tell(t told) {
	select {
	case <-j.news:
	default:
	}
	j.news <- t
}

// listen waits for news.
func (j *mapping) listen() tea.Msg {
	select {
	case t := <-j.news:
		return t
	case <-j.ctx.Done():
		return nil
	}
}

// hear shows how far a map is.
func (m *Model) hear(t told) tea.Cmd {
	if t.job != m.atlas.job {
		return nil
	}
	m.atlas.maps[t.job.method], m.atlas.progress = t.found, t.progress
	return t.job.listen
}

// figured reports whether a map has any figures.
func figured(found latency.Map) bool {
	return slices.ContainsFunc(found.Pairs, latency.Pair.Measured)
}

// finish keeps a map as it came out. One that was stopped leaves what there is.
func (m *Model) finish(f mapped) {
	if f.job != m.atlas.job {
		return
	}
	m.atlas.job = nil
	if figured(f.found) {
		m.atlas.maps[f.job.method] = f.found
	}
	if f.err != nil && !errors.Is(f.err, context.Canceled) {
		m.atlas.failed = f.err
	}
}

// pressMap does what a key asks for on the map.
func (m *Model) pressMap(k string) tea.Cmd {
	a := &m.atlas
	m.note = ""
	switch k {
	case "w":
		other := latency.Store
		if a.method == other {
			other = latency.CAS
		}
		a.stop()
		a.method = other
		a.wanted, a.failed = !a.maps[other].Complete && !m.player.plays(), nil
	case "r", "space":
		if m.player.plays() {
			m.note = k + ": this map is recorded. This measures one on this machine: " + m.mapCommand()
			break
		}
		a.stop()
		a.wanted = true
	case "esc":
		m.turn()
	case "up":
		a.row--
	case "down":
		a.row++
	case "left":
		a.column--
	case "right":
		a.column++
	case "pgup":
		a.row -= m.mapRows()
	case "pgdown":
		a.row += m.mapRows()
	case "home":
		a.row, a.column = 0, 0
	case "y":
		text := m.mapCommand()
		m.note = "Copied: " + text
		return tea.SetClipboard(text)
	default:
		m.note = k + ": does nothing on the map. m goes back to the bursts."
	}
	return nil
}

// mapCommand is the command that measures such a map without the screen.
func (m *Model) mapCommand() string { return "linebounce latency --method " + string(m.atlas.method) }

// mapRemark is the note, or else what the map warns of.
func (m *Model) mapRemark() string {
	found, have := m.atlas.maps[m.atlas.method]
	if m.note != "" || !have || m.atlas.job != nil {
		return m.note
	}
	list := found.Warnings(m.machine)
	_, width := frame(m.width)
	return widgets.Fit(2*width, append([]string{strings.Join(list, " ")}, list...)...)
}

func (m *Model) mapKeys(item func(key, label string) widgets.Item) []widgets.Item {
	other := latency.Store
	if m.atlas.method == other {
		other = latency.CAS
	}
	items := []widgets.Item{item("w", "method "+string(other)), item("r", "measure again"), item("↑↓←→", "scroll"), item("y", "copy"), item("m", "bursts")}
	if m.player.plays() {
		items = slices.Delete(items, 1, 2)
	}
	return items
}

// mapSays tells what the map is and how far.
func (m *Model) mapSays() string {
	how := "both change one word by compare-and-swap (cas)"
	if m.atlas.method == latency.Store {
		how = "each stores into a word of its own and waits for the other's (store)"
	}
	text := fmt.Sprintf("How long a cache line takes from one CPU to another, one way in ns, %s: %s. Numbers are medians, the lighter the ground the longer.", m.origin(), how)
	if _, have := m.atlas.maps[m.atlas.method]; m.player.plays() && !have {
		text = fmt.Sprintf("This recording, of %s, holds no latency map in which %s; %s measures one on this machine, linebounce record FILE latency keeps one.", m.player.tape.On, how, m.mapCommand())
	}
	if m.atlas.failed != nil {
		text = wording.Sentence(m.atlas.failed.Error()) + " Key 2 opens the Simulator, whose machines have their latencies from published tables; r tries again."
	}
	return text
}

package scope

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	bursts "linebounce/probes/scope"
)

// shoot captures the next burst where one is wanted.
func (m *Model) shoot() tea.Cmd {
	if !m.once || m.shot != nil || m.atlas.job != nil || m.player.empty() {
		return nil
	}
	m.once = false
	m.waiting++
	ctx, stop := context.WithCancel(context.Background())
	m.shot = &shot{end: stop}
	if m.player.plays() {
		return m.read(m.shot)
	}
	s, scenario, o, t := m.shot, m.scenario, m.burst(), triggers[m.trigger]
	return func() tea.Msg {
		defer stop()
		c, err := m.options.Capture(ctx, scenario, o)
		if err != nil {
			return took{shot: s, err: err}
		}
		if m.options.Keep != nil {
			m.options.Keep(c)
		}
		return took{shot: s, ready: prepare(c, t)}
	}
}

// burst is what is to be captured.
func (m *Model) burst() bursts.Options {
	return bursts.Options{Ops: sizes[m.size], Owner: m.both}
}

// take shows a burst, and asks for the next where they go on.
func (m *Model) take(t took) tea.Cmd {
	if t.shot != m.shot {
		return nil
	}
	m.shot = nil
	if t.shot.stopped {
		return m.resume()
	}
	m.player.shown = t.at
	if m.failed = t.err; t.err != nil {
		m.ready = nil
		if m.player.plays() {
			return tea.Batch(m.work(), m.pause())
		}
		return m.work()
	}
	m.taken++
	m.show(t.ready)
	if m.options.ReduceMotion && m.trigger == 0 {
		m.frozen = true
	}
	return tea.Batch(m.work(), m.pause())
}

// pause asks for the next burst after a while, unless the picture is frozen.
func (m *Model) pause() tea.Cmd {
	if m.frozen || !m.looked() || m.page != burstPage {
		return nil
	}
	if m.player.plays() {
		return m.onward()
	}
	m.waiting++
	id := m.waiting
	return m.later(every, func(time.Time) tea.Msg { return again{id} })
}

// show takes a burst on the screen. Where the trigger holds, it stays there.
func (m *Model) show(r *ready) {
	m.ready, m.gap = r, -1
	if m.player.plays() && r.Scenario != m.scenario {
		m.scenario, m.window, m.line = r.Scenario, window{whole: true}, r.busiest
	}
	if m.line >= len(r.lines) || r.lines[m.line].quiet() {
		m.line = r.busiest
	}
	m.lane = min(m.lane, max(len(r.lanes)-1, 0))
	m.window = m.window.within(r, m.line, m.columns())
	if r.fires && triggers[m.trigger] != (bursts.Trigger{}) {
		m.freeze()
		m.fire()
	}
}

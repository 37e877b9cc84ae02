package scope

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Tape is what a recording holds for this room. Its bursts and maps pass their
// Check.
type Tape struct {
	On      string           // the date it was made on, such as 2026-11-30
	Machine topology.Machine // the machine it was made on
	Bursts  int
	Burst   func(i int) (bursts.Capture, error) // may take tens of milliseconds; called in commands
	At      func(i int) time.Duration           // when burst i was taken, since the recording began
	Maps    []latency.Map                       // in the order they were measured
}

// player goes through the bursts of a recording.
type player struct {
	tape  *Tape // nil where bursts are captured
	at    int   // the burst that is asked for
	shown int   // the burst on the screen
	speed int   // as a power of two
}

// The bounds of a speed: an eighth, and 64 times as fast.
const (
	slowest = -3
	fastest = 6
)

// longestWait is how long a burst stays at most before the next one at normal
// speed, whatever lay between them when they were recorded.
const longestWait = 2 * time.Second

// leastWait is how long it stays at least, at any speed, so that it can be seen.
const leastWait = 50 * time.Millisecond

// plays reports whether what is shown was recorded.
func (p *player) plays() bool { return p.tape != nil }

// empty reports whether there is nothing to show.
func (p *player) empty() bool { return p.plays() && p.tape.Bursts == 0 }

// last reports whether no burst follows.
func (p *player) last() bool { return p.at >= p.tape.Bursts-1 }

// wait is for how long the burst that is shown stays.
func (p *player) wait() time.Duration {
	apart := min(p.tape.At(p.at+1)-p.tape.At(p.at), longestWait)
	if p.speed < 0 {
		apart <<= -p.speed
	}
	return max(apart>>max(p.speed, 0), leastWait)
}

// pace says how fast the recording plays.
func (p *player) pace() string {
	if p.speed < 0 {
		return fmt.Sprintf("1/%dx", 1<<-p.speed)
	}
	return fmt.Sprintf("%dx", 1<<p.speed)
}

// place says which burst it is and when it was taken.
func (p *player) place() string {
	return fmt.Sprintf("burst %s of %s, at %s of %s, %s", grouped(int64(p.shown+1)), grouped(int64(p.tape.Bursts)), clock(p.tape.At(p.shown)), clock(p.tape.At(p.tape.Bursts-1)), p.dated())
}

// items say where in the recording the burst on the screen is.
func (p *player) items() []widgets.Item {
	items := []widgets.Item{{{Style: theme.Plain, Text: p.place()}}}
	if p.speed != 0 {
		items = append(items, widgets.Item{{Style: theme.Dim, Text: "speed "}, {Style: theme.Strong, Text: p.pace()}})
	}
	return items
}

// lacks says what a recording without a burst lacks, and what has it.
func (p *player) lacks() string {
	text := "This recording, of " + p.tape.On + ", holds no burst of the Scope; linebounce record FILE scope keeps some."
	if len(p.tape.Maps) > 0 {
		text += " m shows the latency map that it holds."
	}
	return text
}

// dated says when the recording was made.
func (p *player) dated() string { return "recorded on " + p.tape.On }

// clock writes a time as minutes and seconds.
func clock(t time.Duration) string {
	s := max(int(t/time.Second), 0)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// load makes the room show a recording.
func (m *Model) load(tape *Tape) {
	m.player.tape, m.machine, m.known = tape, tape.Machine, true
	for _, found := range tape.Maps {
		m.atlas.maps[found.Method] = found
	}
	if n := len(tape.Maps); n > 0 {
		m.atlas.method = tape.Maps[n-1].Method
	}
}

// read takes the burst whose turn it is from the recording.
func (m *Model) read(s *shot) tea.Cmd {
	i, tape, t := m.player.at, m.player.tape, triggers[m.trigger]
	return func() tea.Msg {
		c, err := tape.Burst(i)
		if err != nil {
			return took{shot: s, at: i, err: err}
		}
		return took{shot: s, at: i, ready: prepare(c, t)}
	}
}

// onward asks for the next burst of the recording after the time that lay between
// the two, and freezes behind the last.
func (m *Model) onward() tea.Cmd {
	if m.player.last() {
		m.frozen = true
		m.note = "That was the last burst of the recording; f plays it from the first."
		if m.trigger > 0 {
			m.note = fmt.Sprintf("No further burst of the recording has %s; f plays it from the first.", waitsFor(triggers[m.trigger]))
		}
		return nil
	}
	m.waiting++
	id := m.waiting
	return m.later(m.player.wait(), func(time.Time) tea.Msg { return again{id} })
}

// advance goes to the next burst, and from the last to the first.
func (p *player) advance() {
	if p.at++; p.at >= p.tape.Bursts {
		p.at = 0
	}
}

// pressTape does what a key means on a recording, and reports whether it means
// anything there but what it always does.
func (m *Model) pressTape(k string) (cmd tea.Cmd, known bool) {
	p := &m.player
	switch k {
	case "f", "space", ",", ".", "r", "<", ">", "h", "d", "t":
		if p.tape.Bursts == 0 {
			m.note = k + ": this recording has no burst."
			return nil, true
		}
	}
	switch k {
	case "f", "space":
		if !m.frozen {
			m.freeze()
			break
		}
		p.advance()
		m.frozen, m.once = false, true
	case ",":
		m.leaf(k, -1, "first")
	case ".", "r":
		m.leaf(k, 1, "last")
	case "<", "h":
		p.speed = max(p.speed-1, slowest)
		cmd = m.repace(k)
	case ">", "d":
		p.speed = min(p.speed+1, fastest)
		cmd = m.repace(k)
	case "n", "l", "o", "a", "c", "z", "b":
		m.note = k + ": a recording is as it is. This captures the like on this machine: " + m.command()
	default:
		return nil, false
	}
	return cmd, true
}

// repace says how fast the recording plays, and waits for the next burst anew.
func (m *Model) repace(k string) tea.Cmd {
	m.note = fmt.Sprintf("%s: the recording plays at %s; at 1x a burst stays until the next was taken, but 2 s at most.", k, m.player.pace())
	if m.shot != nil {
		return nil
	}
	return m.pause()
}

// leaf goes to the burst before or behind and stays there.
func (m *Model) leaf(k string, by int, edge string) {
	m.frozen = true // but what is being read may come, or a key held down would show nothing
	next := m.player.at + by
	if next < 0 || next >= m.player.tape.Bursts {
		m.note = fmt.Sprintf("%s: this is the %s burst of the recording.", k, edge)
		return
	}
	m.player.at, m.once = next, true
}

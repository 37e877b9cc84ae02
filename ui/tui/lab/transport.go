package lab

import (
	"fmt"
	"math"
	"time"

	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// How far the keys move a recording.
const (
	hop  = time.Second
	leap = 10 * time.Second
)

// The speeds of a recording as powers of two: from an eighth to 64 times.
const (
	slowest = -3
	fastest = 6
)

// steer moves a recording, or changes its speed, and reports whether the key
// does that.
func (m *Model) steer(key string) bool {
	e := m.experiment()
	switch key {
	case "left", ",":
		m.seek(e.heading() - hop)
	case "right", ".":
		m.seek(e.heading() + hop)
	case "pgup":
		m.seek(e.heading() - leap)
	case "pgdown":
		m.seek(e.heading() + leap)
	case "home":
		m.seek(0)
	case "end":
		m.seek(e.shown.Length)
	case "<", "-":
		m.setSpeed(m.speed - 1)
	case ">", "+", "=":
		m.setSpeed(m.speed + 1)
	default:
		return false
	}
	return true
}

// wished is where a recording is to move to, until a snapshot says that it did.
type wished struct {
	to    time.Duration
	jumps int // that there had been
}

// heading is where the recording is, or will be when it has moved.
func (e *experiment) heading() time.Duration {
	if e.wished != nil {
		return e.wished.to
	}
	return e.shown.Position
}

func (m *Model) seek(to time.Duration) {
	e := m.experiment()
	if e.shown.Length == 0 {
		return // not read yet, or not at all
	}
	e.wished = &wished{min(max(to, 0), e.shown.Length), e.shown.Jumps}
	if m.pump != nil {
		m.pump.Seek(e.Name, e.wished.to)
	}
}

func (m *Model) setSpeed(power int) {
	m.speed = min(max(power, slowest), fastest)
	if m.pump != nil {
		m.pump.Speed(math.Pow(2, float64(m.speed)))
	}
}

// moved begins anew what follows the time of a recording, where that was moved
// or began again.
func (m *Model) moved(e *experiment) {
	e.history = history{}
	if e.wished != nil && e.shown.Jumps != e.wished.jumps {
		e.wished = nil
	}
	for arm := range e.replays {
		r := &e.replays[arm]
		r.load(e.arm(arm))
		if m.paused || m.away || m.options.ReduceMotion {
			r.finish(math.MaxInt)
		}
	}
}

// follow takes from a snapshot of a recording what a recording has of its own:
// its arms and its time.
func (m *Model) follow(e *experiment, s live.Snapshot, moved bool) {
	arms := e.arms
	for i := range arms {
		if own := s.Arm(i).Scenario; own != arms[i] && own.Workers() > 0 {
			arms[i], e.initial[i], e.replays[i] = own, own, replay{}
		}
	}
	if arms != e.arms {
		e.use(arms)
	}
	if moved {
		m.moved(e)
	}
	for _, pace := range s.Paces {
		e.history.add(pace.At, pace.Rates[0], pace.Rates[1])
	}
}

// speedName writes the speed: "1/8×", "64×".
func (m *Model) speedName() string {
	if m.speed < 0 {
		return fmt.Sprintf("1/%d×", 1<<-m.speed)
	}
	return fmt.Sprintf("%d×", 1<<m.speed)
}

// drawTransport draws where the recording is: the state, the time, a bar with
// marks where its arms changed, and the speed.
func (m *Model) drawTransport(l layout) {
	if l.transport.height == 0 {
		return
	}
	e, y := m.experiment(), l.transport.at
	state := "playing"
	switch {
	case m.paused:
		state = "paused"
	case m.away:
		state = "stopped"
	}
	length := e.shown.Length
	if length == 0 {
		m.canvas.Text(l.left, y, theme.Dim, "the recording is being read")
		return
	}
	x := m.canvas.Text(l.left, y, theme.Strong, fmt.Sprintf("%-7s", state)) + 2
	at := clock(e.heading())
	x += len(clock(length)) - len(at)
	x = m.canvas.Text(x, y, theme.Plain, at)
	x = m.canvas.Text(x, y, theme.Dim, " of "+clock(length)) + 2
	end := l.left + l.width
	right := "speed " + m.speedName()
	if len(e.shown.Changes) > 0 && l.width >= wide-4 {
		right = string(m.canvas.Glyphs().Upright) + " arms changed  " + right
	}
	m.canvas.Right(end, y, theme.Plain, right)
	end -= m.canvas.Width(right) + 2
	m.drawScrubber(widgets.Area{X: x, Y: y, Width: end - x, Height: 1}, e)
}

// drawScrubber draws the bar.
func (m *Model) drawScrubber(a widgets.Area, e *experiment) {
	column := func(at time.Duration) int {
		share := float64(at) / float64(e.shown.Length)
		return a.X + min(max(int(share*float64(a.Width-1)+0.5), 0), a.Width-1)
	}
	g, knob := m.canvas.Glyphs(), column(e.heading())
	m.canvas.Repeat(a.X, a.Y, knob-a.X, theme.Plain, g.Bar)
	m.canvas.Repeat(knob, a.Y, a.X+a.Width-knob, theme.Faint, g.Rail)
	for _, at := range e.shown.Changes {
		m.canvas.Put(column(at), a.Y, theme.Strong, g.Upright)
	}
	m.canvas.Put(knob, a.Y, theme.Strong, g.Knob)
}

// clock writes a time on the timeline: "0:07.3", "1:02:03".
func clock(d time.Duration) string {
	tenths := int(d / (100 * time.Millisecond))
	h, min, s := tenths/36000, tenths/600%60, tenths/10%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, min, s)
	}
	return fmt.Sprintf("%d:%02d.%d", min, s, tenths%10)
}

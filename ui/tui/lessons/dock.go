package lessons

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"linebounce/lessons"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

const (
	dockFrom  = lab.LeastWidth + paneLeast // columns
	paneLeast = 40                         // of the lesson beside a room, its border with it
	paneMost  = 64
)

// room is what the lesson needs of a room beside it.
type room interface {
	Update(tea.Msg) tea.Cmd
	View() string
	SetSize(width, height int)
	Guide(keys bool, hint string)
	Tell(note string)
}

// guest is the room beside the lesson.
func (m *Model) guest() room { return m.room(m.beside) }

func (m *Model) room(i int) room {
	switch i {
	case widgets.Simulator:
		return m.options.Simulator
	case widgets.Kernel:
		return m.options.Kernel
	}
	return m.options.Lab
}

// docked reports whether the place on the left belongs to a room.
func (m *Model) docked() bool {
	return m.width >= dockFrom && m.height >= lab.LeastHeight && !m.presenting && m.staged()
}

// staged reports whether the step that is shown has a stage.
func (m *Model) staged() bool {
	return m.play != nil && !m.play.ended && m.play.step().Stage != nil
}

// visible reports whether the room beside the lesson is to be seen.
func (m *Model) visible() bool {
	return m.shown && m.beside != none && (m.docked() || m.looking)
}

// pane is how many columns the lesson has.
func (m *Model) pane() int {
	if !m.docked() {
		return m.width
	}
	return min(max(m.width/3, paneLeast), paneMost, m.width-lab.LeastWidth)
}

// fit gives the lesson and the rooms their sizes: a room that is docked what the
// lesson leaves, every other one the whole terminal.
func (m *Model) fit() {
	m.stale = true
	m.canvas = canvas.New(m.theme, m.pane(), m.height)
	beside := none
	if m.shown && m.docked() {
		beside = m.beside
	}
	if m.narrowed != none && m.narrowed != beside {
		m.room(m.narrowed).SetSize(m.width, m.height)
	}
	if beside != none {
		m.room(beside).SetSize(m.width-m.pane(), m.height)
	}
	m.narrowed = beside
	m.lend()
}

// View returns the picture, drawn anew only where something changed.
func (m *Model) View() string {
	if m.looking && !m.docked() {
		return m.guest().View()
	}
	if m.stale {
		m.draw()
		m.picture, m.stale = m.canvas.String(), false
	}
	if !m.docked() {
		return m.picture
	}
	left := m.curtain
	if m.beside != none {
		left = m.guest().View()
	}
	return m.joined.of(left, m.picture, m.width-m.pane())
}

// joined is two pictures side by side.
type joined struct{ left, right, both string }

// of sets the right picture beside the left, which gets so many columns.
func (j *joined) of(left, right string, width int) string {
	if j.left == left && j.right == right && j.both != "" {
		return j.both
	}
	lines, others := strings.Split(left, "\n"), strings.Split(right, "\n")
	var b strings.Builder
	b.Grow(len(left) + len(right) + len(others)*width)
	for y, other := range others {
		if y > 0 {
			b.WriteByte('\n')
		}
		n := 0
		if y < len(lines) {
			b.WriteString(lines[y])
			n = ansi.StringWidth(lines[y])
		}
		b.WriteString(strings.Repeat(" ", max(width-n, 0)))
		b.WriteString(other)
	}
	*j = joined{left, right, b.String()}
	return j.both
}

// drawCurtain fills the place of a room that would give the answer away, or that
// has nothing to show yet, with what is going to run.
func (m *Model) drawCurtain() {
	width := m.width - m.pane()
	c := canvas.New(m.theme, width, m.height)
	s := m.play.step()
	at := map[lessons.Screen]int{lessons.Lab: widgets.Lab, lessons.Simulator: widgets.Simulator, lessons.Kernel: widgets.Kernel}[s.Stage.Screen]
	widgets.Title(c, 1, width-2, at, m.keeping, "", func(int) string { return "" })
	rows := m.stageRows(width - 10)
	rows = append(rows, nil)
	rows = append(rows, text(m.theme.Glyphs, theme.Plain, width-10, m.curtainSays())...)
	a := widgets.Area{X: 2, Y: max((m.height-len(rows)-4)/2, 2), Width: width - 4, Height: len(rows) + 4}
	widgets.Box(c, a, theme.Faint, theme.Strong, "on the stage", "")
	for i, r := range rows {
		r.Draw(c, a.X+3, a.Y+2+i)
	}
	m.curtain = c.String()
}

// curtainSays is why the room is not to be seen.
func (m *Model) curtainSays() string {
	switch m.play.phase() {
	case asking:
		return "Hidden until you have answered."
	case running:
		return "It runs; nothing else does meanwhile."
	}
	if m.play.step().failed != nil {
		return "There is nothing to show here. The lesson says why."
	}
	return "No room shows this. The figures stand in the lesson."
}

// pass hands the time of a picture to the room beside, which moves on.
func (m *Model) pass(at time.Time) tea.Cmd {
	if !m.visible() {
		return nil
	}
	switch m.beside {
	case widgets.Simulator:
		return m.options.Simulator.Update(simulator.Frame(at))
	case widgets.Kernel:
		return m.options.Kernel.Update(kernel.Frame(at))
	}
	return m.options.Lab.Update(lab.Frame(at))
}

// lend tells the room beside whether it has the keys.
func (m *Model) lend() {
	if m.beside == none {
		return
	}
	hint := "w back to the lesson"
	keys := m.looking && m.play.phase() != asking
	if !m.looking {
		hint = "The lesson has the keys. w lends them to this room."
		if m.play.phase() == asking {
			hint = "The lesson has the keys until you have answered."
		}
	} else if !keys {
		hint = "w back to the lesson: the prediction comes first"
	}
	m.guest().Guide(keys, hint)
}

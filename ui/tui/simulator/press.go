package simulator

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"linebounce/assets/machines"
	"linebounce/sim"
	"linebounce/ui/wording"
)

// press does what a key asks for.
func (m *Model) press(k string) tea.Cmd {
	if m.measuring && k != "c" {
		return nil
	}
	m.note, m.verdict = "", ""
	switch k {
	case "c":
		return m.measure()
	case "space":
		m.toggleRun()
	case "right":
		m.step(+1)
	case "left":
		m.step(-1)
	case "]", "pgdown":
		m.scrub(+1)
	case "[", "pgup":
		m.scrub(-1)
	case ">", ".":
		m.speed(+1)
	case "<", ",":
		m.speed(-1)
	case "+", "=":
		m.size(+1)
	case "-", "_":
		m.size(-1)
	case "b":
		if m.note = m.refuses(k); m.note == "" {
			m.breakIt()
		}
	case "u":
		m.undo()
	case "r":
		m.reset()
	case "y":
		text, some := m.command()
		if !some {
			m.note = "y: no command simulates this; it is of a lesson."
			return nil
		}
		m.note = "Copied: " + text
		if own := m.presets[slices.IndexFunc(m.presets, func(p machines.Preset) bool { return p.Name == m.set.machine })]; own.Protocol != m.set.protocol || own.Home != m.set.home {
			m.note += fmt.Sprintf(" (there with the machine's own %s and home=%s)", own.Protocol, own.Home)
		}
		return tea.SetClipboard(text)
	default:
		m.other(k)
	}
	return nil
}

// other are the toggles and the answers of the game.
func (m *Model) other(k string) {
	for _, t := range toggles {
		if t.key == k {
			if m.note = m.refuses(k); m.note == "" {
				m.apply(m.toggled(k))
				if k == "m" && m.note == "" {
					m.note = capital(m.set.preset(m.presets).Title) + "."
				}
			}
			return
		}
	}
	if named, answer := answers[k]; answer {
		if m.set.fault == sim.NoFault {
			m.note = k + ": answers in break it. Press b for a protocol with a fault."
			return
		}
		m.running = false
		m.verdict = judge(m.set.fault, m.broken, m.cursor.Position(), named)
	}
}

// refuses says why a toggle does nothing, "" where it does something.
func (m *Model) refuses(k string) string {
	if m.lesson != nil && (k == "e" || k == "b") {
		return k + ": in a lesson the lesson chooses what is shown."
	}
	return m.set.refuses(k)
}

func (m *Model) toggleRun() {
	if m.running = !m.running; m.running && m.ended && m.now >= m.until {
		m.running = false
		m.note = "The trace ends here. r begins again, [ goes back."
	}
	if !m.running {
		m.settle()
	}
}

// settle has the picture stand at the cursor's last event.
func (m *Model) settle() {
	if m.cursor.Position() > 0 {
		m.now = m.cursor.At
	}
}

// step goes one event on or back.
func (m *Model) step(by int) {
	m.running = false
	moved := m.opened
	switch {
	case !m.opened:
	case by > 0:
		moved = m.cursor.Forward()
	default:
		moved = m.cursor.Back()
	}
	switch {
	case moved:
		m.now = m.cursor.At
	case by < 0:
		m.note = "This is the beginning."
	case m.ended:
		m.note = fmt.Sprintf("The trace is full: it keeps %s events. r begins again.", grouped(int64(len(m.trace.Events))))
	default: // nothing happens on these lines: let time pass
		m.seek(m.now + m.window()/2)
		m.note = "No event on these lines so far."
	}
}

// scrub goes half a picture on or back.
func (m *Model) scrub(by sim.Time) {
	m.seek(m.now + by*m.window()/2)
	m.settle()
	if m.now == 0 { // before the first events too, which all are at time 0
		m.cursor.Seek(0)
	}
}

func (m *Model) speed(by int) {
	m.pace = min(max(m.pace+by, 0), len(paces)-1)
	m.note = fmt.Sprintf("A second shows %s now.", duration(m.perSecond()))
}

func (m *Model) size(by int) {
	p := m.set.preset(m.presets)
	s, ok := m.set.sized(p, by)
	if !ok {
		m.note = fmt.Sprintf("%s on this machine run on %d to %d CPUs here.", capital(m.set.experiment), m.set.fit(p, 1), m.set.fit(p, sizes[len(sizes)-1]))
		return
	}
	m.apply(s)
}

// deepest is how many steps can be undone.
const deepest = 100

// apply makes settings the present ones, to be undone later.
func (m *Model) apply(s settings) {
	before := m.set
	if err := m.load(s); err != nil {
		m.note = wording.Sentence(err.Error())
		return
	}
	m.past = append(m.past, before)
	if len(m.past) > deepest {
		m.past = m.past[1:]
	}
}

// breakIt takes the next protocol with a fault, and after the last goes back
// to what was before.
func (m *Model) breakIt() {
	next := faults[(int(m.set.fault)+1)%len(faults)]
	switch {
	case next == sim.NoFault:
		m.apply(m.whole)
		m.running = !m.options.ReduceMotion
		return
	case m.set.fault == sim.NoFault:
		m.whole = m.set
	}
	m.running = false
	m.apply(m.set.broken(next))
}

func (m *Model) undo() {
	n := len(m.past)
	if n == 0 {
		m.note = "There is nothing to undo."
		return
	}
	before := m.past[n-1]
	m.past = m.past[:n-1]
	if err := m.load(before); err != nil {
		m.note = wording.Sentence(err.Error())
		return
	}
	m.note = "Undone."
}

// reset goes back to the beginning: of the game, or of everything.
func (m *Model) reset() {
	if m.set.fault != sim.NoFault || m.set == m.initial {
		_ = m.load(m.set) // they were loaded before
		m.note = "From the beginning."
		return
	}
	m.apply(m.initial)
	m.note = "Back to how it began."
}

// command writes what is simulated as a command, and returns false where there
// is none.
func (m *Model) command() (text string, some bool) {
	name := m.set.experiment
	switch name {
	case sockets:
		return "", false
	case lock:
		name = semaphores // which as a command has the locks of every version
	}
	return fmt.Sprintf("linebounce sim %s --machine %s --cpus %d -a '%s'", name, m.set.machine, m.set.cpus, m.set.scenario), true
}

package scope

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/ui/wording"
)

// press does what a key asks for.
func (m *Model) press(k string) tea.Cmd {
	if k == "m" {
		m.turn()
		return nil
	}
	if m.page == mapPage {
		return m.pressMap(k)
	}
	m.note = ""
	if m.player.plays() {
		if cmd, known := m.pressTape(k); known {
			return cmd
		}
	}
	switch k {
	case "f":
		if !m.frozen {
			m.freeze()
			break
		}
		m.frozen, m.once = false, true
	case "space", "r":
		m.once = true
		m.frozen = m.trigger == 0 // with a trigger, bursts go on until it fires
	case "t":
		m.trigger = (m.trigger + 1) % len(triggers)
		m.shot.stop() // it was held against the trigger before
		m.frozen, m.once = false, true
		m.note = "t: " + triggerWords(triggers[m.trigger])
	case "z":
		m.size = (m.size + 1) % len(sizes)
		m.afresh(fmt.Sprintf("z: up to %s operations of each CPU in a burst.", grouped(int64(sizes[m.size]))))
	case "b":
		m.both = !m.both
		m.afresh("b: " + bothWords(m.both))
	case "n", "l", "o", "a", "c":
		m.change(k)
	case "s":
		m.toggleModel()
	case "y":
		text := m.command()
		m.note = "Copied: " + text
		return tea.SetClipboard(text)
	default:
		m.move(k)
	}
	return nil
}

func triggerWords(t bursts.Trigger) string {
	if t == (bursts.Trigger{}) {
		return "no trigger: every burst is shown."
	}
	return fmt.Sprintf("bursts go on until one has %s, then the picture stays there.", waitsFor(t))
}

// waitsFor says what a trigger waits for.
func waitsFor(t bursts.Trigger) string {
	if t.Gap {
		return "a gap"
	}
	return fmt.Sprintf("a stay of more than %s operations", grouped(t.StayOver))
}

func bothWords(both bool) string {
	if both {
		return "hand-offs are counted by an owner word too. Stays are shorter with it than without."
	}
	return "hand-offs are counted by values alone."
}

// afresh asks for a burst of what was changed.
func (m *Model) afresh(note string) {
	m.note, m.once, m.failed = note, true, nil
	m.shot.stop()
}

// change changes the scenario.
func (m *Model) change(k string) {
	next, note, err := m.changed(k)
	if err != nil {
		m.note = k + ": " + err.Error()
		return
	}
	if next == m.scenario {
		m.note = k + ": " + note
		return
	}
	m.scenario = next
	m.window, m.line = window{whole: true}, 0
	m.afresh(k + ": " + note)
}

// changed returns the scenario after a key, and what it means.
func (m *Model) changed(k string) (probes.Scenario, string, error) {
	s := m.scenario
	turn := func(word string, values ...string) (probes.Scenario, error) {
		i := slices.Index(values, s.Get(word))
		return s.Set(word, values[(i+1)%len(values)])
	}
	switch k {
	case "n":
		next, err := turn("counter", probes.CounterOne, probes.CounterEach)
		return next, map[string]string{
			probes.CounterOne: "one counter for all CPUs. Whatever the line, it has to change hands.", probes.CounterEach: "each CPU has its own counter.",
		}[next.Counter], err
	case "l":
		next, err := turn("line", probes.LineShared, probes.LinePadded)
		return next, map[string]string{
			probes.LineShared: "the counters lie on one line.", probes.LinePadded: "each counter is alone on a line.",
		}[next.Line], err
	case "o":
		next, err := turn("op", probes.OpLock, probes.OpPlain, probes.OpStore)
		return next, map[string]string{
			probes.OpLock: "locked add: with one counter, the values that it returns are the order.", probes.OpPlain: "plain add; the order is known by an owner word.",
			probes.OpStore: "plain store; the order is known by an owner word.",
		}[next.Op], err
	case "a":
		return m.crowd()
	}
	return m.elsewhere()
}

// crowd takes two CPUs, then twice as many, and all in the end.
func (m *Model) crowd() (probes.Scenario, string, error) {
	s, have := m.scenario, len(m.machine.CPUs)
	if have < 3 {
		return s, fmt.Sprintf("this process may use %s, so there are no more.", plural(have, "CPU")), nil
	}
	switch n := s.Writers; {
	case n >= have:
		s.Writers = 2
	default:
		s.Writers = min(2*n, have)
	}
	s.CPUs = ""
	return s, fmt.Sprintf("%s take the line from one another.", plural(s.Writers, "CPU")), nil
}

// elsewhere takes the next choice of CPUs.
func (m *Model) elsewhere() (probes.Scenario, string, error) {
	s := m.scenario
	list := choices(m.machine, s.Workers())
	if len(list) < 2 {
		return s, "there is no other choice: this process may use no further CPUs.", nil
	}
	now := s.CPUs
	if now == "" {
		now = list[0]
	}
	s.CPUs = list[(slices.Index(list, now)+1)%len(list)]
	note := "on CPUs " + strings.ReplaceAll(string(s.CPUs), ",", ", ") + " now."
	if warnings := m.machine.Warnings(s.CPUs.Numbers()); len(warnings) > 0 {
		note += " " + wording.Sentence(warnings[0])
	}
	return s, note, nil
}

// move looks elsewhere in the burst.
func (m *Model) move(k string) {
	r, on, n := m.ready, m.line, m.columns()
	if r == nil {
		return
	}
	switch k {
	case "+", "=", "up":
		if m.window.single {
			m.note = k + ": each character is one operation already."
		}
		m.window = m.window.zoom(true, r, on, n)
	case "-", "_", "down":
		m.window = m.window.zoom(false, r, on, n)
	case "left":
		m.window = m.window.pan(-1, r, on, n)
	case "right":
		m.window = m.window.pan(1, r, on, n)
	case "pgup":
		m.window = m.window.pan(-8, r, on, n)
	case "pgdown":
		m.window = m.window.pan(8, r, on, n)
	case "home":
		m.window = m.window.edge(false, r, on, n)
	case "end":
		m.window = m.window.edge(true, r, on, n)
	case "0":
		m.window = window{whole: true}.within(r, on, n)
	case "L":
		m.freeze()
		m.toLongest()
	case "g":
		m.toGap()
	case "tab":
		m.line = (on + 1) % len(r.lines)
		m.window = m.window.within(r, m.line, n)
		if len(r.lines) == 1 {
			m.note = "tab: this burst has one line."
		}
	case "j":
		m.lane = min(m.lane+1, max(len(r.lanes)-m.lanesShown(), 0))
	case "k":
		m.lane = max(m.lane-1, 0)
	}
}

// fire goes to what the trigger waited for.
func (m *Model) fire() {
	if t := triggers[m.trigger]; t.Gap {
		m.toGap()
	} else {
		for i, l := range m.ready.lines {
			if l.longest >= 0 && l.Stays[l.longest].Ops > t.StayOver {
				m.line = i
				break
			}
		}
		m.toLongest()
	}
	number := m.taken
	if m.player.plays() {
		number = m.player.shown + 1
	}
	m.note = fmt.Sprintf("The trigger fired in burst %s. %s", grouped(int64(number)), m.note)
}

// toLongest goes to the longest stay of the line that is shown.
func (m *Model) toLongest() {
	l := m.ready.lines[m.line]
	if l.longest < 0 {
		m.note = "L: nobody used this line."
		return
	}
	s := l.Stays[l.longest]
	m.window = aroundStay(s, m.ready, m.line, m.columns())
	m.note = fmt.Sprintf("The longest stay: CPU %d kept the line for %s operations, %s long, from %s on.", s.CPU, grouped(s.Ops), duration(s.End-s.Begin), stamp(s.Begin, 1000))
}

// toGap goes to the next gap, and from the last one to the first.
func (m *Model) toGap() {
	r := m.ready
	gap, found := r.NextGap(m.gap)
	if !found {
		gap, found = r.NextGap(-1)
	}
	if !found {
		m.note = "g: this burst has no gap. t waits for one."
		return
	}
	m.freeze()
	m.gap = gap.Begin
	number := 1 + slices.IndexFunc(r.Gaps, func(g bursts.Gap) bool { return g.Begin == gap.Begin })
	for _, c := range r.CPUs {
		if c.CPU == gap.CPU && c.Line >= 0 {
			m.line = c.Line
		}
	}
	m.window = around(gap.Begin, gap.End, r, m.line, m.columns())
	m.note = fmt.Sprintf("Gap %d of %d: CPU %d was away for %s, %s; meanwhile the others did %s.", number, len(r.Gaps), gap.CPU, duration(gap.Length()), why(gap.Cause), plural(int(gap.Others), "operation"))
}

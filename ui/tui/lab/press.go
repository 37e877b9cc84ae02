package lab

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/ui/wording"
)

// press does what a key asks for.
func (m *Model) press(key string) tea.Cmd {
	e := m.experiment()
	if m.note = m.onStage(key); m.note != "" {
		return nil
	}
	if m.options.Recorded {
		if m.steer(key) {
			return nil
		}
		if key == "u" || key == "r" {
			m.note = m.fixed(e.arms)
			return nil
		}
	}
	switch key {
	case "e":
		m.turn(+1)
	case "E":
		m.turn(-1)
	case "tab":
		m.edited = 1 - m.edited
		m.note = fmt.Sprintf("The keys change %s now.", armName(m.edited))
		if m.options.Recorded {
			m.note = fmt.Sprintf("The what-ifs ask about %s now.", armName(m.edited))
		}
	case "space":
		m.paused = !m.paused
	case "v":
		m.voteOrReveal()
	case "1", "2", "3":
		m.cast(int(key[0] - '0'))
	case "left":
		m.moveCPUs(-1)
	case "right":
		m.moveCPUs(+1)
	case "u":
		m.undo()
	case "r":
		m.reset()
	case "y":
		text := e.command(m.options.Machine, e.arms)
		m.note = "Copied: " + text
		return tea.SetClipboard(text)
	default:
		if t, found := toggleOf(key); found {
			m.toggle(t)
		}
	}
	return nil
}

// reset goes back to how the experiment began, and tries that again where it could
// not run: what was in its way, such as a CPU offline, may be gone.
func (m *Model) reset() {
	e := m.experiment()
	if e.shown.Err == nil || e.arms != e.initial {
		m.apply(e.initial, "r: reset", "Back to how it began.")
		return
	}
	m.note = "Tried again."
	if m.pump != nil {
		m.pump.Choose(e.Name)
	}
}

// refusal says why an experiment cannot run, and which key tries again.
func (m *Model) refusal() string {
	e := m.experiment()
	text := why(e.shown.Err)
	switch {
	case m.options.Recorded:
		return text
	case e.arms == e.initial:
		return text + " r tries again."
	}
	return text + " r tries again with A and B as they began, u takes the last change back."
}

// turn chooses the next experiment, or the one before.
func (m *Model) turn(step int) {
	n := len(m.list)
	m.choose((m.current + step + n) % n)
}

func (m *Model) choose(i int) {
	m.current = i
	m.colour()
	if m.pump != nil {
		m.pump.Choose(m.experiment().Name)
	}
}

// toggle changes one word of the edited arm, or says why it cannot.
func (m *Model) toggle(t toggle) {
	e := m.experiment()
	if why := e.refuses(t, m.edited, m.list); why != "" {
		m.note = why
		return
	}
	s, err := t.press(m.options.Machine, e.Experiment, e.arms[m.edited])
	var warnings []string
	if err == nil {
		s, warnings, err = e.Prepare(m.options.Machine, s)
	}
	if err != nil {
		m.note = wording.Sentence(err.Error())
		return
	}
	arms := e.arms
	arms[m.edited] = s
	if m.options.Recorded {
		m.note = m.fixed(arms)
		return
	}
	value := t.value(s)
	note := strings.TrimSpace(fmt.Sprintf("%s: %s %s. %s", armName(m.edited), t.label, value, e.effect(s, t.word, m.options.Machine.LineBytes)))
	if s.CPUs != e.arms[m.edited].CPUs && len(warnings) > 0 {
		note += " " + warnings[0]
	}
	m.apply(arms, fmt.Sprintf("%s: %s %s", t.key, armName(m.edited), value), note)
}

// moveCPUs takes the next choice of CPUs for both arms.
func (m *Model) moveCPUs(step int) {
	e, machine := m.experiment(), m.options.Machine
	arms, moved := e.arms, false
	var warnings []string
	for i := range arms {
		s, ok := move(machine, arms[i], step)
		if ok {
			arms[i], moved = s, true
			warnings = machine.Warnings(s.CPUs.Numbers())
		}
	}
	if !moved {
		m.note = "There is no other choice: this process may use no further CPUs."
		return
	}
	a, b := cpuNames(arms[0].CPUs.Numbers()), cpuNames(arms[1].CPUs.Numbers())
	note := fmt.Sprintf("A and B run on CPUs %s now.", a)
	if a != b {
		note = fmt.Sprintf("A runs on CPUs %s now, B on CPUs %s.", a, b)
	}
	if len(warnings) > 0 {
		note += " " + warnings[0]
	}
	m.apply(arms, "CPUs "+b, note)
}

// apply makes arms the present ones, to be undone later.
func (m *Model) apply(arms pair, label, note string) {
	e := m.experiment()
	m.note = note
	if arms == e.arms {
		return
	}
	m.strayed()
	e.past = append(e.past, e.arms)
	if len(e.past) > deepest {
		e.past = e.past[1:]
	}
	m.set(arms, label)
}

// fixed says that a recording cannot be changed, and what runs these arms here
// and now: on CPUs that this machine chooses.
func (m *Model) fixed(arms pair) string {
	for i := range arms {
		arms[i].CPUs = ""
	}
	return "Recorded, so fixed. Live here: " + m.experiment().command(m.options.Machine, arms)
}

func (m *Model) undo() {
	e := m.experiment()
	n := len(e.past)
	if n == 0 {
		m.note = "There is nothing to undo."
		return
	}
	before := e.past[n-1]
	e.past = e.past[:n-1]
	m.note = "Undone."
	m.strayed()
	m.set(before, "u: undo")
}

func (m *Model) set(arms pair, label string) {
	e := m.experiment()
	for i := range arms {
		if arms[i] != e.arms[i] {
			e.replays[i] = replay{}
		}
	}
	e.use(arms)
	for i := range arms {
		e.refresh(i, m.options.ReduceMotion)
	}
	e.vote = noVote
	e.tags = append(e.tags, tag{m.clock, label})
	if len(e.tags) > deepest {
		e.tags = e.tags[1:]
	}
	m.colour()
	if m.pump != nil {
		m.pump.Arms(e.Name, e.plan())
	}
}

// refuses says why a toggle does nothing in an arm as it is, "" where it does
// something.
func (e *experiment) refuses(t toggle, arm int, all []*experiment) string {
	s := e.arms[arm]
	if !t.belongs(e) {
		var others []string
		for _, other := range all {
			if t.belongs(other) {
				others = append(others, other.Name)
			}
		}
		if len(others) == 0 {
			return fmt.Sprintf("%s: %s means nothing in %s.", t.key, t.label, e.Name)
		}
		return fmt.Sprintf("%s: %s means nothing in %s, only in %s (key e).", t.key, t.label, e.Name, listed(others))
	}
	if why := e.portrait(s).refuses(s, t.word); why != "" {
		return t.key + ": " + why
	}
	return ""
}

// listed joins names: "counters, messages and sockets".
func listed(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return names[0]
}

func armName(arm int) string { return string(rune('A' + arm)) }

// why writes an error for the screen.
func why(err error) string {
	var unable *probes.Unable
	if errors.As(err, &unable) {
		return wording.Sentence(unable.Error())
	}
	return wording.Sentence(err.Error())
}

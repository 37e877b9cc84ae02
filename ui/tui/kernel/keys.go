package kernel

import (
	"errors"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
)

// Keys lists every key of the room with what it does, for the help.
func Keys() []key.Binding {
	all := []key.Binding{
		bind("t", "ask this kernel again who receives which credentials"),
		bind("s", "the next type of socket: STREAM, DGRAM, SEQPACKET"),
		bind("x", "the special cases, or the usual ones"),
	}
	for _, c := range cards {
		all = append(all, bind(c.key, "measure "+c.title+" here, for about "+seconds(long)))
	}
	return append(all,
		bind("f", "profile this kernel with SO_PASSCRED off and on, for about "+seconds(ProfileFor)),
		bind("esc", "stop what is being measured; leaving the room does so too"),
		bind("tab", "the next part in full, where not all have room"),
	)
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// press does what a key asks for.
func (m *Model) press(k string) tea.Cmd {
	switch k {
	case "t":
		m.note, m.focus = "", partTable
		return m.ask()
	case "s":
		m.note, m.focus = "", partTable
		m.socket = (m.socket + 1) % len(sockets)
	case "x":
		m.note, m.focus = "", partTable
		if m.all {
			m.note = "x: all cases are on the screen already."
			return nil
		}
		m.corner = !m.corner
	case "tab":
		m.note = ""
		if m.whole {
			m.note = "tab: every part is shown in full already."
			return nil
		}
		m.focus = (m.focus + 1) % parts
	case "esc":
		m.note = "esc: nothing is being measured."
		if m.job != nil {
			m.note = ""
			m.job.stop()
		}
	case "f":
		m.focus = partProfile
		return m.begin(profiling, k)
	default:
		for i, c := range cards {
			if c.key == k {
				m.focus, m.story = partCards, i
				return m.begin(c.name, k)
			}
		}
	}
	return nil
}

// begin starts a measurement, or says why not.
func (m *Model) begin(name, k string) tea.Cmd {
	switch {
	case m.job != nil && m.job.ctx.Err() != nil:
		m.note = fmt.Sprintf("%s: %s is still being stopped. Press it again in a moment.", k, titles[m.job.name])
		return nil
	case m.job != nil:
		m.note = fmt.Sprintf("%s: %s is being measured, and two at once would disturb each other. Esc stops it.", k, titles[m.job.name])
		return nil
	case name != profiling && m.options.Measure[name] == nil:
		m.note = fmt.Sprintf("%s: %s", k, unknown(name))
		return nil
	}
	m.note = ""
	return m.start(name)
}

func unknown(name string) string {
	return "this program brings no workload called " + titles[name] + "."
}

// refuses says why a key can do nothing on this machine, as far as is known,
// "" where it may do something. Pressing it tries again.
func (m *Model) refuses(name string) string {
	if name == profiling {
		if m.blocked != nil {
			return m.blocked.Error()
		}
		return ""
	}
	var unable *probes.Unable
	switch err := m.done[name].err; {
	case m.options.Measure[name] == nil:
		return unknown(name)
	case errors.As(err, &unable):
		return err.Error()
	}
	return ""
}

package lessons

import (
	"charm.land/bubbles/v2/key"

	"linebounce/lessons"
	"linebounce/ui/tui/widgets"
)

// Keys lists every key of the room with what it does, for the help.
func Keys() []key.Binding {
	return []key.Binding{
		bind("enter", "open what is chosen; in a lesson read on, then the next step"),
		bind("1 2 3 4", "the answer to a question; in an order, what comes next"),
		bind("↑ ↓", "move in the list or among the answers; else scroll"),
		bind("n b", "the next step, the one before"),
		bind("h", "a hint; each takes a point off the answer"),
		bind("w", "look at the room of the lesson and use its keys; again: back"),
		bind("tab", "the other arm, where the Simulator stands beside"),
		bind("p", "presenter mode: larger, with the time; notes in a second terminal"),
		bind("pgup", "and pgdn scroll"),
		bind("r R", "forget one lesson, forget everything; both ask"),
		bind("t y", "of a test that was taken: take it again, copy the result as text"),
		bind("esc", "back to the list"),
	}
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// stepKeys are the keys of a step, the one to press first before all others.
func (m *Model) stepKeys() []widgets.Item {
	p := m.play
	s := p.step()
	var items []widgets.Item
	add := func(is bool, k, label string) {
		if is {
			items = append(items, keyItem(k, label))
		}
	}
	if m.looking {
		return []widgets.Item{keyItem("w", "takes the keys back from the room")}
	}
	asks := p.phase() == asking
	switch {
	case asks && s.Question.Kind == lessons.Choose:
		add(true, "1-"+string(rune('0'+len(s.Question.Options))), "answer")
	case asks && s.Question.Kind == lessons.Order:
		add(true, "1-"+string(rune('0'+len(s.Question.Options))), "next in order")
	case asks:
		add(true, "enter", "commit")
	case p.phase() == running:
	case p.at == len(p.steps)-1 && p.lesson.Kind == lessons.Page:
		add(true, "enter", "back to the list")
	case p.at == len(p.steps)-1:
		add(true, "enter", "finish")
	default:
		add(true, "enter", "next")
	}
	add(asks && s.hints < len(s.Hints), "h", "hint")
	add(p.at > 0, "b", "back")
	add(m.beside != none && !asks, "w", lookLabel(m.docked()))
	add(m.beside == widgets.Simulator && len(s.Stage.Arms) > 1, "tab", "other arm")
	add(p.lesson.Kind == lessons.Teaching, "r", "reset")
	add(!m.presenting, "p", "present")
	add(m.presenting, "p", "end presenting")
	add(true, "esc", "list")
	return items
}

func lookLabel(docked bool) string {
	if docked {
		return "use the room"
	}
	return "see the room"
}

// endKeys are those of the page behind the last step.
func (m *Model) endKeys(next string) []widgets.Item {
	return []widgets.Item{keyItem("enter", next), keyItem("b", "back"), keyItem("esc", "list")}
}

// listKeys are those of the list.
func (m *Model) listKeys() []widgets.Item {
	items := []widgets.Item{keyItem("enter", "open"), keyItem("↑ ↓", "choose"), keyItem("r", "reset this"), keyItem("R", "reset all")}
	if m.presenting {
		items = append(items, keyItem("p", "end presenting"))
	} else {
		items = append(items, keyItem("p", "present"))
	}
	return items
}

// examKeys are those of a test.
func (m *Model) examKeys() []widgets.Item {
	x := m.exam
	var items []widgets.Item
	switch {
	case x.over:
		items = append(items, keyItem("enter", "back to the list"), keyItem("t", "take it again"), keyItem("y", "copy as text"), keyItem("r", "reset"))
	case x.asking():
		items = append(items, keyItem("1-"+string(rune('0'+len(x.steps[x.at].Question.Options))), "answer"))
	default:
		items = append(items, keyItem("enter", "hand in"))
	}
	if !x.over && x.at > 0 {
		items = append(items, keyItem("b", "back"))
	}
	return append(items, keyItem("esc", "list"))
}

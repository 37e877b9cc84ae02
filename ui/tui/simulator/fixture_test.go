package simulator

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/tui/theme"
)

// open makes a Simulator that stands still, with its first stretch simulated
// and its predictions left out.
func open(t testing.TB, width, height int, keys ...string) *Model {
	t.Helper()
	m := New(Options{ReduceMotion: true})
	m.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	m.SetSize(width, height)
	m.computing = true
	settle(m, m.Show())
	press(m, keys...)
	return m
}

// press sends keys as a terminal would and waits for what they have computed.
func press(m *Model, keys ...string) {
	for _, k := range keys {
		settle(m, m.Update(keyOf(k)))
	}
}

// settle runs commands until none is left.
func settle(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		settle(m, m.Update(msg))
	}
}

func keyOf(k string) tea.KeyPressMsg {
	switch k {
	case "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case "left":
		return tea.KeyPressMsg{Code: tea.KeyLeft}
	case "right":
		return tea.KeyPressMsg{Code: tea.KeyRight}
	}
	return tea.KeyPressMsg{Code: rune(k[0]), Text: k}
}

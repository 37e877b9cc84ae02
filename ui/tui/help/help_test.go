package help

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"charm.land/bubbles/v2/key"

	"linebounce/ui/tui/theme"
)

func page(width, height int) *Model {
	m := New([]Room{{"the Lab", "1", []key.Binding{key.NewBinding(key.WithHelp("← →", "other CPUs"))}}}, 128, "v1.2.3")
	m.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	m.SetSize(width, height)
	return m
}

// Every word of the page is to be seen by scrolling, at any width.
func TestPageShowsEverything(t *testing.T) {
	for _, width := range []int{80, 100, 200} {
		m, shown := page(width, 24), ""
		for range 20 {
			for _, row := range strings.Split(ansi.Strip(m.View()), "\n") {
				if n := len([]rune(row)); n > width {
					t.Fatalf("a row of %d cells in %d: %q", n, width, row)
				}
				shown += row + " "
			}
			m.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
		}
		shown = strings.Join(strings.Fields(shown), " ")
		for _, s := range append(sections(128, "v1.2.3"), section{"Keys in the Lab", []string{"← → other CPUs"}}) {
			for _, word := range strings.Fields(s.title + " " + strings.Join(s.paragraphs, " ")) {
				if !strings.Contains(shown, word) {
					t.Errorf("at %d columns the page lacks %q", width, word)
				}
			}
		}
		if !strings.Contains(shown, "the end; ? or esc goes back") {
			t.Errorf("at %d columns the page does not say that it is at its end", width)
		}
	}
}

func TestPageSurvivesNoRoom(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {19, 3}, {20, 2}} {
		if m := page(size[0], size[1]); strings.Count(m.View(), "\n") > max(size[1], 2) {
			t.Errorf("at %v the page has too many rows", size)
		}
	}
}

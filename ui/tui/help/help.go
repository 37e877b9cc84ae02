// Package help is the page that explains the screen: what a line and its
// letters are, what is measured and how, and every key.
package help

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// Model is a page that scrolls.
type Model struct {
	rooms         []Room
	lineBytes     int
	version       string
	theme         theme.Theme
	width, height int
	pages         viewport.Model
	keeping       widgets.Keeping
	note          string
}

// Room is a room and its keys.
type Room struct {
	Name  string
	Opens string // the key that opens it, "" where it is all of them
	Keys  []key.Binding
}

// New makes the page for the rooms' keys and a machine's line size.
func New(rooms []Room, lineBytes int, version string) *Model {
	return &Model{rooms: rooms, lineBytes: lineBytes, version: version, pages: viewport.New()}
}

// SetSize sets the cells of the terminal.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.pages.SetContentLines(strings.Split(m.text(), "\n"))
	m.fit()
}

// fit gives the page what the foot leaves.
func (m *Model) fit() {
	m.pages.SetWidth(m.width)
	m.pages.SetHeight(max(m.height-1-len(m.foot()), 0))
}

// SetTheme sets colours and glyphs.
func (m *Model) SetTheme(t theme.Theme) {
	m.theme = t
	m.SetSize(m.width, m.height)
}

// SetKeeping says what the page is to show of the file that readings are kept in.
func (m *Model) SetKeeping(k widgets.Keeping) { m.keeping = k }

// Tell shows a sentence of the program's until the next key.
func (m *Model) Tell(note string) {
	m.note = note
	m.fit()
}

// Update scrolls.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	press, pressed := msg.(tea.KeyPressMsg)
	if pressed && m.note != "" {
		m.Tell("")
	}
	switch {
	case pressed && press.Code == tea.KeyHome:
		m.pages.GotoTop()
	case pressed && press.Code == tea.KeyEnd:
		m.pages.GotoBottom()
	}
	m.pages, cmd = m.pages.Update(msg)
	return cmd
}

// View returns the visible part of the page.
func (m *Model) View() string {
	lines := m.foot()
	foot := canvas.New(m.theme, m.width, len(lines))
	for y, line := range lines {
		style := theme.Plain
		if m.note == "" {
			style = theme.Dim
		}
		if m.width > len(line) {
			foot.Text(1, y, style, line)
		}
	}
	if mark := m.keeping.Mark(); m.note == "" && m.width > len(lines[0])+len(mark)+3 {
		foot.Right(m.width-1, 0, theme.Title, mark)
	}
	return m.pages.View() + "\n\n" + foot.String()
}

// foot is what stands below the page.
func (m *Model) foot() []string {
	switch {
	case m.note != "" && m.width > 2:
		return widgets.Wrap(m.note, m.width-2)
	case m.pages.AtBottom():
		return []string{"the end; ? or esc goes back"}
	}
	return []string{"arrows and page keys scroll, ? or esc goes back"}
}

// widest keeps lines short enough to read on a wide terminal.
const widest = 100

// text lays the page out for the width.
func (m *Model) text() string {
	width := min(m.width-2, widest)
	if width < 20 {
		return ""
	}
	var rows []string
	row := func(style theme.Style, text string) {
		c := canvas.New(m.theme, m.width, 1)
		c.Text(1, 0, style, text)
		rows = append(rows, c.String())
	}
	for _, s := range sections(m.lineBytes, m.version) {
		row(theme.Strong, s.title)
		for _, paragraph := range s.paragraphs {
			if code, isCode := strings.CutPrefix(paragraph, "\t"); isCode {
				row(theme.Plain, "    "+code)
				continue
			}
			for _, line := range widgets.Wrap(paragraph, width) {
				row(theme.Plain, line)
			}
		}
		row(theme.Plain, "")
	}
	for _, room := range m.rooms {
		title := "Keys in " + room.Name
		if room.Opens != "" {
			title += ", which key " + room.Opens + " opens"
		}
		row(theme.Strong, title)
		for _, k := range room.Keys {
			for i, line := range widgets.Wrap(k.Help().Desc, width-8) {
				label := ""
				if i == 0 {
					label = k.Help().Key
				}
				c := canvas.New(m.theme, m.width, 1)
				c.Text(1, 0, theme.Strong, label)
				c.Text(9, 0, theme.Plain, line)
				rows = append(rows, c.String())
			}
		}
		row(theme.Plain, "")
	}
	return strings.Join(rows, "\n")
}

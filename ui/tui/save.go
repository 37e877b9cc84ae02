package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/refusal"
	"linebounce/ui/tui/fresh"
	"linebounce/ui/tui/svg"
	"linebounce/ui/tui/widgets"
)

// saved is what became of a screen that was to be saved, in words.
type saved string

// pressSave saves the screen as it is.
func (r *root) pressSave() tea.Cmd {
	picture, at := r.View().Content, time.Now()
	room := "the " + widgets.RoomName(r.room)
	if r.helping {
		room = "the help"
	}
	program := strings.TrimSpace("linebounce " + r.version)
	colours := r.palette()
	about := svg.About{
		Title: fmt.Sprintf("%s: %s", program, room),
		Description: fmt.Sprintf("The screen of %s as it was on %s: %s, on a terminal of %d by %d cells. Every figure is marked measured, simulated, recorded or published.",
			program, at.Format("2006-01-02 15:04:05 -0700"), room, r.width, r.height),
		Width: r.width, Height: r.height, Ground: colours.Ground.Hex, Ink: colours.Text.Hex,
	}
	return func() tea.Msg { return save(at, picture, about) }
}

// save writes a picture into two new files in the current folder.
func save(at time.Time, picture string, about svg.About) saved {
	files, err := fresh.Files("", at, ".svg", ".txt")
	if err != nil {
		return saved("S: " + told(err))
	}
	for i, text := range []string{svg.Draw(picture, about), svg.Text(picture)} {
		_, err := files[i].WriteString(text)
		if err = errors.Join(err, files[i].Close()); err != nil {
			for _, f := range files {
				fresh.Remove(f)
			}
			return saved("S: " + told(&refusal.Refusal{What: "the screen cannot be saved in " + fresh.Where("."), Elsewhere: fresh.Elsewhere, Cause: err}))
		}
	}
	name := strings.TrimSuffix(files[0].Name(), ".svg")
	return saved(fmt.Sprintf("The screen is saved in %s, as %s.svg and %[2]s.txt.", fresh.Where("."), filepath.Base(name)))
}

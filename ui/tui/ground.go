package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/palette"
)

// darkGround reports what the environment says of the terminal's ground, until the
// terminal itself answers. COLORFGBG, which rxvt and Konsole set, ends with the
// number of the ground among the 16 colours; without it the ground is taken for dark.
func darkGround(env []string) bool {
	value := lookup(env, "COLORFGBG")
	n, err := strconv.Atoi(value[strings.LastIndexByte(value, ';')+1:])
	return err != nil || n <= 6 || n == 8
}

// palette is the one that the screen is drawn with now.
func (r *root) palette() palette.Palette { return r.choice.For(r.dark) }

// onGround gives the terminal the ground and the text of a theme that was asked
// for, so that it can be read whatever the terminal is like. Terminals with 16
// colours keep theirs: those of the theme are not among them.
func (r *root) onGround(view *tea.View) {
	if r.profile <= colorprofile.ANSI || !r.choice.Brings(r.answered) {
		return
	}
	p := r.palette()
	view.BackgroundColor, view.ForegroundColor = lipgloss.Color(p.Ground.Hex), lipgloss.Color(p.Text.Hex)
}

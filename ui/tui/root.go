package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/live"
	"linebounce/ui/tui/help"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/theme"
)

// screen is what the root needs of whatever fills the terminal.
type screen interface {
	Update(tea.Msg) tea.Cmd
	View() string
	SetSize(width, height int)
	SetTheme(theme.Theme)
}

var _, _ screen = (*lab.Model)(nil), (*help.Model)(nil)

const (
	framesPerSecond = 30
	stillFor        = 900 * time.Millisecond // between two pictures without motion
	patience        = 10 * time.Second       // without focus before the workers stop
)

type (
	frame  struct{ at time.Time }
	absent struct{ since int } // nobody looked for as long as patience
)

// root decides who gets a message, and stops the workers where nobody looks.
type root struct {
	lab  *lab.Model
	help *help.Model
	pump *live.Pump

	helping   bool
	away      bool // without focus for too long
	suspended bool
	blurs     int // times the focus was lost or came back
	idle      bool
	ticking   bool
	paced     bool // the pump says when a picture is due
	still     bool // a picture a second
	drawn     time.Time
	tooSmall  bool

	profile     colorprofile.Profile
	dark, ascii bool
	failure     error // that ends the program
}

// Init asks for the background colour and waits for nothing.
func (r *root) Init() tea.Cmd {
	if r.paced {
		return tea.RequestBackgroundColor
	}
	return tea.Batch(tea.RequestBackgroundColor, r.tick())
}

// Update hands a message to whom it concerns.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := r.handle(msg)
	r.settle()
	if !r.ticking && !r.idle && !r.paced {
		cmd = tea.Batch(cmd, r.tick())
	}
	return r, cmd
}

func (r *root) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.tooSmall = msg.Width < lab.LeastWidth || msg.Height < lab.LeastHeight
		r.lab.SetSize(msg.Width, msg.Height)
		r.help.SetSize(msg.Width, msg.Height)
	case tea.ColorProfileMsg:
		r.profile = msg.Profile
		r.paint()
	case tea.BackgroundColorMsg:
		r.dark = msg.IsDark()
		r.paint()
	case tea.BlurMsg:
		r.blurs++
		since := r.blurs
		return tea.Tick(patience, func(time.Time) tea.Msg { return absent{since} })
	case absent:
		r.away = r.away || msg.since == r.blurs
	case tea.FocusMsg:
		r.blurs++
		r.away = false
	case tea.ResumeMsg:
		r.suspended = false
	case live.Broken:
		r.failure = msg.Err
		return tea.Quit
	case frame:
		r.ticking = false
		if !r.still || msg.at.Sub(r.drawn) >= stillFor {
			r.drawn = msg.at
			return r.lab.Update(lab.Frame(msg.at))
		}
	case tea.KeyPressMsg:
		return r.press(msg)
	default:
		return r.lab.Update(msg)
	}
	return nil
}

// press handles the keys that hold everywhere.
func (r *root) press(msg tea.KeyPressMsg) tea.Cmd {
	r.away = false // who presses a key looks, focus or not
	switch key := msg.String(); {
	case key == "ctrl+c":
		r.failure = ErrInterrupted
		return tea.Quit
	case key == "q":
		return tea.Quit
	case key == "ctrl+z":
		r.suspended = true
		return tea.Suspend
	case key == "?" || key == "esc" && r.helping:
		r.helping = !r.helping
	case r.helping:
		return r.help.Update(msg)
	case !r.tooSmall:
		return r.lab.Update(msg)
	}
	return nil
}

// settle stops the workers where no live picture is to be seen, and says so.
func (r *root) settle() {
	r.lab.SetAway(r.away)
	idle := r.away || r.suspended || r.helping || r.tooSmall || r.lab.Paused()
	if idle != r.idle {
		r.idle = idle
		r.pump.Idle(idle)
	}
}

// tick asks for the next picture.
func (r *root) tick() tea.Cmd {
	r.ticking = true
	every := time.Second / framesPerSecond
	if r.still {
		every = time.Second
	}
	return tea.Tick(every, func(at time.Time) tea.Msg { return frame{at} })
}

func (r *root) paint() {
	t := theme.New(r.profile, r.dark, r.ascii)
	r.lab.SetTheme(t)
	r.help.SetTheme(t)
}

// View shows one screen on the terminal's other page.
func (r *root) View() tea.View {
	var s screen = r.lab
	if r.helping && !r.tooSmall {
		s = r.help
	}
	view := tea.NewView(s.View())
	view.AltScreen = true
	view.ReportFocus = true
	view.WindowTitle = "linebounce"
	return view
}

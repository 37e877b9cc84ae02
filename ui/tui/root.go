package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/probes/companion"
	"linebounce/ui/live"
	"linebounce/ui/palette"
	"linebounce/ui/tui/cast"
	"linebounce/ui/tui/help"
	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/lessons"
	"linebounce/ui/tui/scope"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// screen is what the root needs of whatever fills the terminal.
type screen interface {
	Update(tea.Msg) tea.Cmd
	View() string
	SetSize(width, height int)
	SetTheme(theme.Theme)
	SetKeeping(widgets.Keeping)
	Tell(note string)
}

var _, _, _, _, _, _ screen = (*lab.Model)(nil), (*simulator.Model)(nil), (*kernel.Model)(nil), (*scope.Model)(nil), (*lessons.Model)(nil), (*help.Model)(nil)

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
	lab       *lab.Model
	simulator *simulator.Model
	kernel    *kernel.Model
	scope     *scope.Model
	lessons   *lessons.Model
	help      *help.Model
	pump      *live.Pump
	copies    *companion.Mark // by which other copies know that this one measures, nil where it never does

	room      int // that is open, of widgets
	first     int // to be opened first
	helping   bool
	away      bool // without focus for too long
	suspended bool
	blurs     int  // times the focus was lost or came back
	idle      bool // no worker runs
	ticking   bool
	paced     bool // the pump says when a picture is due
	still     bool // a picture a second
	record    record
	cast      *cast.Writer // of the session, nil for none
	drawn     time.Time
	tooSmall  bool

	width, height int
	version       string

	profile     colorprofile.Profile
	dark, ascii bool
	wide        bool           // characters of open width take two cells
	answered    bool           // the terminal said whether it is dark
	choice      palette.Choice // of colours
	failure     error          // that ends the program

	line    *line    // to the terminal
	shown   tea.View // that the terminal gets now
	drew    bool     // anything yet
	pressed bool     // a key, since shown was drawn
	waking  bool     // when the line is free
}

// Init asks for the background colour and waits for nothing.
func (r *root) Init() tea.Cmd {
	cmd := tea.Batch(tea.RequestBackgroundColor, r.enter(r.first), r.settle())
	if r.moves() {
		cmd = tea.Batch(cmd, r.tick())
	}
	return cmd
}

// Update hands a message to whom it concerns.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := r.handle(msg)
	cmd = tea.Batch(cmd, r.settle())
	if !r.ticking && r.moves() {
		cmd = tea.Batch(cmd, r.tick())
	}
	if rest := r.line.rest(time.Now(), r.pressed); rest > 0 && !r.waking {
		r.waking = true
		cmd = tea.Batch(cmd, tea.Tick(rest, func(time.Time) tea.Msg { return woken{} }))
	}
	return r, cmd
}

func (r *root) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.width, r.height = msg.Width, msg.Height
		r.tooSmall = msg.Width < lab.LeastWidth || msg.Height < lab.LeastHeight
		r.cast.Resize(msg.Width, msg.Height)
		r.drew = false // what was drawn for another size is no picture
		for _, s := range r.screens() {
			s.SetSize(msg.Width, msg.Height)
		}
	case tea.ColorProfileMsg:
		r.profile = msg.Profile
		r.paint()
	case tea.BackgroundColorMsg:
		r.dark, r.answered = msg.IsDark(), true
		r.paint()
	case tea.BlurMsg:
		r.blurs++
		since := r.blurs
		return tea.Tick(patience, func(time.Time) tea.Msg { return absent{since} })
	case absent:
		r.away = r.away || msg.since == r.blurs && !r.lessons.Presenting()
	case tea.FocusMsg:
		r.blurs++
		r.away = false
	case tea.ResumeMsg:
		r.suspended = false
	case live.Broken:
		r.failure = msg.Err
		return tea.Quit
	case keeping.Began:
		return r.began(msg)
	case keeping.Refused:
		r.tell(told(msg.Err))
	case keeping.Ended:
		r.ended(msg)
	case pulse:
		return r.beats(msg.at)
	case saved:
		r.tell(string(msg))
	case torn:
		r.tell(wording.Sentence(msg.err.Error()))
	case frame:
		r.ticking = false
		r.mark(msg.at)
		if !r.still || msg.at.Sub(r.drawn) >= stillFor {
			r.drawn = msg.at
			switch r.room {
			case widgets.Simulator:
				return r.simulator.Update(simulator.Frame(msg.at))
			case widgets.Kernel:
				return r.kernel.Update(kernel.Frame(msg.at))
			case widgets.Lessons:
				return r.lessons.Update(lessons.Frame(msg.at))
			}
			return r.lab.Update(lab.Frame(msg.at))
		}
	case woken:
		r.waking = false
	case tea.KeyPressMsg:
		r.pressed, r.waking = true, false
		return r.press(msg)
	default:
		rooms := tea.Batch(r.lab.Update(msg), r.simulator.Update(msg), r.kernel.Update(msg), r.scope.Update(msg))
		return tea.Batch(rooms, r.lessons.Update(msg)) // behind the rooms, whose figures it takes
	}
	return nil
}

// press handles the keys that hold everywhere.
func (r *root) press(msg tea.KeyPressMsg) tea.Cmd {
	r.away = false // who presses a key looks, focus or not
	msg = r.meant(msg)
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
		r.help.Tell("")
	case key == "K" && !r.tooSmall:
		return r.pressRecord()
	case key == "S" && !r.tooSmall:
		return r.pressSave()
	case r.helping:
		return r.help.Update(msg)
	case r.tooSmall:
	case r.asks():
		return r.open().Update(msg)
	default:
		if room, found := widgets.RoomOf(key); found {
			return r.enter(room)
		}
		return r.open().Update(msg)
	}
	return nil
}

// asks reports whether digits are answers now.
func (r *root) asks() bool {
	return r.room == widgets.Lab && r.lab.Voting() || r.room == widgets.Lessons && r.lessons.Answering()
}

// enter opens a room. What ran in the one before ends.
func (r *root) enter(room int) tea.Cmd {
	if room == r.room {
		return nil
	}
	switch r.room {
	case widgets.Simulator:
		r.simulator.Hide()
	case widgets.Kernel:
		r.kernel.Hide()
	case widgets.Scope:
		r.scope.Hide()
	case widgets.Lessons:
		r.lessons.Hide()
	}
	r.room = room
	switch room {
	case widgets.Simulator:
		return r.simulator.Show()
	case widgets.Kernel:
		return r.kernel.Show()
	case widgets.Scope:
		return r.scope.Show()
	case widgets.Lessons:
		return r.lessons.Show()
	}
	return nil
}

// open returns the room that is.
func (r *root) open() screen {
	switch r.room {
	case widgets.Simulator:
		return r.simulator
	case widgets.Kernel:
		return r.kernel
	case widgets.Scope:
		return r.scope
	case widgets.Lessons:
		return r.lessons
	}
	return r.lab
}

// front returns what fills the terminal: the help, or else the room that is open.
func (r *root) front() screen {
	if r.helping && !r.tooSmall {
		return r.help
	}
	return r.open()
}

// screens returns all of them, the lessons behind the rooms, of which they may
// narrow one.
func (r *root) screens() []screen {
	return []screen{r.lab, r.simulator, r.kernel, r.scope, r.lessons, r.help}
}

func (r *root) paint() {
	t := theme.Of(r.palette(), r.profile, r.ascii)
	if r.wide && !r.ascii {
		t = t.Wide()
	}
	for _, s := range r.screens() {
		s.SetTheme(t)
	}
}

// View shows one screen on the terminal's other page. While the line is busy that
// is the picture that the terminal gets already.
func (r *root) View() tea.View {
	if !r.drew || r.line.rest(time.Now(), r.pressed) == 0 {
		r.shown, r.drew, r.pressed = r.draw(), true, false
	}
	return r.shown
}

func (r *root) draw() tea.View {
	view := tea.NewView(r.front().View())
	view.AltScreen = true
	view.ReportFocus = true
	view.KeyboardEnhancements.ReportAlternateKeys = true
	view.WindowTitle = "linebounce"
	r.onGround(&view)
	return view
}

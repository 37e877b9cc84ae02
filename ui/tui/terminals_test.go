package tui

import (
	"fmt"
	"image/color"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/width"

	"linebounce/ui/tui/canvas"
)

// terminalKinds are kinds of terminals, and what holds for each.
var terminalKinds = []struct {
	name                 string
	env                  []string
	answers, light       bool
	ascii, narrow, plain bool // no glyph outside ASCII, none of open width, no colour
	few                  bool // 16 colours at most
}{
	{name: "truecolor", env: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=en_GB.UTF-8"}, answers: true},
	{name: "256 colours, no answers", env: []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8"}},
	{name: "16 colours", env: []string{"TERM=xterm", "LANG=en_GB.UTF-8"}, few: true},
	{name: "the console of Linux", env: []string{"TERM=linux", "LANG=en_GB.UTF-8"}, ascii: true, few: true},
	{name: "screen", env: []string{"TERM=screen", "LANG=en_GB.UTF-8"}},
	{name: "screen.xterm-256color", env: []string{"TERM=screen.xterm-256color", "STY=1.x", "LANG=C.UTF-8"}},
	{name: "tmux", env: []string{"TERM=tmux-256color", "TMUX=/tmp/tmux-0/default,1,0", "LANG=en_US.utf8"}, answers: true},
	{name: "vt100", env: []string{"TERM=vt100", "LANG=en_GB.UTF-8"}},
	{name: "TERM unset", env: []string{"LANG=en_GB.UTF-8"}},
	{name: "NO_COLOR=1", env: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=1", "LANG=en_GB.UTF-8"}, plain: true},
	{name: "NO_COLOR=false", env: []string{"TERM=xterm-256color", "NO_COLOR=false", "LANG=en_GB.UTF-8"}, plain: true},
	{name: "NO_COLOR of a space", env: []string{"TERM=xterm-256color", "NO_COLOR= ", "LANG=en_GB.UTF-8"}, plain: true},
	{name: "CLICOLOR_FORCE", env: []string{"TERM=xterm-256color", "CLICOLOR_FORCE=1", "LANG=en_GB.UTF-8"}},
	{name: "NO_COLOR and CLICOLOR_FORCE", env: []string{"TERM=xterm", "NO_COLOR=1", "CLICOLOR_FORCE=1", "LANG=en_GB.UTF-8"}, plain: true},
	{name: "ssh without a locale", env: []string{"TERM=xterm-256color"}},
	{name: "LANG=C", env: []string{"TERM=xterm-256color", "LANG=C"}, ascii: true},
	{name: "LC_ALL=POSIX", env: []string{"TERM=xterm-256color", "LC_ALL=POSIX", "LANG=en_GB.UTF-8"}, ascii: true},
	{name: "Latin 1", env: []string{"TERM=rxvt-unicode", "LC_ALL=de_DE.ISO-8859-1"}, ascii: true},
	{name: "Japanese", env: []string{"TERM=xterm-256color", "LANG=ja_JP.UTF-8"}, narrow: true},
	{name: "Chinese", env: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LC_CTYPE=zh_CN.UTF-8"}, answers: true, narrow: true},
	{name: "Korean", env: []string{"TERM=screen-256color", "LANG=ko_KR.UTF-8"}, narrow: true},
	{name: "Japanese, known narrow", env: []string{"TERM=xterm-256color", "LANG=ja_JP.UTF-8", "RUNEWIDTH_EASTASIAN=0"}},
	{name: "light, and says so", env: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=en_GB.UTF-8"}, answers: true, light: true},
	{name: "light, by COLORFGBG", env: []string{"TERM=rxvt-256color", "COLORFGBG=0;15", "LANG=en_GB.UTF-8"}, light: true},
}

var sizes = [][2]int{
	{80, 24}, {100, 30}, {120, 40}, {132, 43}, {200, 60}, {300, 100}, {81, 25}, {97, 31}, {80, 60}, {300, 24},
	{119, 39}, {121, 41}, {80, 25}, {99, 24}, {101, 37}, {160, 24}, {143, 50}, {211, 33}, {120, 24}, {80, 100},
	{110, 28}, {179, 47}, {90, 45}, {241, 61},
}

// seen is what the program means to show.
type seen struct {
	rows []string
	lost []string // drawn outside the picture
	dark bool
}

// asking is a key that no room has; the test asks with it what is meant to be
// shown, behind all keys that were pressed before.
const asking = "\x1b[24~"

// asked answers.
func asked(answers chan<- seen) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		press, is := msg.(tea.KeyPressMsg)
		if !is || press.Code != tea.KeyF12 {
			return msg
		}
		r := m.(guarded).root
		s := seen{rows: strings.Split(ansi.Strip(r.View().Content), "\n"), dark: r.dark}
		// The rooms keep their canvas to themselves, and their own tests look at
		// what it lost; here it is held against more sizes.
		if c := reflect.ValueOf(r.front()).Elem().FieldByName("canvas"); c.IsValid() {
			s.lost = slices.Clone((*canvas.Canvas)(c.UnsafePointer()).Lost())
		}
		answers <- s
		return nil
	}
}

// same waits until the terminal shows what the program means to show, and returns
// that.
func (x *terminal) same(answers <-chan seen) seen {
	x.t.Helper()
	var s seen
	trimmed := func(rows []string) string {
		for i := range rows {
			rows[i] = strings.TrimRight(rows[i], " ")
		}
		return strings.TrimRight(strings.Join(rows, "\n"), "\n")
	}
	deadline := time.After(overdue)
	for {
		x.press(asking)
		select {
		case s = <-answers:
		case err := <-x.ended:
			x.t.Fatalf("the program ended with %v", err)
		case <-deadline:
			x.t.Fatal("the program does not answer")
		}
		for patient := time.After(100 * time.Millisecond); patient != nil; {
			if trimmed(strings.Split(x.text(), "\n")) == trimmed(s.rows) {
				return s
			}
			select {
			case <-x.news:
			case <-patient:
				patient = nil
			case <-deadline:
				x.t.Fatalf("the terminal shows\n%s\nwhere this is meant:\n%s", x.text(), strings.Join(s.rows, "\n"))
			}
		}
	}
}

// tour is what is pressed in turn, and a word that is to be seen then.
var tour = []struct{ keys, word, name string }{
	{" ", "quit", "the Lab"},
	{"2 ", "simulated", "the Simulator"},
	{"3", "credentials", "the Kernel"},
	{"4f", "4", "the Scope"},
	{"5", "lesson 1", "the Lessons"},
	{"\r", "second CPU joins", "a step"},
	{"\x1b[27u?", "What a line is", "the help"},
	{"?", "lesson 1", "behind the help"},
}

// On every kind of terminal and at every size each room shows all of what it
// means to show, in straight boxes, and hears its keys.
func TestTerminals(t *testing.T) {
	for i := range 2 * len(sizes) {
		k, size := terminalKinds[(i+i/len(sizes)*7)%len(terminalKinds)], sizes[i%len(sizes)]
		t.Run(fmt.Sprintf("%s, %dx%d", k.name, size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			o := options(nil)
			if i%2 == 0 {
				o = measuring(t, nil)
			}
			answers := make(chan seen, 1)
			x := openOn(t, t.Context(), o, kind{env: k.env, colours: coloursOf(k.env), answers: k.answers, light: k.light, filter: asked(answers)}, size[0], size[1])
			x.await("quit")
			for range 100 { // until what the terminal answers was heard
				if s := x.same(answers); s.dark != k.light {
					break
				}
			}
			for _, stop := range tour {
				x.press(stop.keys)
				x.await(stop.word)
				s := x.same(answers)
				what := fmt.Sprintf("%s on %s, %d x %d", stop.name, k.name, size[0], size[1])
				checkWhole(t, what, s, size)
				checkGlyphs(t, what, s, k.ascii, k.narrow)
				x.checkColours(what, size, k.plain, k.few)
				if s.dark == k.light {
					t.Errorf("%s: the ground is taken for dark: %v", what, s.dark)
				}
				checkBoxes(t, what, s.rows)
			}
			x.press("q")
			if err := x.end(); err != nil {
				t.Errorf("q ends it with %v", err)
			}
		})
	}
}

// coloursOf are the colours that the environment says a terminal has.
func coloursOf(env []string) colorprofile.Profile { return uncoloured(colorprofile.Env(env), env) }

// checkWhole looks for what did not fit.
func checkWhole(t *testing.T, what string, s seen, size [2]int) {
	t.Helper()
	if len(s.lost) > 0 {
		t.Errorf("%s: %q fell off", what, s.lost)
	}
	if len(s.rows) > size[1] {
		t.Errorf("%s: %d rows", what, len(s.rows))
	}
	for y, row := range s.rows {
		if n := ansi.StringWidth(row); n > size[0] {
			t.Errorf("%s: row %d has %d cells", what, y, n)
		} else if last := []rune(row); n == size[0] && unicode.IsLetter(last[len(last)-1]) {
			t.Errorf("%s: row %d runs into the edge: %q", what, y, row)
		}
	}
}

// checkGlyphs looks for characters that the terminal may not have, or not in one
// cell.
func checkGlyphs(t *testing.T, what string, s seen, ascii, narrow bool) {
	t.Helper()
	for _, r := range strings.Join(s.rows, "") {
		if ascii && r > '~' || narrow && width.LookupRune(r).Kind() == width.EastAsianAmbiguous {
			t.Errorf("%s: it shows %q", what, r)
			return
		}
	}
}

// checkColours looks for a colour that a terminal is not to be given.
func (x *terminal) checkColours(what string, size [2]int, plain, few bool) {
	x.t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	for y := range size[1] {
		for col := range size[0] {
			cell := x.screen.CellAt(col, y)
			if cell == nil {
				continue
			}
			for _, c := range []color.Color{cell.Style.Fg, cell.Style.Bg} {
				if _, basic := c.(ansi.BasicColor); c != nil && (plain || few && !basic) {
					x.t.Errorf("%s: %q has the colour %v", what, cell.Content, c)
					return
				}
			}
		}
	}
}

// checkBoxes looks for a corner of a box without its partners.
func checkBoxes(t *testing.T, what string, text []string) {
	t.Helper()
	var rows [][]rune
	for _, row := range text {
		rows = append(rows, cellsOf(row))
	}
	at := func(x, y int) rune {
		if y < 0 || y >= len(rows) || x < 0 || x >= len(rows[y]) {
			return ' '
		}
		return rows[y][x]
	}
	for y, row := range rows {
		for x, r := range row {
			if r != '╭' || at(x-1, y) == '│' || at(x+1, y) != '─' || at(x, y+1) != '│' || at(x, y+2) == '╯' {
				continue // a curve of the chart also turns corners
			}
			low := y + 1
			for at(x, low) == '│' {
				low++
			}
			if at(x, low) == '╯' {
				continue
			}
			right := x + 1
			for right < len(row) && at(right, y) != '╮' {
				right++
			}
			for inner := y + 1; inner < low; inner++ {
				if at(right, inner) != '│' {
					t.Errorf("%s: the box at column %d, row %d has a gap in its right side, row %d:\n%s", what, x, y, inner, strings.Join(text, "\n"))
					return
				}
			}
			if at(x, low) != '╰' || at(right, low) != '╯' || at(right, y) != '╮' {
				t.Errorf("%s: the box at column %d, row %d is not closed:\n%s", what, x, y, strings.Join(text, "\n"))
				return
			}
		}
	}
}

// cellsOf has a rune for each cell of a row, 0 behind one that takes two.
func cellsOf(row string) (cells []rune) {
	for _, r := range row {
		cells = append(cells, r)
		if canvas.Wide(r) {
			cells = append(cells, 0)
		}
	}
	return cells
}

// Below the least size there is a sentence as far as it fits, help and quit are
// heard, and a terminal that grows has its room again.
func TestTerminalsTooSmall(t *testing.T) {
	for i, size := range [][2]int{{79, 24}, {80, 23}, {40, 10}, {300, 5}, {20, 5}, {19, 100}, {5, 2}, {2, 1}, {1, 1}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			k, answers := terminalKinds[i], make(chan seen, 1)
			x := openOn(t, t.Context(), options(nil), kind{env: k.env, colours: coloursOf(k.env), filter: asked(answers)}, size[0], size[1])
			for _, keys := range []string{"", "?", "?", "2", "3", "4", "5"} {
				if keys != "" {
					x.press(keys)
				}
				s := x.same(answers)
				for y, row := range s.rows {
					if y >= size[1] || ansi.StringWidth(row) > size[0] {
						t.Errorf("after %q, row %d is %q", keys, y, row)
					}
				}
				if size[0]*size[1] >= 80 && !strings.Contains(strings.Join(strings.Fields(strings.Join(s.rows, " ")), " "), "needs 80 x 24") {
					t.Errorf("after %q it shows\n%s", keys, strings.Join(s.rows, "\n"))
				}
			}
			x.resize(80, 24)
			x.await("quit", "1")
			x.press("?")
			x.await("What a line is")
			x.resize(size[0], size[1])
			x.press("q")
			if err := x.end(); err != nil {
				t.Errorf("q ends it with %v", err)
			}
		})
	}
}

// resize changes the terminal's size and reports that, as terminals do that
// report it among the keys.
func (x *terminal) resize(width, height int) {
	x.mu.Lock()
	x.screen.Resize(width, height)
	x.mu.Unlock()
	x.press(fmt.Sprintf("\x1b[48;%d;%d;%d;%dt", height, width, 16*height, 8*width))
}

// A terminal that is drawn larger and smaller all the time shows the right
// picture when it rests.
func TestResizeStorm(t *testing.T) {
	answers := make(chan seen, 1)
	k := terminalKinds[0]
	x := openOn(t, t.Context(), options(nil), kind{env: k.env, colours: coloursOf(k.env), filter: asked(answers)}, 80, 24)
	x.await("quit")
	for _, stop := range tour {
		x.press(stop.keys)
		x.await(stop.word)
		for i := range 25 {
			x.resize(1+(i*37)%200, 1+(i*23)%70)
		}
		size := [2]int{101, 33}
		x.resize(size[0], size[1])
		s := x.same(answers)
		checkWhole(t, stop.name, s, size)
		checkBoxes(t, stop.name, s.rows)
	}
	x.press("q")
	if err := x.end(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
}

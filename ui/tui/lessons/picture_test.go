package lessons

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"linebounce/lessons"
	"linebounce/ui/tui/theme"
)

// sights are moments of the room.
var sights = map[string]func(x *tester){
	"list":       func(x *tester) {},
	"asking":     func(x *tester) { x.press("enter") },
	"hint":       func(x *tester) { x.press("enter", "h", "down") },
	"running":    func(x *tester) { x.press("enter", "2") },
	"right":      func(x *tester) { x.press("enter", "2"); x.measures(50, interval(3.9, 3.7, 4.1)) },
	"wrong":      func(x *tester) { x.press("enter", "1"); x.measures(50, interval(3.9, 3.7, 4.1)) },
	"otherwise":  func(x *tester) { x.press("enter", "2"); x.measures(50, interval(1.1, 1, 1.2)) },
	"number":     func(x *tester) { passed(x); x.press("4", ".", "2") },
	"foretold":   func(x *tester) { passed(x); x.press("4", "enter"); x.measures(50, interval(3.9, 3.7, 4.1)) },
	"order":      func(x *tester) { ordering(x); x.press("2") },
	"ordered":    func(x *tester) { ordering(x); x.press("2", "1", "3", "enter") },
	"finished":   func(x *tester) { ordering(x); x.press("2", "1", "3", "enter", "n") },
	"model":      func(x *tester) { x.press("down", "enter", "1") },
	"curtain":    func(x *tester) { x.press("down", "enter") },
	"kernel":     func(x *tester) { x.press("down", "enter", "1", "n") },
	"presenting": func(x *tester) { x.press("enter", "p", "2"); x.measures(50, interval(3.9, 3.7, 4.1)) },
	"test":       func(x *tester) { x.press("home", "enter", "down") },
	"before":     func(x *tester) { x.press("home", "enter", "1", "1", "enter") },
	"after": func(x *tester) {
		x.press("home", "enter", "2", "1", "enter", "esc", "down", "down", "down", "enter", "1", "2", "enter")
	},
	"page":  func(x *tester) { x.press("end", "enter") },
	"reset": func(x *tester) { x.press("enter", "r") },
	"lent":  func(x *tester) { x.press("enter", "2"); x.measures(50, interval(3.9, 3.7, 4.1)); x.press("w") },
	"no lab": func(x *tester) {
		x.options.Why = "two workers need 2 CPUs of their own, and this process may use CPU 0 only"
		x.press("enter", "2")
	},
	"a folder": func(x *tester) { x.settle(x.Update(arrived{faulty(x.t), x.book, "", x.machine, ""})) },
}

// passed answers the first step.
func passed(x *tester) {
	x.press("enter", "2")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.press("n")
}

// ordering goes to the third step.
func ordering(x *tester) {
	passed(x)
	x.press("4", "enter")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.press("n")
}

func faulty(t testing.TB) lessons.Course {
	c := course(t)
	c.Faults = []lessons.Fault{{File: "mine/05-long-name.md", Line: 17, Problem: `"B/A speed" names a quantity that there is not`, Wanted: "one of ops_per_s, messages_per_s, handoffs, ops_per_stay, period_ns, latency_ns, lost_share, differing"}, {File: "y"}, {File: "z"}}
	return c
}

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
		for name, act := range sights {
			if size[0] == 60 && name != "list" {
				continue
			}
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				x := opened(t, made(t), size[0], size[1])
				act(x)
				var rows []string
				for row := range strings.SplitSeq(x.text(), "\n") {
					rows = append(rows, strings.TrimRight(row, " "))
				}
				golden.RequireEqual(t, []byte(strings.Join(rows, "\n")+"\n"))
			})
		}
	}
}

// Nothing is drawn outside the terminal, no row is wider than it, the keys are
// always there, and in ASCII there is nothing else.
func TestEverythingFits(t *testing.T) {
	for name, act := range sights {
		x := opened(t, made(t), 120, 40)
		act(x)
		for _, ascii := range []bool{false, true} {
			th := theme.New(colorprofile.TrueColor, true, ascii)
			x.options.Lab.SetTheme(th)
			x.options.Simulator.SetTheme(th)
			x.options.Kernel.SetTheme(th)
			x.SetTheme(th)
			for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {100, 24}, {119, 30}, {120, 24}, {120, 40}, {124, 36}, {160, 45}, {200, 60}, {300, 100}} {
				x.size(size[0], size[1])
				rows := strings.Split(x.text(), "\n")
				if lost := x.canvas.Lost(); len(lost) > 0 || len(rows) != size[1] {
					t.Errorf("%s at %v: %d rows, and %q fell off:\n%s", name, size, len(rows), strings.Join(lost, ""), x.text())
				}
				for _, row := range rows {
					if ansi.StringWidth(row) > size[0] {
						t.Errorf("%s at %v: a row of %d cells: %q", name, size, ansi.StringWidth(row), row)
					}
					if foreign := strings.IndexFunc(row, func(r rune) bool { return r > '~' }); ascii && foreign >= 0 {
						t.Errorf("%s at %v: the screen shows %q", name, size, row[foreign:])
					}
				}
				x.shows("q quit")
			}
		}
	}
}

// Every word of a step is to be seen by scrolling, at any size.
func TestEveryWordCanBeRead(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 24}, {120, 40}} {
		x := opened(t, made(t), size[0], size[1], "enter", "h", "1")
		x.measures(50, interval(3.9, 3.7, 4.1))
		for range 20 {
			x.press("pgup")
		}
		seen := x.words()
		for range 20 {
			x.press("pgdown")
			seen += " " + x.words()
		}
		for _, want := range []string{"Each CPU has a counter of its own.", "- one", "What does the distance do?", "Both become faster.", "What the course claims", "A line travels as a whole."} {
			if !strings.Contains(seen, want) {
				t.Errorf("at %v %q is nowhere", size, want)
			}
		}
		if !strings.Contains(seen, "this is the end") && strings.Contains(seen, "more below") {
			t.Errorf("at %v the page does not say where it ends", size)
		}
	}
}

// Everything is told without colours too.
func TestWithoutColours(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter", "1")
	x.measures(50, interval(3.9, 3.7, 4.1))
	coloured := x.text()
	x.SetTheme(theme.New(colorprofile.Ascii, true, false))
	if x.text() != coloured {
		t.Errorf("without colours it shows\n%s\nand with them\n%s", x.text(), coloured)
	}
}

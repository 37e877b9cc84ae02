package lab

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/ui/live"
)

// states are moments of the Lab that must fit every terminal.
var states = map[string]func(*Model){
	"fresh":    func(m *Model) {},
	"counting": func(m *Model) { feed(m, interval(3.87, 3.71, 4.02), 84e6, 328e6, 84.2e6) },
	"slower":   func(m *Model) { feed(m, interval(0.012, 0.0112, 0.0131), 328e6, 4e6) },
	"toggled":  func(m *Model) { feed(m, about(1), 84e6, 84e6); press(m, "l", "k", "n") },
	"loads":    func(m *Model) { press(m, "o", "o", "o"); feed(m, about(70), 84e6, 9.4e9) },
	"tracked":  func(m *Model) { press(m, "h", "b", "b", "b"); feed(m, about(20), 84e6, 2.6e9) },
	"observed": func(m *Model) { press(m, "w"); feed(m, about(2), 84e6, 160e6) },
	"paused":   func(m *Model) { feed(m, about(4), 84e6, 328e6); press(m, "space") },
	"away":     func(m *Model) { feed(m, about(4), 84e6, 328e6); m.SetAway(true) },
	"vote":     func(m *Model) { feed(m, about(4), 84e6, 328e6); press(m, "v") },
	"voted":    func(m *Model) { feed(m, about(4), 84e6, 328e6); press(m, "v", "3", "v") },
	"copied":   func(m *Model) { feed(m, about(4), 84e6, 328e6); press(m, "l", "o", "y") },
	"messages": func(m *Model) { press(m, "e"); feed(m, about(3.8), 1.2e6, 4.6e6) },
	"padded references": func(m *Model) {
		press(m, "e", "tab", "n", "l", "k")
		feed(m, about(3.8), 1.2e6, 4.6e6)
	},
	"messages over a socket": func(m *Model) { press(m, "e", "t", "d", "z", "s", "x"); feed(m, about(1), 1.2e6, 0.3e6) },
	"sockets":                func(m *Model) { press(m, "E"); feed(m, about(1.03), 0.35e6, 0.36e6) },
	"sockets with a path":    func(m *Model) { press(m, "E", "a"); feed(m, about(1.03), 0.35e6, 0.36e6) },
	"rwlock":                 func(m *Model) { choose(m, "rwlock"); feed(m, about(2.9), 26e6, 75e6, 24e6) },
	"a crowd reads":          func(m *Model) { choose(m, "rwlock"); press(m, "j", "j", "l"); feed(m, about(0.9), 26e6, 24e6) },
	"one reads": func(m *Model) {
		choose(m, "rwlock")
		press(m, "tab", "j", "n")
		feed(m, about(2.9), 26e6, 75e6, 24e6)
	},
	"spinlock": func(m *Model) { choose(m, "spinlock"); press(m, "m", "h"); feed(m, about(2.9), 13e6, 26e6, 12e6) },
	"a crowd spins": func(m *Model) {
		choose(m, "spinlock")
		press(m, "f", "tab", "f", "f", "right")
		feed(m, about(0.03), 13e6, 26e6, 12e6)
	},
	"ring": func(m *Model) { choose(m, "ring"); feed(m, about(3.6), 195e6, 711e6, 345e6, 279e6) },
	"all cards, awkward and old": func(m *Model) {
		for i, ratio := range []float64{0.0123, 1.0043, 123.4, 0.00789, 10, 0.0456} {
			choose(m, m.list[i].Name)
			feed(m, about(ratio), 195e6, 195e6*ratio)
		}
		m.Update(Frame(m.now.Add(4 * time.Minute)))
	},
	"a lesson asks": func(m *Model) { feed(m, about(4), 84e6, 328e6); stageOf(m, true) },
	"a lesson tells": func(m *Model) {
		stageOf(m, false)
		feed(m, about(0.6), 150e6, 90e6)
		m.Guide(true, "w back to the lesson")
		press(m, "n")
	},
	"recorded, three":       func(m *Model) { tape(m) },
	"recorded and paused":   func(m *Model) { tape(m); press(m, "space") },
	"recorded, stopped":     func(m *Model) { tape(m); m.SetAway(true) },
	"a recording's what-if": func(m *Model) { tape(m); press(m, "o") },
	"a recording not read":  func(m *Model) { m.options.Recorded = true },
	"a recording of hours": func(m *Model) {
		tape(m)
		press(m, "<", "<", "<")
		m.experiment().shown.Length, m.experiment().shown.Position = 100*time.Hour, 99*time.Hour
	},
	"dead key": func(m *Model) { feed(m, about(4), 84e6, 328e6); press(m, "p") },
	"refused": func(m *Model) {
		feed(m, about(4), 84e6, 328e6)
		err := &probes.Unable{What: "eight workers need 8 CPUs of their own", Why: "this process may use only CPUs 0-1 of the 2 that are online",
			Advice: "Allow it more, for example with taskset -c 0-7, or in a container with docker run --cpuset-cpus=0-7."}
		m.Update(live.Refused{Experiment: "counters", Err: err, Arms: m.experiment().plan()})
	},
	"failed": func(m *Model) {
		m.Update(live.Snapshot{Experiment: "counters", Err: errors.New("the worker on CPU 1 did not come back within 2s of its window's end")})
	},
	"noisy": func(m *Model) {
		s := m.experiment().snapshot(about(4), 84e6, 328e6)
		for i := range s.Arms {
			s.Arms[i].SetAside, s.Arms[i].Unpinned = 1234, true
			for w := range s.Arms[i].Workers {
				s.Arms[i].Workers[w].Pinned = false
			}
		}
		m.Update(s)
	},
}

// tape makes the Lab show a recording, as it is in the middle of it.
func tape(m *Model) {
	m.options.Recorded, m.options.RecordedOn, m.options.Why = true, "2026-02-28", "this is the recording of a class.jsonl"
	feedTape(m, 30*time.Second)
}

func choose(m *Model, name string) {
	for m.Chosen() != name {
		press(m, "e")
	}
}

func stageOf(m *Model, secret bool) {
	s := probes.Scenario{Counter: probes.CounterOne, Writers: 1}
	if err := m.Present("counters", s, probes.Scenario{Counter: probes.CounterOne}, secret); err != nil {
		panic(err)
	}
	m.Guide(false, "The lesson has the keys until you have answered.")
}

// Nothing is drawn outside the terminal, and no row is wider than it.
func TestEverythingFits(t *testing.T) {
	for name, set := range states {
		for _, cpus := range []int{2, 3, 8, 200} {
			for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {95, 30}, {100, 24}, {100, 33}, {120, 30}, {120, 40}, {160, 45}, {200, 60}, {300, 100}} {
				m := newLab(t, Options{Machine: machine(cpus)}, size[0], size[1])
				set(m)
				run(m, 2*time.Second)
				text := ansi.Strip(m.View())
				if cut := cutCards(m, text); cut != "" && m.width >= LeastWidth {
					t.Errorf("%s on %d CPUs at %v: the cards lack %s", name, cpus, size, cut)
				}
				if lost := m.canvas.Lost(); len(lost) > 0 {
					t.Errorf("%s on %d CPUs at %v: %d cells fell off: %q", name, cpus, size, len(lost), strings.Join(lost, ""))
				}
				rows := strings.Split(text, "\n")
				if len(rows) != size[1] {
					t.Errorf("%s at %v: %d rows", name, size, len(rows))
				}
				for y, row := range rows {
					if n := len([]rune(row)); n > size[0] {
						t.Errorf("%s at %v: row %d has %d cells", name, size, y, n)
					}
				}
			}
		}
	}
}

// Of a large terminal no more than a third of the rows stays empty, gaps included, and
// the command that runs the same is there.
func TestLargeTerminalsAreUsed(t *testing.T) {
	for name, set := range states {
		for _, size := range [][2]int{{200, 60}, {240, 80}, {300, 100}} {
			m := newLab(t, Options{}, size[0], size[1])
			set(m)
			run(m, 2*time.Second)
			text, empty := ansi.Strip(m.View()), 0
			for row := range strings.SplitSeq(text, "\n") {
				if strings.TrimSpace(row) == "" {
					empty++
				}
			}
			if 3*empty > size[1] && m.Pairs() > 0 {
				t.Errorf("%s at %v: %d rows are empty", name, size, empty)
			}
			if line := m.paste(size[0]); m.big() != "" && !m.experiment().secret && m.experiment().shown.Err == nil && !strings.Contains(text, line) {
				t.Errorf("%s at %v does not show %s", name, size, line)
			}
		}
	}
}

// What a large terminal shows larger does not change with the length of a message that
// comes and goes.
func TestLargePartsStandStill(t *testing.T) {
	for height := LeastHeight; height <= 120; height++ {
		var first layout
		for notes := 1; notes <= steadyNotes; notes++ {
			l := plan(200, height, needs{cards: 1, boxes: 2, lanes: 2, strips: 2, notes: notes, reason: 1, keys: 3})
			if notes == 1 {
				first = l
			}
			if l.maps.height != first.maps.height || l.lanes.height != first.lanes.height {
				t.Errorf("%d rows: a message of %d rows makes lines of %d rows %d high and lanes of %d rows %d", height, notes, first.maps.height, l.maps.height, first.lanes.height, l.lanes.height)
			}
		}
	}
}

// cutCards names what is missing of the cards: each has its name and its ratio.
func cutCards(m *Model, text string) string {
	for _, e := range m.list {
		c := m.card(e)
		for _, want := range []string{c.name, strings.TrimSuffix(c.ratio, "×"), strings.TrimSuffix(c.age, " ago")} {
			if !strings.Contains(text, want) {
				return c.name + " " + want
			}
		}
	}
	return ""
}

// Parts of the screen do not overlap, whatever the room.
func TestPartsDoNotOverlap(t *testing.T) {
	for height := LeastHeight; height <= 100; height++ {
		for _, n := range []needs{
			{cards: 1, boxes: 2, lanes: 2, strips: 1, reason: 1, keys: 3}, {cards: 2, boxes: 2, lanes: 2, strips: 2, notes: 2, reason: 2, keys: 4, paste: 1},
			{cards: 1, boxes: 1, lanes: 8, strips: 4, notes: 3, reason: 2, keys: 4, transport: 1}, {cards: 2, boxes: 2, lanes: 200, strips: 4, notes: 4, reason: 2, keys: 5, transport: 1, paste: 1},
		} {
			for _, width := range []int{80, 100, 120, 200} {
				l := plan(width, height, n)
				end := 0
				for i, b := range l.blocks() {
					if b.at < end {
						t.Errorf("%dx%d %+v: part %d begins in row %d, before the one above ends in row %d", width, height, n, i, b.at, end)
					}
					end = b.at + b.height
				}
				if end > height {
					t.Errorf("%dx%d %+v: the last part ends in row %d", width, height, n, end)
				}
			}
		}
	}
}

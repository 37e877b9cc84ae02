package simulator

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes/simulated"
	"linebounce/sim"
)

// feed gives the predictions as if they had been computed.
func feed(m *Model) {
	t := m.set.topic()
	f := m.forecasts[t]
	if f == nil {
		f = newForecast(m.set.preset(m.presets))
		m.forecasts[t] = f
	}
	for _, j := range f.todo {
		always := 4.24 * max(1, float64(j.cpus)/8.1)
		if j.remote > 0 {
			always = 4.98
		}
		f.rows[j] = simulated.Row{CPUs: j.cpus, A: simulated.Point{Seconds: always}, B: simulated.Point{Seconds: 4.24}, Ratio: always / 4.24}
	}
	f.todo = nil
	m.stale = true
}

var sights = map[string][]string{
	"messages": nil, "counters": {"e"}, "observed": {"e", "w"}, "padded": {"e", "n", "l"}, "many": {"+", "+", "+", "+", "+", "+"},
	"game": {"b", "right", "right"}, "on request": {"a", "a"},
	"read lock": {"e", "e"}, "spinlock": {"e", "e", "e"}, "tas": {"e", "e", "e", "t", "l", "-", "-", "-"},
	"ring": {"e", "e", "e", "e", "-", "-", "-"}, "rings": {"e", "e", "e", "e", "x", "k"},
}

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
		for name, keys := range sights {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				m := open(t, size[0], size[1], keys...)
				feed(m)
				golden.RequireEqual(t, []byte(m.text()+"\n"))
			})
		}
	}
}

// Nothing is drawn outside the terminal, no row is wider, and no text is cut.
func TestEverythingFits(t *testing.T) {
	more := map[string][]string{
		"alone": {"e", "-", "-", "-", "-", "-"}, "each": {"n"}, "each padded": {"n", "l"}, "many counters": {"e", "n", "+", "+", "+", "+", "+"},
		"many padded": {"e", "n", "l", "+", "+"}, "dead key": {"e", "a"}, "copied": {"y"}, "machine": {"m"}, "machines": {"m", "m", "m"},
		"each its lock": {"e", "e", "n"}, "many rings": {"e", "e", "e", "e", "+", "+", "+"}, "one lock": {"e", "e", "e", "-", "-", "-", "-", "-"},
		"solved": {"b", "]", "left", "f"}, "Y": {"b", "b", "g"}, "Z": {"b", "b", "b", "h"}, "slow": {"<"}, "game with many": {"b", "+", "+", "+", "+"},
	}
	for name, keys := range sights {
		more[name] = keys
	}
	for name, keys := range more {
		m := open(t, 120, 40, keys...)
		feed(m)
		for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {95, 30}, {100, 24}, {100, 33}, {120, 30}, {120, 40}, {160, 45}, {200, 60}, {300, 100}} {
			m.SetSize(size[0], size[1])
			if m.broken != nil && name != "game" {
				m.seekEvent(m.broken.to)
				press(m, map[sim.Fault]string{sim.LostInvalidation: "f", sim.StaleShared: "g", sim.DirtyDropped: "h"}[m.set.fault])
			}
			rows := strings.Split(m.text(), "\n")
			if lost := m.canvas.Lost(); len(lost) > 0 {
				t.Errorf("%s at %v: %d cells fell off: %q\n%s", name, size, len(lost), strings.Join(lost, ""), m.text())
			}
			if len(rows) != size[1] {
				t.Errorf("%s at %v: %d rows", name, size, len(rows))
			}
			all := strings.Join(strings.Fields(m.text()), " ")
			for _, want := range []string{m.note, m.verdict, "q quit", "? help"} {
				if want := strings.Join(strings.Fields(want), " "); !strings.Contains(all, want) {
					t.Errorf("%s at %v: %q is cut:\n%s", name, size, want, m.text())
				}
			}
		}
	}
}

// seekEvent puts the cursor behind an event.
func (m *Model) seekEvent(n int) {
	m.cursor.Seek(n)
	m.settle()
	m.stale = true
}

func TestPartsDoNotOverlap(t *testing.T) {
	for height := leastHeight; height <= 100; height++ {
		for _, n := range []needs{{2, 8, 1, 3, 1, 8, 3}, {3, 8, 3, 4, 1, 13, 3}, {2, 4, 1, 4, 6, 6, 2}, {1, 2, 1, 2, 1, 8, 3}} {
			for _, width := range []int{80, 100, 120, 200} {
				l, end := plan(width, height, n), 0
				for i, b := range l.blocks() {
					if b.at < end && b.height > 0 {
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

// Of a large terminal no more than two in five rows stay empty, gaps included.
func TestLargeTerminalsAreUsed(t *testing.T) {
	for name, keys := range sights {
		for _, size := range [][2]int{{200, 60}, {240, 80}, {300, 100}} {
			m := open(t, size[0], size[1], keys...)
			feed(m)
			m.seekEvent(1000)
			empty := 0
			for row := range strings.SplitSeq(m.text(), "\n") {
				if strings.TrimSpace(row) == "" {
					empty++
				}
			}
			if 5*empty > 2*size[1] && m.set.fault == sim.NoFault { // the game begins with empty lanes
				t.Errorf("%s at %v: %d rows are empty", name, size, empty)
			}
		}
	}
}

// A picture is drawn from what is at hand, and quickly, wherever in the longest
// trace it stands.
func BenchmarkPicture(b *testing.B) {
	for _, keys := range [][]string{{"e"}, nil, {"e", "w", "+", "+", "+", "+", "+", "+"}} {
		b.Run(fmt.Sprint(keys), func(b *testing.B) {
			m := open(b, 120, 40, keys...)
			for !m.ended {
				settle(m, m.producer.next(m.generation))
			}
			m.seekEvent(traceLimit - 1)
			for b.Loop() {
				m.stale = true
				_ = m.View()
			}
		})
	}
}

// BenchmarkStepBack steps back at the end of the longest trace.
func BenchmarkStepBack(b *testing.B) {
	m := open(b, 120, 40, "e")
	for !m.ended {
		settle(m, m.producer.next(m.generation))
	}
	m.seekEvent(traceLimit)
	for b.Loop() {
		press(m, "left")
		_ = m.View()
	}
}

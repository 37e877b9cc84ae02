package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

func TestTimesOnTheTimeline(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.0", 7340 * time.Millisecond: "0:07.3", time.Minute - 1: "0:59.9", 61*time.Minute + 30*time.Second: "1:01:30", 100 * time.Hour: "100:00:00",
	} {
		if got := clock(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// Every key that moves a recording adds to the one before, also before the
// recording has moved, and stops at its ends.
func TestKeysMoveARecording(t *testing.T) {
	for _, c := range []struct {
		keys string
		want time.Duration
	}{
		{"left", 41}, {",", 41}, {"right", 43}, {".", 43}, {"pgup", 32}, {"pgdown", 52}, {"home", 0}, {"end", 64},
		{"left left , pgup", 29}, {"pgdown pgdown pgdown right", 64}, {"pgdown pgdown pgdown left", 63}, {"home left right", 1},
	} {
		m := taped(t, Options{}, 120, 40)
		press(m, strings.Fields(c.keys)...)
		if got := m.experiment().heading(); got != c.want*time.Second {
			t.Errorf("%s leads to %v, want %v", c.keys, got, c.want*time.Second)
		}
		if text := ansi.Strip(m.View()); !strings.Contains(text, clock(c.want*time.Second)+" of 1:04.0") {
			t.Errorf("%s: the picture does not show it at once", c.keys)
		}
	}
}

func TestSpeedsOfARecording(t *testing.T) {
	m := taped(t, Options{}, 80, 24)
	var seen []string
	for range 12 {
		press(m, "<")
		seen = append(seen, m.speedName())
	}
	for range 12 {
		press(m, ">")
		seen = append(seen, m.speedName())
	}
	want := []string{"1/8×", "1/4×", "1/2×", "1×", "2×", "4×", "8×", "16×", "32×", "64×"}
	down := slices.Clone(want[:5])
	slices.Reverse(down)
	if got := slices.Compact(seen); !slices.Equal(got, slices.Concat(down, want[1:])) {
		t.Errorf("the speeds are %v", got)
	}
	if text := ansi.Strip(m.View()); !strings.Contains(text, "speed 64×") {
		t.Error("the picture does not show the speed")
	}
}

// A snapshot from before a wish does not take it back; one from after it does.
func TestARecordingGoesWhereItWasSent(t *testing.T) {
	m := taped(t, Options{}, 120, 40)
	press(m, "pgup")
	feedTape(m, 42200*time.Millisecond)
	if got := m.experiment().heading(); got != 32*time.Second {
		t.Errorf("before it has moved it heads for %v", got)
	}
	jump(m, 32*time.Second)
	feedTape(m, 32200*time.Millisecond)
	if got := m.experiment().heading(); got != 32200*time.Millisecond {
		t.Errorf("after it has moved it stands at %v", got)
	}
}

// jump gives the Lab the snapshot that comes when a recording has moved.
func jump(m *Model, to time.Duration) {
	m.experiment().shown.Jumps++ // as feedTape takes it from there
	s := m.experiment().shown
	m.experiment().shown.Jumps--
	s.Position, s.Paces = to, nil
	m.Update(s)
}

// What follows the time of a recording begins anew where that jumps: the chart,
// and the strips with the newest burst before.
func TestAJumpBeginsAnew(t *testing.T) {
	m := taped(t, Options{}, 120, 40)
	press(m, "space", "home")
	if len(m.experiment().history.at) == 0 {
		t.Fatal("the chart is empty")
	}
	jump(m, 0)
	e := m.experiment()
	if len(e.history.at) != 0 {
		t.Error("the chart still shows what came later")
	}
	for arm, r := range e.replays {
		if r.burst != e.arm(arm).Burst || !r.over() {
			t.Errorf("while it is paused arm %d does not show the whole strip", arm)
		}
	}
	press(m, "space")
	jump(m, 2*time.Second)
	for arm, r := range e.replays {
		if r.over() {
			t.Errorf("while it plays arm %d does not begin its strip", arm)
		}
	}
}

// A recording has arms of its own, of the moment that it shows.
func TestArmsFollowTheRecording(t *testing.T) {
	m := taped(t, Options{}, 120, 40)
	before := m.experiment().arms
	s := m.experiment().shown
	s.Arms = slices.Clone(s.Arms)
	s.Arms[1].Scenario = before[0]
	s.Arms[1].Windows, s.Arms[1].Burst, s.Arms[1].Workers = 0, nil, nil // nothing of it yet
	m.Update(s)
	if m.experiment().arms != (pair{before[0], before[0]}) {
		t.Errorf("the arms are %v", m.experiment().arms)
	}
	if m.experiment().replays[1].burst != nil {
		t.Error("B shows the strip of the arm that it was")
	}
}

// While a recording is shown the keys that a live Lab has on the arrows are
// other ones, in the picture and in what they do.
func TestKeysOfARecordingAreShown(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		text := ansi.Strip(taped(t, Options{}, size[0], size[1]).View())
		for _, want := range []string{"← → 1 s", "pgup pgdn 10 s", "home end", "< > speed", "space pause", "y copy", "playing", "0:42.0 of 1:04.0", "speed 4×"} {
			if !strings.Contains(text, want) {
				t.Errorf("at %v it does not show %q", size, want)
			}
		}
		for _, no := range []string{"undo", "reset", "← → CPUs"} {
			if strings.Contains(text, no) {
				t.Errorf("at %v it shows %q", size, no)
			}
		}
	}
	var help []string
	for _, k := range Keys() {
		if strings.Contains(k.Help().Desc, "while a recording is shown") {
			help = append(help, k.Help().Key)
		}
	}
	if want := []string{"← →", ", .", "pgup pgdown", "home end", "< >"}; !slices.Equal(help, want) {
		t.Errorf("the help tells of %v", help)
	}
	m := counting(t, Options{}, 120, 40)
	press(m, "pgup", "home", ",", "<")
	if m.speed != 0 || m.experiment().wished != nil {
		t.Error("what is live was moved")
	}
}

// Every row with a figure that was recorded says so, in the title alone at
// worst, and says when where it says what was found.
func TestEveryRecordedFigureIsMarked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {80, 40}, {120, 40}, {200, 60}} {
		rows := strings.Split(ansi.Strip(taped(t, Options{}, size[0], size[1]).View()), "\n")
		for _, figure := range []string{"counters 3.9×", "│ 3.9×", "2.9×", "  A  a counter each", "hand-offs/s", "who had the line  ", "all CPUs together", "M/s: one", "the four together", "times as fast"} {
			for _, row := range rows {
				if strings.Contains(row, figure) && !strings.Contains(row, "▷") {
					t.Errorf("at %v this row does not say that it is recorded: %s", size, row)
				}
				if figure == "times as fast" && strings.Contains(row, figure) && !strings.Contains(row, "recorded on 2026-02-28") {
					t.Errorf("at %v this row does not say when: %s", size, row)
				}
			}
		}
	}
}

// A what-if on a recording changes nothing and names the command that tries it,
// on whichever CPUs there are.
func TestAWhatIfNamesWhatRunsIt(t *testing.T) {
	m := taped(t, Options{}, 120, 40)
	before := m.experiment().arms
	for _, key := range []string{"o", "u", "r", "tab"} {
		press(m, key)
		if m.experiment().arms != before {
			t.Errorf("%s changed the arms", key)
		}
		command := "linebounce run counters -a 'line=shared' -b 'line=padded'"
		if key == "o" {
			command = "linebounce run counters -a 'line=shared op=lock' -b 'line=padded op=plain'"
		}
		if key != "tab" && (!strings.Contains(m.note, command) || !strings.Contains(ansi.Strip(m.View()), command)) {
			t.Errorf("%s says %q", key, m.note)
		}
	}
	press(m, "o")
	if want := "-a 'line=shared op=plain' -b 'line=padded op=lock'"; !strings.HasSuffix(m.note, want) {
		t.Errorf("of A it says %q", m.note)
	}
}

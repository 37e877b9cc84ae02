package tui

import (
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Keys 1 and 2 change the room, the workers stop while the Lab is not to be
// seen, and what the class says in a vote is no change of rooms.
func TestRooms(t *testing.T) {
	r := rooted(t)
	if r.idle {
		t.Fatal("the workers do not run at first")
	}
	r.Update(key("2"))
	if !r.idle || !strings.Contains(r.text(), "simulated") {
		t.Errorf("in the Simulator the workers run: %v; it shows\n%s", !r.idle, r.text())
	}
	for range 3 {
		r.Update(key(" ")) // runs and pauses the Simulator, not the Lab
	}
	r.Update(key("1"))
	if r.idle || !strings.Contains(r.text(), "recorded") {
		t.Errorf("back in the Lab the workers stand: %v; it shows\n%s", r.idle, r.text())
	}
	r.Update(key("v"))
	r.Update(key("2"))
	if r.idle || !strings.Contains(r.text(), "The class says: B is faster") {
		t.Errorf("2 in a vote shows\n%s", r.text())
	}
}

// Key 3 opens the Kernel, which measures nothing by itself and asks for
// pictures only while it measures.
func TestTheKernelRoom(t *testing.T) {
	r := rooted(t)
	r.Update(key("3"))
	if !r.idle || r.moves() || !strings.Contains(r.text(), "Who receives which credentials") {
		t.Errorf("the workers run: %v, it moves: %v, and shows\n%s", !r.idle, r.moves(), r.text())
	}
	r.Update(key("f"))
	if !r.moves() || !strings.Contains(r.text(), "esc stop") {
		t.Errorf("while it profiles it moves: %v, and shows\n%s", r.moves(), r.text())
	}
	r.Update(key("2"))
	r.Update(key("3"))
	r.Update(key("f"))
	if !strings.Contains(r.text(), "still being stopped") {
		t.Errorf("leaving did not stop it:\n%s", r.text())
	}
	r.kernel.Close()
}

// The Simulator asks for pictures only while it runs and is to be seen.
func TestTheSimulatorTicksOnlyWhileItRuns(t *testing.T) {
	r := rooted(t)
	r.Update(key("2"))
	if !r.moves() {
		t.Error("it opens standing still")
	}
	for _, c := range []struct {
		stop, goOn tea.Msg
	}{{key(" "), key(" ")}, {key("?"), key("?")}, {tea.WindowSizeMsg{Width: 20, Height: 5}, tea.WindowSizeMsg{Width: 120, Height: 40}}} {
		if r.Update(c.stop); r.moves() {
			t.Errorf("after %v it asks for pictures", c.stop)
		}
		if r.Update(c.goOn); !r.moves() {
			t.Errorf("after %v it asks for none", c.goOn)
		}
	}
}

var eventNumber = regexp.MustCompile(`event ([0-9,]+) of`)

// lanes returns the number of the cursor's event, and the rows that show what
// has happened until then.
func lanes(text string) (event, rows string) {
	if m := eventNumber.FindStringSubmatch(text); m != nil {
		event = m[1]
	}
	from, to := strings.Index(text, "a cell"), strings.Index(text, "\n  0 ─")
	if to < 0 {
		to = strings.Index(text, "\n 0 ─")
	}
	if from < 0 || to < from {
		return event, ""
	}
	return event, text[from:to]
}

// awaitStep returns the lanes once the cursor stands at another event.
func (x *terminal) awaitStep(from string) (event, rows string) {
	x.t.Helper()
	for {
		text := x.await("event ")
		if event, rows = lanes(text); event != from && rows != "" {
			return event, rows
		}
		select {
		case <-x.news:
		case err := <-x.ended:
			x.t.Fatalf("the program ended with %v", err)
		}
	}
}

func TestRoomsOnTheRealScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		x := open(t, t.Context(), options(nil), size[0], size[1])
		x.await("recorded", "q quit")
		x.press("2")
		checkBorders(t, x.await("simulated", "struct pid", "CPU 7 ", "space pause", "q quit"))
		x.awaitStep("0") // once it has run to where it opens
		x.press(" ")
		event, rows := lanes(x.await("space run"))
		events, shown := []string{event}, []string{rows}
		for range 4 {
			x.press("\x1b[C")
			event, rows = x.awaitStep(event)
			events, shown = append(events, event), append(shown, rows)
		}
		for i := len(events) - 2; i >= 0; i-- {
			x.press("\x1b[D")
			event, rows = x.awaitStep(event)
			if event != events[i] || rows != shown[i] {
				t.Fatalf("%v: stepping back shows event %s\n%s\nwant event %s\n%s", size, event, rows, events[i], shown[i])
			}
		}
		x.press("3")
		if text := x.await("published", "Who receives which credentials", "so small", "q quit"); size[0] > 80 {
			checkBorders(t, text)
		}
		x.press("1")
		checkBorders(t, x.await("recorded", "counters", "q quit"))
		x.press("2b")
		x.await("Protocol X has a fault", "one writer or many readers")
		x.press("?")
		x.await("What a line is")
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
	}
}

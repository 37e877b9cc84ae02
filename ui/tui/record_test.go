package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/breakdown"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/widgets"
)

// measuring are options of a screen whose readings count as measured, one every
// two milliseconds. fail is called before each.
func measuring(t *testing.T, fail func(n int)) Options {
	t.Helper()
	windows := time.NewTicker(2 * time.Millisecond)
	t.Cleanup(windows.Stop)
	o := options(fail)
	o.Recording, o.Why, o.line = nil, "", madeLine(func() {})
	o.played = func(e catalog.Experiment) probes.Source { return played{e: e, fail: fail, gate: windows.C} }
	return o
}

// only returns the one file with an ending in the current folder.
func only(t *testing.T, ending string) string {
	t.Helper()
	found, err := filepath.Glob("linebounce-*" + ending)
	if err != nil || len(found) != 1 {
		t.Fatalf("there are %q, %v", found, err)
	}
	return found[0]
}

// What is measured between two keys comes out of the file with the figures that
// it had.
func TestAKeyRecords(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		t.Chdir(t.TempDir())
		x := open(t, t.Context(), measuring(t, nil), size[0], size[1])
		x.await("● measured", "q quit")
		x.press("K")
		checkBorders(t, x.await("recording 0:0", "goes into", ".jsonl.gz. K ends it."))
		x.press("4")
		x.await("4 Scope", "recording 0:0", "1,999 exactly", "burst 3, ")
		x.press("m")
		x.await("43.0 to 43.5")
		x.press("1")
		x.await("B is 3.9 times as fast", "recording 0:0")
		x.press("K")
		text := x.await("Recorded for 0:0", "linebounce replay linebounce-", "jsonl.gz shows", "K record")
		checkBorders(t, text)
		if strings.Contains(strings.SplitN(text, "\n", 2)[0], "recording") {
			t.Errorf("the mark is still there:\n%s", text)
		}
		x.press("q")
		if err := x.end(); err != nil || len(x.files) > 0 {
			t.Errorf("it ends with %v and %q", err, x.files)
		}
		r, err := recorded.Open(only(t, ".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		if !r.Whole || len(r.Warnings) > 0 || r.Source("counters") == nil || r.Bursts() < 2 || len(r.Maps()) != 1 {
			t.Fatalf("whole %v, warnings %q, it has %v, %d bursts and %d maps", r.Whole, r.Warnings, r.Experiments(), r.Bursts(), len(r.Maps()))
		}
		x = open(t, t.Context(), Options{Machine: r.Machine, Recording: r, Why: "this is a test", Version: "test"}, size[0], size[1])
		x.await("B is 3.9 times as fast", "▷ recorded "+r.Made.Format(time.DateOnly))
		x.press("4")
		x.await("1,999 exactly", "▷ recorded")
		x.press("m")
		x.await("43.0 to 43.5")
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
	}
}

// However the program ends, the file is whole, and the terminal says where it is.
func TestEveryEndClosesTheRecording(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(x *terminal, hang context.CancelCauseFunc, broken *atomic.Bool)
		want string
	}{
		{"q", func(x *terminal, _ context.CancelCauseFunc, _ *atomic.Bool) { x.press("q") }, ""},
		{"Ctrl-C", func(x *terminal, _ context.CancelCauseFunc, _ *atomic.Bool) { x.press("\x03") }, ErrInterrupted.Error()},
		{"a signal", func(_ *terminal, hang context.CancelCauseFunc, _ *atomic.Bool) { hang(errors.New("terminated")) }, "terminated"},
		{"a fault of a probe", func(_ *terminal, _ context.CancelCauseFunc, broken *atomic.Bool) { broken.Store(true) }, "a fault"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			ctx, hang := context.WithCancelCause(t.Context())
			defer hang(nil)
			var broken atomic.Bool
			x := open(t, ctx, measuring(t, func(int) {
				if broken.Load() {
					panic("a fault")
				}
			}), 80, 24)
			x.await("● measured", "q quit")
			x.press("K")
			x.await("recording 0:0")
			c.end(x, hang, &broken)
			if err := x.end(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("it ends with %v", err)
			}
			name := only(t, ".jsonl.gz")
			if r, err := recorded.Open(name); err != nil || !r.Whole {
				t.Errorf("the recording: %+v, %v", r, err)
			}
			if len(x.files) != 1 || !strings.Contains(x.files[0], "linebounce replay "+name) {
				t.Errorf("it says %q", x.files)
			}
		})
	}
}

// A fault in Update leaves a whole file too.
func TestAPanicClosesTheRecording(t *testing.T) {
	t.Chdir(t.TempDir())
	o := measuring(t, nil)
	o.line.Machine = nil // is called in a command when the Scope opens
	x := open(t, t.Context(), o, 80, 24)
	x.await("● measured", "q quit")
	x.press("K")
	x.await("recording 0:0")
	x.press("4")
	err := x.end()
	if _, broke := errors.AsType[*breakdown.Breakdown](err); !broke {
		t.Errorf("it ends with %v", err)
	}
	if r, err := recorded.Open(only(t, ".jsonl.gz")); err != nil || !r.Whole {
		t.Errorf("the recording: %+v, %v", r, err)
	}
}

// Where no file can be made the room says so, and everything goes on.
func TestNoRecordingWhereNothingCanBeWritten(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Skip("this system keeps a folder that somebody is in")
	}
	x := open(t, t.Context(), measuring(t, nil), 120, 40)
	x.await("● measured", "q quit")
	x.press("K")
	x.await("K: no file can be made in")
	x.press("S")
	x.await("S: no file can be made in")
	x.press("2")
	x.await("simulated")
	x.press("K")
	if text := x.await("K: no file can be made in"); strings.Contains(text, "recording 0") {
		t.Errorf("it shows\n%s", text)
	}
	x.press("q")
	if err := x.end(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
}

// What is shown of a recording cannot be recorded.
func TestARecordingIsNotRecorded(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rooted(t)
	_, cmd := r.Update(key("K"))
	if cmd != nil || !strings.Contains(r.text(), "K: what is shown here is a recording already.") {
		t.Errorf("K shows\n%s", r.text())
	}
	if found, _ := filepath.Glob("*"); len(found) > 0 {
		t.Errorf("it made %q", found)
	}
}

// rootMeasuring is a root that could record.
func rootMeasuring(t *testing.T) *root {
	t.Helper()
	r := rooted(t)
	r.record.keeper = keeping.New(recorded.Header{Machine: machine()}, func(any) {})
	return r
}

// In every room, and on the page that explains them, stands how long readings
// have been kept.
func TestTheMarkStandsInEveryRoom(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		r := rootMeasuring(t)
		r.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		began := time.Now()
		r.record.phase, r.record.since = kept, began
		r.Update(pulse{began.Add(3_723 * time.Second)})
		for room := range widgets.Lessons + 1 {
			r.Update(key(widgets.RoomKey(room)))
			first, _, _ := strings.Cut(r.text(), "\n")
			if name := strings.TrimSpace(widgets.Chip(room).Text)[:5]; !strings.Contains(first, " recording 1:02:03 ") || !strings.Contains(first, name) || len([]rune(first)) > size[0] {
				t.Errorf("%v: the first row of room %d is %q", size, room, first)
			}
		}
		r.Update(key("?"))
		if !strings.Contains(r.text(), "recording 1:02:03") {
			t.Errorf("%v: the help shows\n%s", size, r.text())
		}
		r.Update(key("K"))
		r.Update(keeping.Ended{Path: "linebounce-1.jsonl.gz", In: "~"})
		if text := strings.Join(strings.Fields(r.text()), " "); !strings.Contains(text, "Recorded for 0:00. linebounce replay linebounce-1.jsonl.gz") || strings.Contains(text, "recording 1:02") {
			t.Errorf("%v: at the end the help shows\n%s", size, r.text())
		}
		r.lessons.Close()
		r.kernel.Close()
	}
}

// Where every CPU is taken a picture between two windows is the pump's to ask
// for, and the time on the mark waits for it.
func TestTheMarkWaitsForThePump(t *testing.T) {
	r := rootMeasuring(t)
	r.paced = true
	began := time.Now()
	r.record.phase, r.record.since = kept, began
	shows := func(words string) bool { return strings.Contains(ansi.Strip(r.View().Content), words) }
	if cmd := r.beats(began.Add(5 * time.Second)); cmd == nil || shows("recording 0") {
		t.Errorf("a pulse draws a picture, or is the last: %v", cmd)
	}
	if r.Update(frame{began.Add(6 * time.Second)}); !shows("recording 0:06") {
		t.Error("a picture does not bring the time")
	}
	r.Update(key(" "))
	if r.beats(began.Add(7 * time.Second)); !shows("recording 0:07") {
		t.Error("while no worker runs a pulse does not bring the time")
	}
	r.Update(keeping.Ended{})
	if cmd := r.beats(began.Add(8 * time.Second)); cmd != nil || shows("recording 0") {
		t.Error("behind the end the pulses go on")
	}
}

// While a file begins or ends, a key begins nothing else.
func TestKeysWhileAFileBegins(t *testing.T) {
	r := rootMeasuring(t)
	t.Chdir(t.TempDir())
	_, begin := r.Update(key("K"))
	if _, cmd := r.Update(key("K")); cmd != nil || !strings.Contains(r.text(), "still being made") {
		t.Errorf("K twice shows\n%s", r.text())
	}
	r.until(t, begin, "recording 0:00")
	_, end := r.Update(key("K"))
	if _, cmd := r.Update(key("K")); cmd != nil || !strings.Contains(r.text(), "still being written") {
		t.Errorf("K twice at the end shows\n%s", r.text())
	}
	r.until(t, end, "Recorded for 0:00")
}

// A question of the lessons is no longer asked once something else is told in
// its place.
func TestANoteTakesAQuestionBack(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	r := rooted(t)
	_, cmd := r.Update(key("5"))
	r.until(t, cmd, "Enter opens lesson 1")
	r.Update(key("R"))
	if !strings.Contains(r.text(), "Reset all lessons and tests?") {
		t.Fatalf("R shows\n%s", r.text())
	}
	r.Update(key("K"))
	r.Update(key("y"))
	if strings.Contains(r.text(), "are reset") {
		t.Errorf("y resets what was no longer asked:\n%s", r.text())
	}
	r.lessons.Close()
}

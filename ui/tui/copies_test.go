package tui

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/companion"
	"linebounce/probes/disturbance"
	"linebounce/ui/tui/lab"
)

// Other copies hear of this one while it measures, and only then.
func TestCopiesHearWhenThisOneMeasures(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	r := rooted(t)
	r.copies = companion.New("the screen", nil)
	if r.Update(key("e")); len(companion.All()) == 0 {
		t.Skip("no copy can be seen on this system")
	}
	defer r.copies.Set(false)
	for _, step := range []struct {
		msg      tea.Msg
		measures bool
	}{
		{key(" "), false}, {key(" "), true}, // paused
		{key("2"), false}, {key("3"), true}, {key("4"), true}, // the Simulator, the Kernel, the Scope
		{key("?"), false}, {key("?"), true}, {key("1"), true},
		{tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl}, false}, {tea.ResumeMsg{}, true},
	} {
		r.Update(step.msg)
		if got := companion.All(); len(got) > 0 != step.measures {
			t.Errorf("after %v in room %d: %v measure, want this copy there %t", step.msg, r.room, got, step.measures)
		}
	}
}

// The Lab names another copy for as long as it measures.
func TestTheLabNamesAnotherCopy(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	own, other := companion.New("the screen", []int{0, 1}), companion.New("run sockets", []int{1})
	own.Set(true)
	defer own.Set(false)
	if len(companion.All()) == 0 {
		t.Skip("no copy can be seen on this system")
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, ended := make(chan string, 10), make(chan struct{})
	still := disturbance.Senses{Root: fstest.MapFS{}, Clocks: func() disturbance.Clocks { return disturbance.Clocks{} },
		Allowed: func() ([]int, error) { return nil, nil }}
	go func() {
		defer close(ended)
		watching(ctx, still, nil, own, func(msg any) { told <- msg.(lab.Disturbed).Text })
	}()
	hear := func(want func(string) bool) {
		t.Helper()
		select {
		case text := <-told:
			if !want(text) {
				t.Errorf("told %q", text)
			}
		case <-time.After(time.Minute):
			t.Fatal("nothing is told")
		}
	}
	other.Set(true)
	hear(func(text string) bool {
		return strings.Contains(text, "run sockets, CPU 1) measures at the same time: figures are lower")
	})
	third := companion.New("the screen", []int{0, 1})
	third.Set(true)
	hear(func(text string) bool { // of both in one sentence
		return strings.HasPrefix(text, "2 other copies of linebounce (pids ") && strings.Count(text, "figures are lower") == 1
	})
	third.Set(false)
	hear(func(text string) bool { return strings.HasPrefix(text, "Another linebounce") })
	other.Set(false)
	hear(func(text string) bool { return text == "" })
	cancel()
	<-ended
}

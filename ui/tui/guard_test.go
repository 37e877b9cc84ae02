package tui

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linebounce/lessons"
	"linebounce/probes/breakdown"
)

// Whatever breaks down, the terminal is as it was and a session's cast is whole.
func TestABreakdownEndsTheScreen(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   func(o *Options)
		press string
		where string // in the stack
	}{
		{"a message", func(o *Options) { o.built = func(r *root) { r.simulator = nil } }, "", "tui.guarded.Update"},
		{"a picture", func(o *Options) { o.built = func(r *root) { r.helping, r.help = true, nil } }, "", "tui.guarded.View"},
		{"a command", func(o *Options) { o.Lessons = func() lessons.Course { panic("a fault") } }, "5", "ui/tui/guard.go"},
		{"the pump", func(o *Options) { *o = options(func(n int) { panicAt(n, 30) }) }, "", "live.(*Pump)"},
		{"a goroutine", func(o *Options) {
			o.built = func(*root) {
				go func() {
					defer breakdown.Catch()
					panicAt(1, 1)
				}()
			}
		}, "", "tui.panicAt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(nil)
			c.set(&o)
			o.Cast = filepath.Join(t.TempDir(), "session.cast")
			x := open(t, t.Context(), o, 80, 24)
			if c.press != "" {
				x.await("counters")
				x.press(c.press)
			}
			err := x.end()
			b, is := errors.AsType[*breakdown.Breakdown](err)
			if !is {
				t.Fatalf("it ends with %v", err)
			}
			if !strings.Contains(string(b.Stack), c.where) || !strings.Contains(b.Doing, "80 x 24 cells") {
				t.Errorf("doing %q, the stack without %s:\n%s", b.Doing, c.where, b.Stack)
			}
			text, err := os.ReadFile(o.Cast)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n") {
				if !json.Valid([]byte(line)) {
					t.Errorf("line %d of the session's cast is no JSON: %q", i+1, line)
				}
			}
		})
	}
}

func panicAt(n, at int) {
	if n == at {
		panic("a fault")
	}
}

package notes

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"linebounce/lessons"
)

var later = state.Since.Add(187 * time.Second)

// shown is what a terminal shows after it was sent some text.
func shown(width, height int, texts ...string) []string {
	terminal := vt.NewEmulator(width, height)
	for _, text := range texts {
		_, _ = terminal.WriteString(text)
	}
	lines := strings.Split(terminal.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func TestAPage(t *testing.T) {
	got := strings.Join(shown(40, 10, frame(page(state, "", later, 40, 10), 40, 10)), "\n")
	want := "Two CPUs, one counter               3:07\n" +
		"Step 2 of 4: A second CPU joins in\n" +
		"The question is open.\n" +
		"\n" +
		"Let them vote first.\n" +
		"\n\n\n\n" +
		"Next: And now with padding"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAPageIsDrawnOverTheOneBefore(t *testing.T) {
	long, brief := state, State{Lesson: "Brief", Step: 1, Steps: 1, Title: "One"}
	long.Notes = []lessons.Block{{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: strings.Repeat("word ", 60)}}}}
	draw := func(s State) string { return frame(page(s, "", later, 40, 12), 40, 12) }
	if got := strings.Join(shown(40, 12, draw(long), draw(brief)), "\n"); strings.Contains(got, "word") || !strings.HasPrefix(got, "Brief\nStep 1 of 1: One\n\nThis step has no notes.\n") {
		t.Errorf("%s", got)
	}
}

func TestAPageFits(t *testing.T) {
	long := state
	long.Lesson = strings.Repeat("A long title ", 5)
	long.Notes = nil
	for range 40 {
		long.Notes = append(long.Notes, lessons.Block{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: strings.Repeat("word ", 12)}}})
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 12}, {24, 14}} {
		lines := page(long, "2 programs present.", later, size[0], size[1])
		if len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if n := ansi.StringWidth(line); n > size[0] {
				t.Errorf("%v: %d cells in %q", size, n, line)
			}
		}
		text := strings.Join(lines, "\n")
		for _, want := range []string{"3:07", "lines more)", "Next:", "programs present."} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: %q is not on the page\n%s", size, want, text)
			}
		}
	}
}

func TestTheClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", 59 * time.Second: "0:59", 187 * time.Second: "3:07", time.Hour + 187*time.Second: "1:03:07", -time.Minute: "0:00",
	} {
		if got := clock(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}

func TestATerminalGetsAPage(t *testing.T) {
	s, dir := served(t)
	s.Tell(state)
	out, _, _ := followed(t, func() (int, int) { return 40, 10 }, dir)
	out.awaits(t, "Let them vote first."+plain)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	out.awaits(t, leave+"The program that presented, process ")
}

func TestFollow(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", short(t))
	t.Setenv("XDG_STATE_HOME", short(t))
	s, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	s.Tell(state)
	out, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for s.Followers() == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = s.Close()
	}()
	if err := Follow(t.Context(), out, func() (int, int) { return 80, 24 }); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil || !strings.HasPrefix(string(text), enter) || !strings.Contains(string(text), leave) || !strings.HasSuffix(string(text), "has ended.\n") {
		t.Errorf("%q %v", text, err)
	}
}

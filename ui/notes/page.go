package notes

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/ui/prose"
)

// printed is the width of lines that go elsewhere than to a terminal.
const printed = 80

// listing is a state for a file or a pipe.
func listing(s State, now time.Time) string {
	lines := []string{fmt.Sprintf("--- %s, %s%s", prose.Clean(s.Lesson), where(s), running(s, now, ", after "))}
	if s.Asks {
		lines = append(lines, question(s))
	}
	lines = append(lines, prose.Lines(s.Notes, printed)...)
	lines = append(lines, following(s), "", "")
	return strings.Join(lines, "\n")
}

// where says which step it is.
func where(s State) string {
	return fmt.Sprintf("step %d of %d: %s", s.Step, s.Steps, prose.Clean(s.Title))
}

func question(s State) string {
	if s.Answered {
		return "The question is answered."
	}
	return "The question is open."
}

func following(s State) string {
	if s.Next == "" {
		return "This is the last step."
	}
	return "Next: " + prose.Clean(s.Next)
}

// running says how long the lesson runs, "" where it does not.
func running(s State, now time.Time, before string) string {
	if s.Since.IsZero() {
		return ""
	}
	return before + clock(now.Sub(s.Since))
}

// clock writes a time as 3:07 or 1:03:07.
func clock(d time.Duration) string {
	seconds := int(max(d, 0) / time.Second)
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// page is a state on a terminal of that many columns and rows, with what there is
// to say about the connection.
func page(s State, said string, now time.Time, width, height int) []string {
	head := title(s, now, width)
	about := where(s)
	head = append(head, prose.Wrap(strings.ToUpper(about[:1])+about[1:], width)...)
	if s.Asks {
		head = append(head, question(s))
	}
	foot := append([]string{""}, prose.Wrap(following(s), width)...)
	foot = append(foot, prose.Wrap(said, width)...)
	body := prose.Lines(s.Notes, width)
	if len(body) == 0 {
		body = []string{"This step has no notes."}
	}
	room := max(height-len(head)-1-len(foot), 1)
	if len(body) > room {
		body = append(body[:room-1], fmt.Sprintf("(%d lines more)", len(body)-room+1))
	}
	lines := append(append(head, ""), body...)
	for len(lines)+len(foot) < height {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

// title is the lesson with the time that it runs at the right.
func title(s State, now time.Time, width int) []string {
	time := running(s, now, "")
	lines := prose.Wrap(s.Lesson, width-len(time)-2)
	if len(lines) == 0 {
		lines = []string{""}
	}
	gap := width - ansi.StringWidth(lines[0]) - len(time)
	lines[0] = bold + lines[0] + plain + strings.Repeat(" ", max(gap, 1)) + time
	return lines
}

// What a page needs of a terminal.
const (
	bold  = "\x1b[1m"
	plain = "\x1b[m"
	enter = "\x1b[?1049h" // a screen of its own, so that what was there comes back
	leave = "\x1b[?1049l"
	home  = "\x1b[H"
	rest  = "\x1b[K" // of a line is cleared
	below = "\x1b[J"
)

// frame is a page as it is written, drawn over the one before. A full line is not
// cleared behind its last character, for the cursor still stands on that.
func frame(lines []string, width, height int) string {
	var b strings.Builder
	b.WriteString(home)
	lines = lines[:min(len(lines), height)]
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		line = ansi.Truncate(line, width, "")
		b.WriteString(line + plain)
		if ansi.StringWidth(line) < width {
			b.WriteString(rest)
		}
	}
	if len(lines) < height {
		b.WriteString("\r\n" + below)
	}
	return b.String()
}

package lessons

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"linebounce/lessons"
	"linebounce/ui/tui/theme"
)

// Every lesson of the course that the program brings is taken from its first
// step to its end, and all of its words are to be seen.
func TestTheCourseCanBeTaken(t *testing.T) {
	c := lessons.Embedded()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, l := range c.Lessons {
			if l.Kind == lessons.Test {
				continue
			}
			o := made(t)
			o.Course = func() lessons.Course { return lessons.Course{Lessons: []lessons.Lesson{l}} }
			o.Why = "two workers need 2 CPUs" // so that no figures of a Lab are to be made up
			x := opened(t, o, size[0], size[1], "enter")
			for i, s := range l.Steps {
				seen := x.wholePage()
				if s.Question != nil {
					x.answer()
					seen += " " + x.wholePage()
				}
				for _, want := range append(said(s.Prose), said(s.Explanation)...) {
					if !strings.Contains(seen, want) {
						t.Errorf("%s, step %d at %v: %q is nowhere:\n%s", l.ID, i+1, size, want, x.text())
					}
				}
				x.press("n")
			}
			if l.Kind == lessons.Teaching {
				x.shows("This lesson is finished.")
			}
		}
	}
}

// answer answers the open question somehow.
func (x *tester) answer() {
	switch q := x.play.step().Question; q.Kind {
	case lessons.Number:
		x.press("2", "enter")
	case lessons.Order:
		for i := range q.Options {
			x.press(fmt.Sprint(i + 1))
		}
		x.press("enter")
	default:
		x.press("1")
	}
}

// wholePage is everything that scrolling shows, as words.
func (x *tester) wholePage() string {
	x.t.Helper()
	seen := ""
	for range 30 {
		x.press("pgup")
	}
	for range 300 {
		_ = x.View()
		seen += strings.Join(strings.Fields(strings.ReplaceAll(ansi.Strip(x.canvas.String()), "│ ", "")), " ") + " "
		if lost := x.canvas.Lost(); len(lost) > 0 {
			x.t.Errorf("%q fell off:\n%s", strings.Join(lost, ""), x.text())
		}
		if x.below <= 0 {
			break
		}
		x.scroll++ // row by row, so that no sentence is parted
		x.stale = true
	}
	return seen
}

// said are the first words of each block, without tables and code.
func said(blocks []lessons.Block) []string {
	var list []string
	for _, b := range blocks {
		if b.Kind == lessons.Row || b.Kind == lessons.Code {
			continue
		}
		var text strings.Builder
		for _, s := range b.Spans {
			text.WriteString(s.Text)
		}
		words := strings.Fields(text.String())
		list = append(list, strings.Join(words[:min(len(words), 6)], " "))
	}
	return list
}

// Text in other scripts takes the cells that it takes, and nothing is parted
// within a character.
func TestOtherScripts(t *testing.T) {
	blocks := []lessons.Block{
		{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: "缓存行在处理器之间来回弹跳，每次写入都要先取得它。 e\u0301 ok"}}},
		{Kind: lessons.Item, Label: "-", Spans: []lessons.Span{{Text: "缓存行在处理器之间来回弹跳"}}},
		{Kind: lessons.Code, Spans: []lessons.Span{{Text: "计数器计数器计数器计数器计数器++ // a long line of code"}}},
		{Kind: lessons.Row, Spans: []lessons.Span{{Text: "一"}, {Style: lessons.Cell}, {Text: "padding 缓存行在处理器之间来回弹跳"}, {Style: lessons.Cell}}},
	}
	x := opened(t, made(t), 80, 24)
	for _, width := range []int{11, 20, 37} {
		all := ""
		for _, r := range prose(x.theme.Glyphs, blocks, width) {
			text := ""
			for _, s := range r {
				text += s.Text
			}
			if n := ansi.StringWidth(text); n > width || n != length(r) {
				t.Errorf("width %d: %q takes %d cells, counted as %d", width, text, n, length(r))
			}
			x.canvas.Clear()
			r.Draw(x.canvas, 0, 0)
			if drawn := ansi.Strip(strings.Split(x.canvas.String(), "\n")[0]); strings.TrimRight(drawn, " ") != strings.TrimRight(text, " ") {
				t.Errorf("width %d: %q is drawn as %q", width, text, drawn)
			}
			all += strings.Trim(text, "- ")
		}
		if !strings.Contains(all, "缓存行在处理器之间来回弹跳，每次写入都要先取得它。") {
			t.Errorf("width %d: characters are lost: %s", width, all)
		}
	}
	if rows := text(x.theme.Glyphs, theme.Plain, 1, "缓"); len(rows) != 1 {
		t.Errorf("a character that has no room makes %d rows", len(rows))
	}
}

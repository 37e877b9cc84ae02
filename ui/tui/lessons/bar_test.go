package lessons

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"linebounce/lessons"
	"linebounce/ui/tui/theme"
)

// What is chosen stands out as one bar, without holes between its words and
// columns, in a title of one row and of several.
func TestTheChosenTitleIsOneBar(t *testing.T) {
	for _, title := range []string{"Two words", "A title of so many words that it is broken into rows where the columns begin, and once more"} {
		e := entry{number: 1, lesson: lessons.Lesson{Title: title, Minutes: 12}}
		m := opened(t, made(t), 80, 24)
		rows := m.entryRows(m.chosen, e, 80)
		for _, r := range rows {
			if n := length(r); n != 80 {
				t.Errorf("%s: a row has %d cells of 80", title, n)
			}
			for _, s := range r {
				if s.Style != theme.Title {
					t.Errorf("%s: %q stands out by style %v, want %v", title, s.Text, s.Style, theme.Title)
				}
			}
		}
	}
}

// A blank has the style of the words around it where that is one.
func TestBlanksBetweenWordsOfOneStyle(t *testing.T) {
	for _, r := range wrap(letters(theme.New(colorprofile.TrueColor, true, false).Glyphs, []lessons.Span{{Text: "one two "}, {Text: "three four", Style: lessons.Strong}}, theme.Title), 40) {
		if len(r) != 3 || r[0].Text != "one two" || r[1].Text != " " || r[1].Style != theme.Plain || r[2].Text != "three four" {
			t.Errorf("the spans are %v", r)
		}
	}
}

// A large terminal says of each lesson what it asks first, and the list is not wider
// than the eye follows.
func TestTheListOfALargeTerminalSaysWhatIsAsked(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {300, 100}} {
		m := opened(t, made(t), size[0], size[1])
		said := strings.Join(strings.Fields(m.text()), " ")
		for _, e := range m.entries {
			if q := firstQuestion(e); !strings.Contains(said, q) {
				t.Errorf("at %v the list does not say %q:\n%s", size, q, m.text())
			}
		}
		for row := range strings.SplitSeq(m.text(), "\n") {
			if strings.Contains(row, " min ") && len([]rune(strings.TrimSpace(row))) > listed {
				t.Errorf("at %v a row is %d cells long", size, len([]rune(row)))
			}
		}
	}
}

package prose

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"linebounce/lessons"
)

func words(text string) []lessons.Span { return []lessons.Span{{Text: text}} }

func cells(texts ...string) []lessons.Span {
	var spans []lessons.Span
	for _, t := range texts {
		spans = append(spans, lessons.Span{Text: t}, lessons.Span{Style: lessons.Cell})
	}
	return spans
}

var blocks = []lessons.Block{
	{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: "A line is "}, {Text: "64 bytes", Style: lessons.Strong}, {Text: " long, says "}, {Text: "getconf -a", Style: lessons.Mono}, {Text: "."}}},
	{Kind: lessons.Item, Label: "-", Spans: words("the first item, which is longer than a line")},
	{Kind: lessons.Item, Label: "", Spans: words("its second paragraph")},
	{Kind: lessons.Item, Label: "1.", Depth: 1, Spans: words("below it")},
	{Kind: lessons.Code, Spans: words("for {\n\tcount++ // as long as it likes, for it may be copied\n}")},
	{Kind: lessons.Quote, Spans: words("somebody said so")},
	{Kind: lessons.Row, Spans: cells("CPU", "rate")},
	{Kind: lessons.Row, Spans: cells("0", "152 M")},
}

func TestLines(t *testing.T) {
	got := strings.Join(Lines(blocks, 30), "\n")
	want := "A line is 64 bytes long, says\n`getconf -a`.\n\n" +
		"- the first item, which is\n  longer than a line\n  its second paragraph\n  1. below it\n\n" +
		"    for {\n     count++ // as long as it likes, for it may be copied\n    }\n\n" +
		"> somebody said so\n\n" +
		"CPU  rate\n0    152 M"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNothingButCodeIsWiderThanAsked(t *testing.T) {
	wide := slices.Clone(blocks)
	wide = append(wide, lessons.Block{Kind: lessons.Row, Spans: cells("a cell with many words in it", "and another one that has even more of them", "x")},
		lessons.Block{Kind: lessons.Paragraph, Spans: words(strings.Repeat("字", 100) + " " + strings.Repeat("w", 100))})
	for _, width := range []int{20, 33, 80} {
		for i, line := range Lines(wide, width) {
			if !strings.HasPrefix(line, "    ") && ansi.StringWidth(line) > width {
				t.Errorf("width %d: line %d has %d cells: %q", width, i, ansi.StringWidth(line), line)
			}
		}
	}
}

func TestWrapBreaksNoFlag(t *testing.T) {
	got := Wrap("linebounce run --reduce-motion", 22)
	if want := []string{"linebounce run", "--reduce-motion"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNothingMovesTheCursor(t *testing.T) {
	for _, line := range Lines([]lessons.Block{
		{Kind: lessons.Paragraph, Spans: words("a\x1b[2Jb\rc")},
		{Kind: lessons.Code, Spans: words("a\x1b[2Jb\rc\x07")},
		{Kind: lessons.Row, Spans: cells("a\x1b[2Jb\u009b2J")},
		{Kind: lessons.Item, Label: "\x1b[2J", Spans: words("x")},
	}, 40) {
		if strings.ContainsAny(line, "\x1b\r\x07\u009b") {
			t.Errorf("%q", line)
		}
	}
}

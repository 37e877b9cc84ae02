package lessons

import (
	"fmt"
	"strings"
	"testing"
)

// blocksOf reads a page of prose.
func blocksOf(t *testing.T, text string) []Block {
	t.Helper()
	l, faults := Parse("x.md", []byte(front+"## One\n"+text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return l.Steps[0].Prose
}

// drawn is blocks on a line each: kind, depth, label and spans with their styles.
func drawn(blocks []Block) string {
	var lines []string
	for _, b := range blocks {
		line := fmt.Sprintf("%s %d %q", b.Kind, b.Depth, b.Label)
		for _, s := range b.Spans {
			line += fmt.Sprintf(" %s%q", s.Style, s.Text)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"One\nparagraph\\\nof three lines.\n\nAnd another.": `paragraph 0 "" "One paragraph of three lines."` + "\n" + `paragraph 0 "" "And another."`,
		"a *b* **c** ***d*** `e *f*` **g `h`**":             `paragraph 0 "" "a " emph"b" " " strong"c" " " strong"d" " " mono"e *f*" " " strong"g " mono"h"`,
		"<https://a.b> [c](https://d.e) [](https://f.g)":    `paragraph 0 "" link"https://a.b" " c (" link"https://d.e" ") " link"https://f.g"`,
		"[c] here\n\n[c]: https://d.e":                      `paragraph 0 "" "c (" link"https://d.e" ") here"`,
		`2 \* 3 &lt; 7 \&lt; &#x2265; &nothing; a\b`:        `paragraph 0 "" "2 * 3 < 7 &lt; ≥ &nothing; a\\b"`,
		"`a\nb`": `paragraph 0 "" mono"a b"`,
		"- a\n- b\n\n  c\n\n  1. d\n  2. e\n- f\n": `item 0 "-" "a"` + "\n" + `item 0 "-" "b"` + "\n" + `item 0 "" "c"` + "\n" +
			`item 1 "1." "d"` + "\n" + `item 1 "2." "e"` + "\n" + `item 0 "-" "f"`,
		"3. a\n4. b\n":                             `item 0 "3." "a"` + "\n" + `item 0 "4." "b"`,
		"> a\n> b\n>\n> c\n":                       `quote 0 "" "a b"` + "\n" + `quote 0 "" "c"`,
		"```go\n  if x {\n    y()  \n\n  }\n```":   `code 0 "" "  if x {\n    y()\n\n  }"`,
		"````\n```lab\n```\n````":                  `code 0 "" "` + "```lab" + `\n` + "```" + `"`,
		"x\n\n    indented":                        `paragraph 0 "" "x"` + "\n" + `code 0 "" "indented"`,
		"| a | `b` |\n|---|:-:|\n| c | *d* e |\n":  `row 0 "" strong"a" cell"" mono"b" cell""` + "\n" + `row 0 "" "c" cell"" emph"d" " e" cell""`,
		"#### Within\nx":                           `heading 0 "" "Within"` + "\n" + `paragraph 0 "" "x"`,
		"a <!-- for the author --> b":              `paragraph 0 "" "a  b"`,
		"a\n\n<!-- for\n\n## the author\n-->\n\nb": `paragraph 0 "" "a"` + "\n" + `paragraph 0 "" "b"`,
		"<!-- x -->\n\nb":                          `paragraph 0 "" "b"`,
	} {
		if got := drawn(blocksOf(t, text)); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestTextOfBlocks(t *testing.T) {
	var got []string
	for _, b := range blocksOf(t, "a **b** `c`\n\n- d\n\n|e|f|\n|-|-|\n|g||\n\n```\n  h\n    i\n```\n") {
		got = append(got, b.Text())
	}
	if want := []string{"a b c", "d", "e | f", "g | ", "  h\n    i"}; fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is not shown must not reach a terminal by another way.
func TestNoControlCharacterReachesATerminal(t *testing.T) {
	l, _ := Parse("x.md", []byte(front+"## A\x1b\nB\x9bx\u009b &#27; `\x07` <http://a&#7;>\n\n```\n\x1b[2J\n```\n"))
	for _, b := range append(l.Steps[0].Prose, Block{Spans: []Span{{Text: l.Steps[0].Title}}}) {
		if strings.ContainsAny(b.Text(), "\x1b\x07\u009b") {
			t.Errorf("%q", b.Text())
		}
	}
}

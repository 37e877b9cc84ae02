package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	mdtext "github.com/yuin/goldmark/text"
)

// gfm renders as GitHub does, and lets HTML through so that a test sees it.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM))

// rendered is the text that somebody sees of Markdown, its words apart by one
// blank.
func rendered(t *testing.T, source string) string {
	t.Helper()
	var b bytes.Buffer
	if err := gfm.Convert([]byte(source), &b); err != nil {
		t.Fatal(err)
	}
	page := strings.NewReplacer("<hr>", "", "<br>", " ").Replace(b.String())
	if strings.Contains(page, "<!-- raw HTML omitted -->") {
		t.Errorf("the text holds HTML")
	}
	shown, _ := wellFormed(t, "<html>"+page+"</html>")
	return strings.Join(strings.Fields(shown), " ")
}

func tree(written string) ast.Node { return gfm.Parser().Parse(mdtext.NewReader([]byte(written))) }

func nodes(source string) map[ast.NodeKind]int {
	counts := map[ast.NodeKind]int{}
	_ = ast.Walk(tree(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) { // it returns no error
		if entering {
			counts[n.Kind()]++
		}
		return ast.WalkContinue, nil
	})
	return counts
}

func TestMarkdownIsTablesAndBarsAndNoMore(t *testing.T) {
	source := write(t, Markdown, everything())
	got := nodes(source)
	for kind, least := range map[ast.NodeKind]int{ast.KindHeading: 12, east.KindTable: 12, ast.KindFencedCodeBlock: 14, ast.KindList: 10} {
		if got[kind] < least {
			t.Errorf("%d of %v, want %d or more", got[kind], kind, least)
		}
	}
	for _, kind := range []ast.NodeKind{ast.KindRawHTML, ast.KindHTMLBlock, ast.KindImage, ast.KindLink, ast.KindThematicBreak, ast.KindEmphasis, ast.KindBlockquote} {
		if most := map[ast.NodeKind]int{ast.KindEmphasis: findings(newPage(everything(), by))}[kind]; got[kind] > most {
			t.Errorf("%d of %v, want at most %d", got[kind], kind, most)
		}
	}
	if !strings.Contains(source, "B  ████████████████████████████████  321.6M (312.0M to 331.2M) operations/s\n") {
		t.Error("the longest bar is not as long as bars can be, with its figure beside it")
	}
}

func findings(d document) (n int) {
	for _, o := range d.Brief {
		n += len(o.Brief)
	}
	return n
}

// Every row has as many cells as its table has columns, whatever is in them.
func TestTablesKeepTheirColumns(t *testing.T) {
	for _, name := range []string{"plain", "a|b", `a\|b`, "`|`", "a | b |"} {
		source := write(t, Markdown, append(everything(), hostile(name)))
		_ = ast.Walk(tree(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			table, is := n.(*east.Table)
			if !entering || !is {
				return ast.WalkContinue, nil
			}
			for row := table.FirstChild(); row != nil; row = row.NextSibling() {
				if row.ChildCount() != len(table.Alignments) {
					t.Errorf("%q: a row of %d cells in a table of %d columns", name, row.ChildCount(), len(table.Alignments))
				}
			}
			return ast.WalkSkipChildren, nil
		})
	}
}

func TestBars(t *testing.T) {
	got := drawBars([]bar{{"A", 8, "8"}, {"long", 4.125, "4"}, {"none", 0, "0"}, {"less", -2, "-2"}})
	want := "A     ████████████████████████████████  8\n" +
		"long  ████████████████▌                 4\n" +
		"none                                    0\n" +
		"less  ▒▒▒▒▒▒▒▒                          -2\n"
	if got != want {
		t.Errorf("bars\n%s\nwant\n%s", got, want)
	}
}

// Whatever stands in a file is shown as it is, in a paragraph, in a point of a
// list, in a cell and as code.
func FuzzEscaping(f *testing.F) {
	for _, seed := range []string{
		"plain", "put_pid", "_a_ *b* **c** ~~d~~", "# e", "1. f", "12) g", "- h", "+ i", "> j", "===", "---", "a\nb", "`k`", "``l`", "[m](n)", "![o](p)", "<q>",
		"&amp;", "&#65;", "AT&T", "R & D", "s|t", `u\v`, `w\`, "https://x.example", "www.x.example", "a@b.example", "[ ] y", "~~~", "```", ":-:", "| a |", "![", "\u00a0z", "\x00", "[^1]", "5.4×", "\u2028",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		want := strings.Join(strings.Fields(strings.ToValidUTF8(strings.Map(printable, given), "?")), " ")
		if want == "" {
			t.Skip("nothing to show")
		}
		m := &mark{}
		m.paragraph("before")
		m.paragraph(escape(want))
		m.points([]string{want})
		m.line(code(want) + "\n")
		m.table(table{Caption: "caption", Head: []string{want, "b"}, Rows: [][]string{{want, want}, {"x", want}}, Code: true})
		m.paragraph("after")
		source := m.text.String()
		shown := rendered(t, source)
		if expected := strings.Join([]string{"before", want, want, want, "caption:", want, "b", want, want, "x", want, "after"}, " "); shown != expected {
			t.Errorf("%q is shown as\n%q, want\n%q", given, shown, expected)
		}
		got := nodes(source)
		for _, kind := range []ast.NodeKind{ast.KindRawHTML, ast.KindHTMLBlock, ast.KindImage, ast.KindEmphasis, ast.KindLink, ast.KindHeading} {
			if got[kind] > 0 {
				t.Errorf("%q became %v", given, kind)
			}
		}
	})
}

// printable takes out what no report is given: results hold no control
// characters.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfffe || r == 0xffff || r == 0xfeff {
		return ' '
	}
	return r
}

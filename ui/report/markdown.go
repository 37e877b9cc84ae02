package report

import (
	"fmt"
	"slices"
	"strings"
)

// markdown writes the document as GitHub's Markdown: no HTML and no pictures,
// and to be read as it stands.
func markdown(d document) string {
	m := &mark{}
	m.heading(1, d.Title)
	m.paragraph(escape(d.Whose))
	m.paragraph(escape(d.Lead))
	m.paragraph(escape(d.Holds))
	m.brief(d)
	for _, on := range d.Machines {
		m.heading(2, on.Heading())
		m.facts(on.Facts)
		m.points(on.Warnings)
		for _, s := range on.Sections {
			m.section(s)
		}
	}
	if len(d.Missing) > 0 {
		m.heading(2, "Not in these files")
		for _, missing := range d.Missing {
			m.line("- " + escape(missing.What) + " in these files: " + code(missing.Command))
		}
		m.line("")
	}
	m.heading(2, "How to read this")
	m.facts(d.Terms)
	m.heading(2, "The files")
	for _, f := range d.Files {
		m.heading(3, f.Name)
		m.facts(f.Facts)
	}
	m.made(d)
	return strings.TrimRight(m.text.String(), "\n") + "\n"
}

// mark writes Markdown. Every block ends with an empty line.
type mark struct{ text strings.Builder }

func (m *mark) line(text string)      { m.text.WriteString(text + "\n") }
func (m *mark) paragraph(text string) { m.line(text + "\n") }

func (m *mark) heading(level int, text string) {
	m.paragraph(strings.Repeat("#", level) + " " + escape(text))
}

func (m *mark) points(list []string) {
	for _, text := range list {
		m.line("- " + escape(text))
	}
	if len(list) > 0 {
		m.line("")
	}
}

func (m *mark) facts(list []fact) {
	for _, f := range list {
		m.line("- " + escape(f.Name) + ": " + escape(f.Text))
	}
	m.line("")
}

func (m *mark) brief(d document) {
	if len(d.Brief) == 0 {
		return
	}
	m.heading(2, "In short")
	for _, o := range d.Brief {
		m.heading(3, o.Heading)
		m.findings(o.Brief)
	}
	if d.More > 0 {
		m.paragraph(fmt.Sprintf("And %d more below.", d.More))
	}
}

func (m *mark) findings(list []brief) {
	for i, b := range list {
		text := fmt.Sprintf("%d. **%s**", i+1, escape(strings.TrimSuffix(b.What+": "+b.Figure, ": ")))
		for _, part := range []string{b.Asks, b.Says, b.Why} {
			if part != "" {
				text += " " + escape(part)
			}
		}
		m.line(text)
		if b.Change != "" {
			m.line("   From A to B: " + escape(b.Change) + ".")
		}
		if b.Source != "" {
			m.line("   Source: " + escape(b.Source) + ".")
		}
	}
	m.line("")
}

func (m *mark) section(s section) {
	m.heading(3, s.Title)
	for _, text := range []string{s.Asks, s.Says, s.Why} {
		if text != "" {
			m.paragraph(escape(text))
		}
	}
	m.paragraph("Source: " + escape(s.Source) + ".")
	for _, arm := range s.Scenarios {
		m.line("- " + escape(arm.Arm) + ": " + code(arm.Text))
	}
	if len(s.Scenarios) > 0 {
		m.line("")
	}
	if slices.ContainsFunc(s.Bars, func(b bar) bool { return finite(b.Value) }) {
		m.fenced(drawBars(s.Bars))
	}
	for _, t := range s.Tables {
		m.table(t)
	}
	m.points(s.Notes)
	if s.Command != "" {
		m.paragraph("To see it again:")
		m.fenced(s.Command + "\n")
	}
}

func (m *mark) made(d document) {
	text := "Made"
	if d.By.Program != "" {
		text += " by linebounce " + escape(d.By.Program)
	}
	m.paragraph(text + " from the files above.")
	if d.By.Command != "" {
		m.paragraph("To make this text again:")
		m.fenced(d.By.Command + "\n")
	}
}

// fenced writes text as it is. The fence is longer than any in it.
func (m *mark) fenced(text string) {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	m.paragraph(fence + "\n" + text + fence)
}

func (m *mark) table(t table) {
	m.paragraph(escape(t.Caption) + ":")
	row := func(cells []string) { m.line("| " + strings.Join(cells, " | ") + " |") }
	head := make([]string, len(t.Head))
	rule := make([]string, len(t.Head))
	for i, text := range t.Head {
		head[i], rule[i] = escape(text), "--:"
	}
	rule[0] = ":--"
	if t.Prose {
		rule[len(rule)-1] = ":--"
	}
	row(head)
	row(rule)
	for _, cells := range t.Rows {
		written := make([]string, len(cells))
		for i, text := range cells {
			if written[i] = escape(text); i == 0 && t.Code {
				written[i] = strings.ReplaceAll(code(text), "|", `\|`)
			}
		}
		row(written)
	}
	m.line("")
	if t.Note != "" {
		m.paragraph(escape(t.Note))
	}
}

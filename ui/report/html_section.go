package report

import (
	"fmt"
	"strings"

	"linebounce/ui/report/markup"
)

func (m machine) html() node {
	warnings := node{}
	if len(m.Warnings) > 0 {
		warnings = el("div", class("warnings"), el("p", text("To be known about these figures:")), el("ul", markup.Each(m.Warnings, item)))
	}
	return el("section", class("machine"+rail(m.Modelled)), labelled(m.ID),
		el("h2", markup.ID(m.ID), text(m.Heading())),
		facts("facts", m.Facts),
		warnings,
		markup.Each(m.Sections, section.html),
	)
}

func (s section) html() node {
	return el("section", class("result"), labelled(s.ID),
		el("h3", markup.ID(s.ID), text(s.Title)),
		paragraph("asks", s.Asks),
		answer(s.Says, s.Why),
		el("p", class("source"), words(s.Source)),
		s.scenarios(),
		s.drawing(),
		s.tables(),
		s.notes(),
		s.again(),
	)
}

func (s section) scenarios() node {
	if len(s.Scenarios) == 0 {
		return node{}
	}
	return el("dl", class("scenarios"), markup.Each(s.Scenarios, func(arm scenario) node {
		return el("div", el("dt", text(arm.Arm)), el("dd", el("code", words(arm.Text))))
	}))
}

func (s section) drawing() node {
	if s.Chart == nil {
		return node{}
	}
	return el("figure", markup.Raw(s.Chart.SVG)) // in which charts has escaped what files name
}

func (s section) tables() node {
	var all node
	for i, t := range s.Tables {
		all = markup.Join(all, t.html(fmt.Sprintf("%s-table-%d", s.ID, i+1)))
	}
	return all
}

// html is the table in a box that scrolls where the page is too narrow.
func (t table) html(id string) node {
	return markup.Join(
		el("div", class("scroll"), attr("role", "region"), labelled(id), attr("tabindex", "0"),
			el("table",
				el("caption", markup.ID(id), el("span", text(t.Caption))),
				el("thead", el("tr", markup.Each(t.Head, func(name string) node { return t.heading(name) }))),
				el("tbody", markup.Each(t.Rows, t.row)),
			),
		),
		paragraph("quiet", t.Note),
	)
}

func (t table) heading(name string) node {
	if t.Prose && name == t.Head[len(t.Head)-1] {
		return el("th", class("prose"), scope("col"), text(name))
	}
	return el("th", scope("col"), words(name))
}

func scope(of string) markup.Attribute { return attr("scope", of) }

func (t table) row(cells []string) node {
	name := markup.Join(text(cells[0]))
	if t.Code {
		name = el("code", name)
	}
	row := markup.Join(el("th", scope("row"), name))
	for i, cell := range cells[1:] {
		if t.Prose && i == len(cells)-2 {
			row = markup.Join(row, el("td", class("prose"), text(cell)))
			continue
		}
		row = markup.Join(row, el("td", text(cell)))
	}
	return el("tr", row)
}

func (s section) notes() node {
	if len(s.Notes) == 0 {
		return node{}
	}
	return el("ul", class("notes"), markup.Each(s.Notes, item))
}

func (s section) again() node {
	if s.Command == "" {
		return node{}
	}
	return markup.Join(el("p", class("again"), text("To see it again:")), command(s.Command))
}

func command(line string) node { return el("p", el("code", class("command"), words(line))) }

// paragraph is none where it has nothing to say.
func paragraph(kind, says string) node {
	if says == "" {
		return node{}
	}
	return el("p", class(kind), text(says))
}

// answer is what the figures say, and why.
func answer(says, why string) node {
	if says == "" {
		return node{}
	}
	if why != "" {
		why = " " + why
	}
	return el("p", el("strong", class("says"), text(says)), text(why))
}

func item(says string) node { return el("li", text(says)) }

func facts(kind string, list []fact) node {
	return el("dl", class(kind), markup.Each(list, func(f fact) node {
		return el("div", el("dt", text(f.Name)), el("dd", text(f.Text)))
	}))
}

// words is a text of which a browser breaks no word that is whole: it would at
// every hyphen of a flag, of a date, of a word of a scenario.
func words(of string) node {
	var all node
	for i, word := range strings.Split(of, " ") {
		if i > 0 {
			all = markup.Join(all, text(" "))
		}
		if strings.Contains(word, "-") {
			all = markup.Join(all, el("span", text(word)))
			continue
		}
		all = markup.Join(all, text(word))
	}
	return all
}

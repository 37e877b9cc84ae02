package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"linebounce/ui/report/charts"
	"linebounce/ui/report/markup"
)

//go:embed page.css
var pageStyle string

// The page is written with these.
type (
	node = markup.Node
	text = markup.Text
)

var (
	el    = markup.El
	attr  = markup.Attr
	class = markup.Class
)

// page writes the document as one page.
func page(w io.Writer, d document) error {
	_, err := io.WriteString(w, "<!DOCTYPE html>\n"+el("html", attr("lang", "en"), d.head(), d.body()).String())
	return err
}

// policy forbids a browser all that the page does not need: scripts, and asking
// for anything.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

func (d document) head() node {
	meta := func(name, content string) node {
		return markup.Void("meta", attr("name", name), attr("content", content))
	}
	return el("head",
		markup.Void("meta", attr("charset", "utf-8")),
		meta("viewport", "width=device-width, initial-scale=1"),
		meta("color-scheme", "light dark"),
		markup.Void("meta", attr("http-equiv", "Content-Security-Policy"), attr("content", policy)),
		markup.Void("link", attr("rel", "icon"), attr("href", "data:,")),
		el("title", text(d.Title+": "+d.Whose)),
		el("style", markup.Raw("\n"+charts.Style()+pageStyle)), // made by this program alone
	)
}

func (d document) body() node {
	return el("body",
		el("header",
			el("p", class("mark"), text("Linebounce report")),
			el("h1", text(d.Title)),
			el("p", class("whose"), text(d.Whose)),
			el("p", class("lead"), text(d.Lead)),
			el("p", class("quiet"), text(d.Holds)),
		),
		el("main",
			d.inShort(),
			markup.Each(d.Machines, machine.html),
			d.missing(),
			chapter("how-to-read", "How to read this", facts("terms", d.Terms)),
			chapter("files", "The files", markup.Each(d.Files, func(f file) node {
				return markup.Join(el("h3", text(f.Name)), facts("facts", f.Facts))
			})),
		),
		d.made(),
	)
}

// chapter is a part of the page under a heading.
func chapter(id, heading string, content node) node {
	return el("section", labelled(id), el("h2", markup.ID(id), text(heading)), content)
}

func labelled(by string) markup.Attribute { return attr("aria-labelledby", by) }

func (d document) inShort() node {
	if len(d.Brief) == 0 {
		return node{}
	}
	more := ""
	if d.More > 0 {
		more = fmt.Sprintf("And %d more below.", d.More)
	}
	return chapter("in-short", "In short", markup.Join(markup.Each(d.Brief, origin.html), paragraph("quiet", more)))
}

func (o origin) html() node {
	return el("div", class("origin"+rail(o.Modelled)),
		el("h3", words(o.Heading)),
		el("ol", class("brief"), markup.Each(o.Brief, brief.html)),
	)
}

// rail is the class of all that nothing ran for.
func rail(modelled bool) string {
	if modelled {
		return " modelled"
	}
	return ""
}

func (b brief) html() node {
	var below []string
	if b.Change != "" {
		below = append(below, "From A to B: "+b.Change)
	}
	if b.Source != "" {
		below = append(below, b.Source)
	}
	quiet := node{}
	if below != nil {
		quiet = el("p", class("quiet"), words(strings.Join(below, " · ")))
	}
	asks := node{}
	if b.Asks != "" {
		asks = markup.Join(text(" "), el("span", class("asks"), text(b.Asks)))
	}
	return el("li",
		el("p", class("figure"), text(b.Figure), el("small", text(b.Kind))),
		el("div",
			el("p", el("a", attr("href", "#"+b.At), text(b.What)), asks),
			answer(b.Says, b.Why),
			quiet,
		),
	)
}

func (d document) missing() node {
	if len(d.Missing) == 0 {
		return node{}
	}
	return chapter("missing", "Not in these files", el("ul", class("missing"), markup.Each(d.Missing, func(m missing) node {
		return el("li", text(m.What+" in these files: "), el("code", words(m.Command)))
	})))
}

// made says what made the page.
func (d document) made() node {
	said := "Made"
	if d.By.Program != "" {
		said += " by linebounce " + d.By.Program
	}
	said += " from the file above."
	if n := len(d.Files); n != 1 {
		said = strings.Replace(said, "the file", fmt.Sprintf("the %d files", n), 1)
	}
	if d.By.Command == "" {
		return el("footer", el("p", text(said)))
	}
	return el("footer", el("p", text(said+" To make this page again:")), command(d.By.Command))
}

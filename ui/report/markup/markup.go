// Package markup writes HTML that is XML too. All that is put into an element is
// escaped, unless it is an element already, so that no text of a file can become
// more than text and nobody has to remember that.
package markup

import (
	"html"
	"strings"
)

// Part is what an element is made of: a Text, an Attribute or a Node.
type Part interface{ addTo(*open) }

// open is an element that has no end yet.
type open struct{ head, body strings.Builder }

// Text is shown as it is.
type Text string

func (t Text) addTo(o *open) { o.body.WriteString(html.EscapeString(string(t))) }

// Attribute is one of the element that it is put into.
type Attribute struct{ name, value string }

func (a Attribute) addTo(o *open) {
	o.head.WriteString(" " + a.name + `="` + html.EscapeString(a.value) + `"`)
}

// Attr returns an attribute.
func Attr(name, value string) Attribute { return Attribute{name, value} }

// Class returns the attribute that styles go by.
func Class(names string) Attribute { return Attr("class", names) }

// ID returns the attribute that links lead to.
func ID(name string) Attribute { return Attr("id", name) }

// Node is finished markup, the zero Node none.
type Node struct{ html string }

func (n Node) addTo(o *open) { o.body.WriteString(n.html) }

func (n Node) String() string { return n.html }

// Raw takes text for finished markup. It is the one way past the escaping.
func Raw(text string) Node { return Node{text} }

// blocks are elements behind which the source has a new line, where no reader of
// the page sees one.
const blocks = " html head title style body header main footer section h1 h2 h3 p figure div dl ol ul li table caption thead tbody tr "

// El returns an element with its attributes and its content.
func El(name string, parts ...Part) Node {
	o := gather(parts)
	text := "<" + name + o.head.String() + ">" + o.body.String() + "</" + name + ">"
	if strings.Contains(blocks, " "+name+" ") {
		text += "\n"
	}
	return Node{text}
}

// Void returns an element that cannot have content, as meta cannot.
func Void(name string, attributes ...Part) Node {
	return Node{"<" + name + gather(attributes).head.String() + "/>\n"}
}

// Join returns the content of parts, one after another.
func Join(parts ...Part) Node { return Node{gather(parts).body.String()} }

// Each returns what is made of every item, one after another.
func Each[T any](list []T, item func(T) Node) Node {
	var b strings.Builder
	for _, x := range list {
		b.WriteString(item(x).html)
	}
	return Node{b.String()}
}

func gather(parts []Part) *open {
	var o open
	for _, p := range parts {
		p.addTo(&o)
	}
	return &o
}

package report

import "strings"

// source is where figures come from. What nobody knows, or need be told, is "".
type source struct{ on, date, file string }

func (s source) String() string {
	parts := make([]string, 0, 2)
	for _, part := range []string{s.on, s.date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, ", ")
	switch {
	case s.file == "":
		return text
	case text == "":
		return s.file
	}
	return text + " (" + s.file + ")"
}

// same is what two sources have in common. A date and a file say something only
// of what is the same before them.
func (s source) same(other source) source {
	switch {
	case s.on != other.on:
		return source{}
	case s.date != other.date:
		return source{on: s.on}
	case s.file != other.file:
		return source{on: s.on, date: s.date}
	}
	return s
}

// without leaves out what a heading says that s shares with others.
func (s source) without(heading source) source {
	if heading.on != "" {
		s.on = ""
	}
	if heading.date != "" {
		s.date = ""
	}
	if heading.file != "" {
		s.file = ""
	}
	return s
}

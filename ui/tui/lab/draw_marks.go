package lab

import (
	"unicode/utf8"

	"linebounce/ui/tui/widgets"
)

// marks are wordings of where the figures come from, the longest first. There
// are none for figures that are measured here and now: the title says so.
func (m *Model) marks() []string {
	if !m.options.Recorded {
		return nil
	}
	list := []string{m.sign() + " recorded", m.sign()}
	if on := m.options.RecordedOn; on != "" {
		list = append([]string{m.sign() + " recorded on " + on}, list...)
	}
	return list
}

// mark returns the longest mark that fits, "" for none.
func (m *Model) mark(width int) string {
	return widgets.Fit(width, append(m.marks(), "")...)
}

// sign is the mark as one character, which the title explains, "" for none.
func (m *Model) sign() string {
	if !m.options.Recorded {
		return ""
	}
	return string(m.canvas.Glyphs().Recorded)
}

// marked returns the first of texts that fits with a mark beside it, the longest
// that does; where none does, the first that fits alone.
func (m *Model) marked(width int, texts ...string) string {
	return beside(width, m.marks(), texts)
}

// signed is marked with the sign, for figures that stand close together.
func (m *Model) signed(width int, texts ...string) string {
	if sign := m.sign(); sign != "" {
		return beside(width, []string{sign}, texts)
	}
	return widgets.Fit(width, texts...)
}

func beside(width int, marks, texts []string) string {
	for _, text := range texts {
		for _, mark := range marks {
			if text != "" && utf8.RuneCountInString(text)+2+utf8.RuneCountInString(mark) <= width {
				return text + "  " + mark
			}
		}
	}
	return widgets.Fit(width, texts...)
}

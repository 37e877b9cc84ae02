package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// account is what was told so far: lines, one behind the other.
type account struct {
	out     io.Writer
	unicode bool // letters outside ASCII may be written
	err     error
}

// say tells one thing in a line.
func (a *account) say(format string, args ...any) { a.line(fmt.Sprintf(format, args...)) }

// line tells a text as it is, in a line for each of its lines. Once a line cannot
// be written nothing more is.
func (a *account) line(text string) {
	if a.err != nil || text == "" {
		return
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight(a.readable(line), " ") + "\n")
	}
	_, a.err = io.WriteString(a.out, b.String())
}

// signs are characters that are no letters, in words or in ASCII.
var signs = strings.NewReplacer(
	"×", " times", "µs", "microseconds", "µ", "micro", "→", "to", "←", "left arrow", "↑", "up arrow", "↓", "down arrow", "…", "...", "·", ",",
	"–", "-", "—", "-", "−", "-", "‘", "'", "’", "'", "“", "\"", "”", "\"", "±", "plus or minus ", "≤", "at most ", "≥", "at least ", "≈", "about ",
	"│", "|", "◆", "", "▷", "", "\u00a0", " ",
)

// readable makes a line one that can be read aloud: signs in words, no control
// characters, and nothing but ASCII where the locale has nothing else.
func (a *account) readable(line string) string {
	line = strings.ReplaceAll(signs.Replace(line), "  times", " times")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		case r > unicode.MaxASCII && (!a.unicode || !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) && !unicode.IsPunct(r)):
			return '?'
		}
		return r
	}, line)
}

package report

import (
	"strings"
	"unicode"
)

// escape writes text so that Markdown shows it as it is, on one line. What needs
// no escape where it stands gets none, for whoever reads the file itself.
func escape(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		var before, after rune
		if i > 0 {
			before = runes[i-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		if special(r, before, after) || i == 0 && strings.ContainsRune("#+-=>~:", r) || listNumber(runes, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// special reports whether Markdown takes a character between two others, 0 at an
// end, for more than itself.
func special(r, before, after rune) bool {
	switch r {
	case '\\', '`', '*', '<', '[', ']', '|', '~':
		return true
	case '_':
		return !inWord(before) || !inWord(after)
	case '&':
		return after == '#' || inWord(after)
	case '!':
		return after == '['
	}
	return false
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// listNumber reports whether the rune at i ends what would begin a list: digits
// at the beginning, a full stop or a bracket, and nothing or a blank.
func listNumber(runes []rune, i int) bool {
	if i == 0 || runes[i] != '.' && runes[i] != ')' || i+1 < len(runes) && runes[i+1] != ' ' {
		return false
	}
	for _, r := range runes[:i] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// code writes text as a span of code.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || text == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// longestRun returns how often a character stands in a row at most.
func longestRun(text string, r rune) int {
	longest, run := 0, 0
	for _, c := range text {
		if c != r {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

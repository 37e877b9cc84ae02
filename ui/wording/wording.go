// Package wording puts into words what every room, command and report says in the
// same way.
package wording

import (
	"fmt"
	"strings"
	"unicode"
)

// Count writes how many there are of something: "1 window", "2 windows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Sentence makes a text one, such as that of an error: with a capital and a full
// stop, where it has no other mark at its end.
func Sentence(text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) == 0 {
		return ""
	}
	runes[0] = unicode.ToUpper(runes[0])
	if strings.ContainsRune(".?!", runes[len(runes)-1]) {
		return string(runes)
	}
	return string(runes) + "."
}

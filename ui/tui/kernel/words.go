package kernel

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

func seconds(d time.Duration) string { return fmt.Sprintf("%.0f seconds", d.Seconds()) }

// sentence begins an error's text with a capital, except for a key or a name.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	word, _, _ := strings.Cut(text, " ")
	if strings.HasSuffix(word, ":") {
		return text
	}
	return strings.ToUpper(string(first)) + text[size:]
}

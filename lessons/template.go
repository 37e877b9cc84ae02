package lessons

import (
	_ "embed"
	"strings"
	"unicode"
)

//go:embed template.md
var template string

// Template returns the text of a new lesson: one that runs, and whose comments
// say what each part is for. It is without faults where the id is as an id must
// be.
func Template(id string) string {
	title := []rune(strings.ReplaceAll(id, "-", " "))
	if len(title) > 0 {
		title[0] = unicode.ToUpper(title[0])
	}
	return strings.NewReplacer("{id}", id, "{title}", string(title)).Replace(template)
}

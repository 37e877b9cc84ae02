package lessons

import (
	"embed"
	"io/fs"
	"sync"
)

//go:embed course/*.md
var course embed.FS

// Embedded returns the course that the program brings. It is read once, when it
// is first asked for.
func Embedded() Course { return embedded() }

var embedded = sync.OnceValue(func() Course {
	folder, err := fs.Sub(course, "course")
	if err != nil {
		return Course{Faults: []Fault{{File: "course", Problem: err.Error()}}}
	}
	return Load(folder)
})

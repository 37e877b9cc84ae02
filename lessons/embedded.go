package lessons

import (
	"embed"
)

//go:embed course/*.md
var course embed.FS

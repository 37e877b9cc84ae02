// Package themes is the colours that the program brings, in files like those that
// a user may write.
package themes

import "embed"

// Files are the themes, each in NAME.json.
//
//go:embed *.json
var Files embed.FS

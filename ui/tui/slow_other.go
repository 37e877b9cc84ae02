//go:build !linux

package tui

import "os"

// lineOf is a terminal's line, whose speed is found by writing.
func lineOf(*os.File) *line { return &line{} }

// Package recorded keeps readings in a file and gives them back as a source.
//
// A recording is text, one JSON value a line: a header, then lines of several
// kinds, each written whole. So a recording that was cut off anywhere loses its
// last line at most. Nearly all lines are windows, short lists of numbers; they
// stay text in memory and become readings when they are asked for, which makes
// opening an hour's file and seeking in it quick. FORMAT.md describes every kind
// of line for whoever writes or reads recordings otherwise.
package recorded

import (
	"time"

	"linebounce/probes/topology"
)

// Version is the version of the format that is written. Version 1 is read too.
const Version = 2

// readableBy is the oldest version whose readers can make sense of a file of
// this version: they leave out lines and fields that they do not know.
const readableBy = 2

// magic tells a recording from any other JSON.
const magic = "linebounce recording"

// Header says what a recording is of.
type Header struct {
	Made    time.Time        `json:"made"`
	Program string           `json:"program"` // version of linebounce
	Machine topology.Machine `json:"machine"`
}

// opening is the header as it stands in a file.
type opening struct {
	Format     string `json:"format"`
	Version    int    `json:"version"`
	ReadableBy int    `json:"readable_by"`
	Header
}

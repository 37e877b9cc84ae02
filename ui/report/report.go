// Package report makes one file of results that may leave the program: a page,
// its pictures, or the same as text. What it says is a function of the files
// alone, so the same files give the same bytes.
package report

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"linebounce/ui/report/charts"
	"linebounce/ui/results"
)

// Format is what a report is written as.
type Format string

// The formats.
const (
	HTML     Format = "html" // one page that needs no network and no script
	SVG      Format = "svg"  // the charts, one below the other
	Markdown Format = "md"   // the page as text, with bars where it has charts
)

// Formats lists all formats.
func Formats() []string { return []string{string(HTML), string(SVG), string(Markdown)} }

// FormatOf returns the format that a file's name asks for by its ending.
func FormatOf(path string) (Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if !slices.Contains(Formats(), ending) {
		return "", fmt.Errorf("%q does not end in a format; accepted: .html, .svg, .md", path)
	}
	return Format(ending), nil
}

// By says what made a report, for its last lines. What is "" is left out.
type By struct {
	Program string // version of linebounce
	Command string // the command line
}

// ErrNoCharts says that there is nothing to draw.
var ErrNoCharts = errors.New("these files hold nothing to draw a chart of")

// Write writes the report on files, of which there is at least one. Its errors
// are those of w, and ErrNoCharts for SVG.
func Write(w io.Writer, f Format, files []results.File, by By) error {
	p := newPage(files, by)
	switch f {
	case SVG:
		drawn := p.charts()
		if len(drawn) == 0 {
			return ErrNoCharts
		}
		_, err := io.WriteString(w, charts.Stack(drawn))
		return err
	case Markdown:
		_, err := io.WriteString(w, markdown(p))
		return err
	}
	return page(w, p)
}

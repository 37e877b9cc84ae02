// Package recorded keeps readings in a file and gives them back as a source.
//
// A recording is lines of JSON. The first is the header: the version of the
// format, the machine, when it was made and by which version of the program.
// Every further line is one reading with its experiment's name, a burst, a map
// or a profile. A line is written whole, so a recording that was cut off
// anywhere loses its last line at most. A recording may be compressed with
// gzip.
package recorded

import (
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
	"linebounce/probes/topology"
)

// Version is the version of the format. It changes when an older program could
// no longer read a file.
const Version = 1

// magic tells a recording from any other JSON.
const magic = "linebounce recording"

// Header is the first line of a recording.
type Header struct {
	Made    time.Time        `json:"made"`
	Program string           `json:"program"` // version of linebounce
	Machine topology.Machine `json:"machine"`
}

// opening is the header as it stands in the file.
type opening struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Header
}

// line is one reading as it stands in the file.
type line struct {
	Experiment string          `json:"experiment,omitempty"`
	Reading    *probes.Reading `json:"reading,omitempty"`
	At         time.Duration   `json:"at_ns,omitempty"`
	Burst      *scope.Capture  `json:"burst,omitempty"`
	Map        *latency.Map    `json:"map,omitempty"`
	Profile    *profile.Result `json:"profile,omitempty"`
	End        bool            `json:"end,omitempty"`
}

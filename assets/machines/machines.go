// Package machines is the presets of the model: one file a machine, every value
// with its source beside it. A user's own file has the same form.
package machines

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode"

	"linebounce/sim"
)

//go:embed *.json
var files embed.FS

// Preset is what a file says of a machine. Its fields may be changed to try a
// variant; Facts then still tells what the file says.
type Preset struct {
	Name, Title  string
	CPUs         int // that the machine has, the first places of its topology
	Topology     sim.Topology
	LineBytes    int
	UnitBytes    int // that caches ask for at once: a line, or two where lines are fetched in pairs
	Protocol     sim.Protocol
	Home         sim.Home
	Means        Means
	RequestShare float64

	// Latencies in nanoseconds, 0 where the topology has no such neighbour.
	Sibling, SameL3, OtherL3, OtherSocket Range

	Clean, Hit, Locked, Cycle Range // in nanoseconds

	Facts []Fact // in the file's order
}

// Range is a figure, and the range in which its source puts it: Low and High
// are Value where the source gives one figure.
type Range struct{ Value, Low, High float64 }

// Fact is one value of a file as text, with where it comes from.
type Fact struct {
	Field, Text, Source string
}

// assumption begins the source of a value that nobody published.
const assumption = "assumption:"

// Assumed reports whether the value was assumed, for the reason that its source
// names, rather than published.
func (f Fact) Assumed() bool { return strings.HasPrefix(f.Source, assumption) }

// Means says what a machine's latencies to other CPUs were measured as.
type Means string

// The meanings of a latency.
const (
	// LoadToUse is from a miss until the data is there, with nobody else asking.
	LoadToUse Means = "load_to_use"
	// PingPong is from one CPU's write to the other's, with both asking all
	// the time.
	PingPong Means = "ping_pong"
)

// Fault says what is wrong with a machine that was asked for: with its name, or
// with a field of its file.
type Fault struct {
	File    string // the preset or path
	Field   string // "" where the fault is not in one
	Problem string
}

// Error shows what a file says as far as a terminal can be given it.
func (f *Fault) Error() string {
	text := fmt.Sprintf("machine file %s: %s %s", f.File, f.Field, f.Problem)
	if f.Field == "" {
		text = fmt.Sprintf("machine %s %s", f.File, f.Problem)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Names returns the names of the presets, that of the mail of 2011 first.
func Names() []string {
	list, _ := files.ReadDir(".")
	var names []string
	for _, f := range list {
		names = append(names, strings.TrimSuffix(f.Name(), extension))
	}
	return names
}

const extension = ".json"

// Find returns the preset of that name or, where there is none, what the file at
// that path says. Its errors are a *Fault.
func Find(nameOrPath string) (Preset, error) {
	if data, err := files.ReadFile(nameOrPath + extension); err == nil {
		return Parse(nameOrPath, data)
	}
	data, err := os.ReadFile(nameOrPath)
	var cause *fs.PathError
	switch {
	case err == nil:
		return Parse(path.Base(nameOrPath), data)
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(nameOrPath, "./\\"):
		return Preset{}, &Fault{File: fmt.Sprintf("%q", nameOrPath), Problem: "is not known; accepted: " + strings.Join(Names(), ", ") + ", or the path of a machine file"}
	case errors.As(err, &cause):
		err = cause.Err
	}
	return Preset{}, &Fault{File: fmt.Sprintf("%q", nameOrPath), Problem: "cannot be read: " + err.Error()}
}

// Package traceevent writes a trace of the model as a file in the Trace Event
// Format, which Perfetto and chrome://tracing open.
//
// Every CPU is a thread. Its slices say what it does: running, with its
// operations inside; waiting, with the request's way and the data's way inside;
// spinning or idle. Arrows lead from the CPU that gave a line to the one that
// has it next. Every line is a process, with a thread for each CPU that has held
// it: its slices are the states of that CPU's copy.
//
// The format: "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
package traceevent

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"linebounce/sim"
)

// About is what a trace does not say itself.
type About struct {
	Machine sim.Machine       // that ran: its times are those of operations
	Names   map[int32]string  // of words by address, as in sim.Workload
	Notes   map[string]string // kept in the file, such as where it comes from
}

// event is one entry of a file.
type event struct {
	Name    string `json:"name"`
	Cat     string `json:"cat"`
	Phase   string `json:"ph"`
	At      micros `json:"ts"`
	Process int    `json:"pid"`
	Thread  int    `json:"tid"`
	Scope   string `json:"s,omitempty"`  // of an instant: t, its thread
	ID      int    `json:"id,omitempty"` // of an arrow's two ends
	Bind    string `json:"bp,omitempty"` // of an arrow's end: e, the slice that it lies in
	Args    args   `json:"args,omitempty"`
}

type args map[string]any

// micros is a time, written in microseconds to the picosecond.
type micros sim.Time

// MarshalJSON writes the number.
func (m micros) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%06d", m/1e6, m%1e6), nil
}

// Write writes a trace, event by event. Its errors are those of w.
func Write(w io.Writer, t *sim.Trace, about About) error {
	buffer := bufio.NewWriter(w)
	out := &file{to: buffer}
	notes, err := json.Marshal(about.Notes)
	if err != nil {
		return err
	}
	fmt.Fprintf(buffer, "{\"displayTimeUnit\": \"ns\", \"otherData\": %s, \"traceEvents\": [", notes)
	draw(out, t, about)
	fmt.Fprint(buffer, "\n]}\n")
	if out.failed != nil {
		return out.failed
	}
	return buffer.Flush()
}

// file takes events one by one. The first error is kept, and nothing is written
// after it.
type file struct {
	to     *bufio.Writer
	some   bool
	failed error
}

func (f *file) add(e event) {
	if f.failed != nil {
		return
	}
	text, err := json.Marshal(e)
	if err != nil {
		f.failed = err
		return
	}
	separator := ",\n"
	if !f.some {
		f.some, separator = true, "\n"
	}
	if _, err := f.to.WriteString(separator); err != nil {
		f.failed = err
		return
	}
	_, f.failed = f.to.Write(text)
}

// track is one thread of the file with its open slices.
type track struct {
	process, thread int
	open            []string // names, outermost first
}

func (f *file) begin(t *track, at sim.Time, category, name string, a args) {
	f.add(event{Name: name, Cat: category, Phase: "B", At: micros(at), Process: t.process, Thread: t.thread, Args: a})
	t.open = append(t.open, name)
}

// end closes slices until only so many are open.
func (f *file) end(t *track, at sim.Time, category string, leave int) {
	for len(t.open) > leave {
		last := len(t.open) - 1
		f.add(event{Name: t.open[last], Cat: category, Phase: "E", At: micros(at), Process: t.process, Thread: t.thread})
		t.open = t.open[:last]
	}
}

// label names a process or a thread and says where it stands among others.
func (f *file) label(kind string, process, thread, order int, name string) {
	f.add(event{Name: kind + "_name", Cat: "__metadata", Phase: "M", Process: process, Thread: thread, Args: args{"name": name}})
	f.add(event{Name: kind + "_sort_index", Cat: "__metadata", Phase: "M", Process: process, Thread: thread, Args: args{"sort_index": order}})
}

package child

import (
	"encoding/json"
	"errors"
	"fmt"

	"linebounce/probes"
)

// message is one line of a child's output; one field is set.
type message struct {
	Done   float64         `json:"done,omitempty"` // share of the work, from 0 to 1
	Ready  bool            `json:"ready,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Fault  *fault          `json:"fault,omitempty"`
}

// fault is an error on its way from a child. What keeps its kind is what the
// exit code of a command depends on.
type fault struct {
	Text   string         `json:"text,omitempty"`
	Unable *probes.Unable `json:"unable,omitempty"`
}

func newFault(err error) *fault {
	if u, ok := errors.AsType[*probes.Unable](err); ok {
		return &fault{Unable: u}
	}
	return &fault{Text: err.Error()}
}

func (f *fault) err() error {
	if f.Unable != nil {
		return f.Unable
	}
	return errors.New(f.Text)
}

// Died says that a child ended before its work did.
type Died struct {
	Name string // of the work
	How  string // "signal: killed"
	Said string // the end of what it printed, "" where it printed nothing
}

func (d *Died) Error() string {
	text := fmt.Sprintf("the process that runs %s ended before its work did (%s), so this run does not count", d.Name, d.How)
	if d.Said != "" {
		text += "; it said: " + d.Said
	}
	return text
}

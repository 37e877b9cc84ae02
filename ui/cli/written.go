package cli

import (
	"io"

	"github.com/charmbracelet/x/term"

	"linebounce/probes/refusal"
)

// written words a fault of standard output.
func written(err error) error {
	if err == nil {
		return nil
	}
	return &refusal.Refusal{What: "standard output cannot be written", Elsewhere: "send it elsewhere", Cause: err}
}

// mention words a fault of standard output of which a file that was made stays
// clear.
func mention(made string, err error) error {
	if err == nil {
		return nil
	}
	return &refusal.Refusal{What: made + " is written, but standard output cannot be", Elsewhere: "send it elsewhere", Cause: err}
}

// unwritable words a fault of a file that a command line names.
func unwritable(what, path string, err error) error {
	return &refusal.Refusal{What: what, Path: path, Elsewhere: "name a file elsewhere", Cause: err}
}

// watched is standard output in the hands of those that do not hand on why it
// cannot be written.
type watched struct {
	term.File
	fault error // the first
}

// watching lets print write to standard output and words its fault.
func (s *shell) watching(print func(io.Writer) error) error {
	out := &watched{File: s.out}
	err := print(out)
	if out.fault != nil {
		return written(out.fault)
	}
	return err
}

func (w *watched) Write(b []byte) (int, error) {
	n, err := w.File.Write(b)
	if w.fault == nil {
		w.fault = err
	}
	return n, err
}

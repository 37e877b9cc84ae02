// Package refusal words why a file could not be written, so that all that is
// written says alike what happened, where, and what to do.
package refusal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
)

// Refusal is that the system refused to write something.
type Refusal struct {
	What      string // could not be done, with the file's name, such as "x.html cannot be written"
	Path      string // whose folder may be the reason, "" where What says which
	Elsewhere string // what to do where that place is of no use, such as "name a file elsewhere"
	Cause     error
}

// Error is the sentence, without its stop.
func (r *Refusal) Error() string {
	why, advice := r.reason()
	return fmt.Sprintf("%s: %s; %s", r.What, why, advice)
}

// Unwrap returns the system's error.
func (r *Refusal) Unwrap() error { return r.Cause }

// reason is why, and what to do about it.
func (r *Refusal) reason() (why, advice string) {
	why, advice = Bare(r.Cause), r.Elsewhere
	is := func(target error) bool { return errors.Is(r.Cause, target) }
	switch {
	case is(syscall.ENOSPC), is(syscall.EDQUOT):
		advice = "free some room, or " + advice
	case is(syscall.EFBIG):
		advice = "let files become larger (ulimit -f), or " + advice
	case is(syscall.EMFILE):
		advice = "let the program open more files (ulimit -n)"
	case is(fs.ErrNotExist):
		why, advice = "there is no "+r.folder("such folder", "folder %s"), "make it, or "+advice
	case is(syscall.ENOTDIR):
		why = r.folder("that", "%s") + " is not a folder"
	case is(fs.ErrPermission):
		why = "this user may not write " + r.folder("there", "it in %s")
	}
	return why, advice
}

// folder is the folder of the file as named says it, or without where none is to
// be named.
func (r *Refusal) folder(without, named string) string {
	if r.Path == "" {
		return without
	}
	folder := filepath.Dir(r.Path)
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	return fmt.Sprintf(named, folder)
}

// Bare is what the system said, without the file's name: it may be one under which
// the file was only tried.
func Bare(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err.Error()
	}
	return err.Error()
}

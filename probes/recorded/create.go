package recorded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// place is where a new recording is written until its header is: the file itself
// where there was none, else one beside it.
type place struct {
	path string // as it was named
	at   string // what is written
	to   string // what it becomes, "" where it is the file already
	keep bool   // it is no regular file, so it is neither replaced nor removed
}

// find returns where the recording of that name is written. Its errors are
// sentences.
func find(path string, force bool) (place, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return place{path: path, at: path}, nil // opening it says what is wrong
	case info.IsDir():
		return place{}, fmt.Errorf("%s is a folder: name a file in it, such as %s", path, filepath.Join(path, "class.jsonl"))
	case !force:
		return place{}, exists(path)
	case !info.Mode().IsRegular():
		return place{path: path, at: path, keep: true}, nil
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return place{}, failed("cannot be written", path, err)
	}
	return place{path: path, at: fmt.Sprintf("%s.%d.new", target, os.Getpid()), to: target}, nil
}

func exists(path string) error {
	return fmt.Errorf("%s exists and is not written over: name another file, or add --force", path)
}

// open opens the file that is written.
func (p place) open() (*os.File, error) {
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if p.keep {
		mode = os.O_WRONLY
	}
	disk, err := os.OpenFile(p.at, mode, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, exists(p.at)
	}
	if err != nil {
		return nil, failed("cannot be written", p.path, err)
	}
	return disk, nil
}

// settle puts what was begun well in its place.
func (p place) settle() error {
	if p.to == "" {
		return nil
	}
	if err := os.Rename(p.at, p.to); err != nil {
		return failed("cannot be replaced", p.path, err)
	}
	return nil
}

// discard removes what was begun in vain.
func (p place) discard() {
	if !p.keep {
		_ = os.Remove(p.at) // the fault itself is what there is to tell
	}
}

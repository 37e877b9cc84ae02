package recorded

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
)

// failed says what happened to which file and what to do about it. It wraps the
// system's error.
func failed(what, path string, err error) error {
	why := err.Error()
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		why = inPath.Err.Error()
	}
	folder := filepath.Dir(path)
	advice := ""
	switch {
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		advice = "free some room, or name a file on another disk"
	case errors.Is(err, fs.ErrNotExist):
		why, advice = fmt.Sprintf("there is no folder %s", folder), "make it, or name a file elsewhere"
	case errors.Is(err, syscall.ENOTDIR):
		why, advice = fmt.Sprintf("%s is not a folder", folder), "name a file elsewhere"
	case errors.Is(err, syscall.EROFS):
		advice = "name a file elsewhere"
	case errors.Is(err, fs.ErrPermission):
		why, advice = fmt.Sprintf("this user may not write it in %s", folder), "name a file elsewhere"
	}
	if advice != "" {
		advice = "; " + advice
	}
	return &writeFault{fmt.Sprintf("%s %s: %s%s", path, what, why, advice), err}
}

// writeFault is a sentence with its cause.
type writeFault struct {
	text  string
	cause error
}

func (f *writeFault) Error() string { return f.text }
func (f *writeFault) Unwrap() error { return f.cause }

package refusal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Each reason comes with what helps against it, and no name under which the file
// was only tried.
func TestWhatHelps(t *testing.T) {
	folder, err := filepath.Abs("somewhere")
	if err != nil {
		t.Fatal(err)
	}
	for cause, want := range map[error]string{
		syscall.ENOSPC:         "no space left on device; free some room, or name a file elsewhere",
		syscall.EDQUOT:         "disk quota exceeded; free some room, or name a file elsewhere",
		syscall.EFBIG:          "file too large; let files become larger (ulimit -f), or name a file elsewhere",
		syscall.EMFILE:         "too many open files; let the program open more files (ulimit -n)",
		syscall.EROFS:          "read-only file system; name a file elsewhere",
		syscall.EIO:            "input/output error; name a file elsewhere",
		syscall.EACCES:         "this user may not write it in " + folder + "; name a file elsewhere",
		fs.ErrPermission:       "this user may not write it in " + folder + "; name a file elsewhere",
		fs.ErrNotExist:         "there is no folder " + folder + "; make it, or name a file elsewhere",
		syscall.ENOTDIR:        folder + " is not a folder; name a file elsewhere",
		os.ErrClosed:           "file already closed; name a file elsewhere",
		errors.New("odd"):      "odd; name a file elsewhere",
		os.ErrDeadlineExceeded: "i/o timeout; name a file elsewhere",
	} {
		tried := fmt.Errorf("tried: %w", &fs.PathError{Op: "write", Path: "somewhere/.x123", Err: cause})
		r := &Refusal{What: "x cannot be written", Path: filepath.Join("somewhere", "x"), Elsewhere: "name a file elsewhere", Cause: tried}
		if numbered := errors.As(cause, new(syscall.Errno)); numbered && os.PathSeparator != '/' {
			continue // other systems have other words
		}
		if got := r.Error(); got != "x cannot be written: "+want || !errors.Is(r, cause) {
			t.Errorf("%v: %q, want %q", cause, got, want)
		}
	}
}

// Where the folder is said already, or there is none, it is not said again.
func TestNoFolder(t *testing.T) {
	for cause, want := range map[error]string{
		fs.ErrPermission: "may not write there;",
		fs.ErrNotExist:   "there is no such folder;",
	} {
		r := &Refusal{What: "no file can be made in ~/class", Elsewhere: "start linebounce in another folder", Cause: cause}
		if got := r.Error(); !strings.Contains(got, want) {
			t.Errorf("%q, want it with %q", got, want)
		}
	}
}

// Package fresh makes files that did not exist before, with names that say when
// they were made.
package fresh

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"linebounce/probes/refusal"
)

// most is how many files of one second there can be.
const most = 1000

// Files creates one empty file for each ending, all with the same name before
// it: linebounce, date and time, and a number where others were made in that
// second. The folder "" is the current one. The error says what could not be
// made and where; nothing is left behind then.
func Files(folder string, at time.Time, endings ...string) ([]*os.File, error) {
	for n := 1; n <= most; n++ {
		name := "linebounce-" + at.Format("20060102-150405")
		if n > 1 {
			name += fmt.Sprintf("-%d", n)
		}
		files, err := together(filepath.Join(folder, name), endings)
		switch {
		case err == nil:
			return files, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, refused(folder, err)
		}
	}
	return nil, fmt.Errorf("%d files of this second are there already", most)
}

// together creates all of the files or none.
func together(name string, endings []string) (files []*os.File, err error) {
	for _, ending := range endings {
		f, err := os.OpenFile(name+ending, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			for _, made := range files {
				Remove(made)
			}
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// Remove closes a file and takes it away, as far as that is possible.
func Remove(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// Elsewhere is what to do where the folder is of no use.
const Elsewhere = "start linebounce in another folder"

// refused says why there can be no new file in a folder.
func refused(folder string, err error) error {
	return &refusal.Refusal{What: "no file can be made in " + Where(folder), Elsewhere: Elsewhere, Cause: err}
}

// Where is a folder or a file in full, with ~ for the user's own folder.
func Where(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return full
	}
	if below, err := filepath.Rel(home, full); err == nil && filepath.IsLocal(below) {
		return filepath.Join("~", below)
	}
	return full
}

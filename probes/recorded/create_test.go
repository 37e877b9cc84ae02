package recorded

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAnExistingFileIsNotWrittenOver(t *testing.T) {
	path := write(t, "file", kinds(t))
	before := content(t, path)
	if _, err := Create(path, header, false); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("got %v, want an error that names the file and --force", err)
	}
	if !bytes.Equal(before, content(t, path)) {
		t.Error("the existing recording changed")
	}
	w, err := Create(path, header, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{w.Add("counters", reading(t, 0, 0, eachShared)), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r := open(t, path); count(r) != 1 || !r.Whole || w.Path() != path || w.Size() != int64(len(content(t, path))) {
		t.Errorf("%d readings, whole %v, size %d", count(r), r.Whole, w.Size())
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

// Where a new recording cannot even be begun, the old one stays.
func TestForceReplacesOnlyByWhatWasBegunWell(t *testing.T) {
	path := write(t, "file", kinds(t))
	before := content(t, path)
	large := header
	large.Program = strings.Repeat("v", longest)
	if _, err := Create(path, large, true); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 || !bytes.Equal(before, content(t, path)) {
		t.Errorf("the existing recording changed, or there are files left behind: %v", left)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	w, err := Create(link, header, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || count(open(t, path)) != 0 {
		t.Error("the link was replaced instead of the file")
	}
}

func TestPlacesThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	file := write(t, "file", nil)
	for path, want := range map[string]string{
		folder:                              "is a folder: name a file in it",
		filepath.Join(folder, "no", "file"): "there is no folder " + filepath.Join(folder, "no"),
		filepath.Join(file, "below"):        "not a",
	} {
		for _, force := range []bool{false, true} {
			if _, err := Create(path, header, force); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
		}
	}
}

func TestAReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	if probe, err := os.Create(path); err == nil {
		probe.Close()
		t.Skip("this user may write in a read-only folder")
	}
	if _, err := Create(path, header, false); err == nil || !strings.Contains(err.Error(), "may not write it in "+folder) {
		t.Errorf("got %v", err)
	}
}

func TestReadOnlyAndFullAreToldApart(t *testing.T) {
	for cause, want := range map[error]string{
		&fs.PathError{Op: "open", Path: "/mnt/x", Err: syscall.EROFS}:   "name a file elsewhere",
		&fs.PathError{Op: "write", Path: "/mnt/x", Err: syscall.ENOSPC}: "free some room",
		&fs.PathError{Op: "open", Path: "/mnt/x", Err: syscall.EACCES}:  "this user may not write it in /mnt",
		&fs.PathError{Op: "write", Path: "/mnt/x", Err: syscall.EIO}:    "/mnt/x cannot be written: input/output error",
	} {
		if err := failed("cannot be written", "/mnt/x", cause); !strings.Contains(err.Error(), want) || !errors.Is(err, cause) || strings.Count(err.Error(), "/mnt/x") != 1 {
			t.Errorf("got %v, want it with %q", err, want)
		}
	}
}

// A device that is always full: the header finds no room, and the device stays.
func TestAFullDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	if _, err := Create("/dev/full", header, false); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("got %v", err)
	}
	if _, err := Create("/dev/full", header, true); err == nil || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some room") {
		t.Errorf("got %v", err)
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced")
	}
}

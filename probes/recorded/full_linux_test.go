package recorded

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A real disk that becomes full, where the test may bring a small one.
func TestARealDiskThatBecomesFull(t *testing.T) {
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	for _, name := range []string{"file", "file.gz"} {
		path := filepath.Join(folder, name)
		w, err := Create(path, header, true)
		if err != nil {
			t.Fatal(err)
		}
		g := newRandom(t, hoursWindow)
		var failed error
		added := 0
		for ; failed == nil && added < 100_000; added++ {
			failed = w.Add("counters", g.next())
		}
		if failed == nil || !errors.Is(failed, syscall.ENOSPC) || !strings.Contains(failed.Error(), path) || w.Close() == nil {
			t.Fatalf("after %d readings: %v", added, failed)
		}
		r := open(t, path)
		if got := count(r); got == 0 || got > added || name == "file" && got != added-1 || len(r.Warnings) != 1 {
			t.Errorf("%s: %d readings of %d, warnings %q", name, got, added, r.Warnings)
		}
		if err := unix.Unlink(path); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Create(filepath.Join(folder, "file"), header, false); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

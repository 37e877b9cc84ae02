package fresh

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var at = time.Date(2026, 3, 9, 7, 5, 1, 0, time.Local)

func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// Files of one second get numbers, and both endings the same one, whichever of
// them was there.
func TestNoFileIsWrittenOver(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "linebounce-20260309-070501-2.txt")
	if err := os.WriteFile(other, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		files, err := Files(dir, at, ".svg", ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if _, err := f.WriteString("text"); err != nil {
				t.Error(err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	want := "linebounce-20260309-070501-2.txt linebounce-20260309-070501-3.svg linebounce-20260309-070501-3.txt linebounce-20260309-070501.svg linebounce-20260309-070501.txt"
	if got := names(t, dir); got != want {
		t.Errorf("the folder has %s, want %s", got, want)
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "precious" {
		t.Errorf("what was there before is %q now, %v", text, err)
	}
}

// The error names the folder and the reason once, and nothing stays behind.
func TestAFolderThatIsNotThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	files, err := Files(dir, at, ".svg", ".txt")
	if err == nil {
		t.Fatalf("it made %v", files)
	}
	for _, want := range []string{dir, "there is no such folder", Elsewhere} {
		if strings.Count(err.Error(), want) != 1 {
			t.Errorf("%q does not say %q once", err, want)
		}
	}
}

func TestAFolderThatMayNotBeWrittenTo(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := Files(dir, at, ".svg"); err == nil || !strings.Contains(err.Error(), "this user may not write there") {
		t.Errorf("it ends with %v", err)
	}
}

func TestWhere(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for path, want := range map[string]string{
		filepath.Join(home, "a", "b"): filepath.Join("~", "a", "b"), home: "~",
		home + "else": home + "else",
	} {
		if got := Where(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	t.Chdir(home)
	if got := Where(""); got != "~" {
		t.Errorf("the current folder is %s", got)
	}
}

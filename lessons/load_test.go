package lessons

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// lessonFile is one without faults that builds on others.
func lessonFile(id, after string) *fstest.MapFile {
	text := "---\nid: " + id + "\ntitle: Title of " + id + "\nminutes: 5\n"
	if after != "" {
		text += "after: " + after + "\n"
	}
	return &fstest.MapFile{Data: []byte(text + "---\n" + step)}
}

func idsOf(c Course) string {
	var list []string
	for _, l := range c.Lessons {
		list = append(list, l.ID)
	}
	return strings.Join(list, " ")
}

// wantFaults compares the beginnings of faults.
func wantFaults(t *testing.T, c Course, want ...string) {
	t.Helper()
	ok := len(c.Faults) == len(want)
	for i := range min(len(c.Faults), len(want)) {
		ok = ok && strings.HasPrefix(c.Faults[i].Error(), want[i])
	}
	if !ok {
		t.Errorf("got %v, want %q", c.Faults, want)
	}
}

func TestAFolderIsReadInTheOrderOfNames(t *testing.T) {
	c := Load(fstest.MapFS{
		"10-c.md": lessonFile("c", "a, b"), "02-b.md": lessonFile("b", ""), "01-a.md": lessonFile("a", ""),
		"notes.txt": {Data: []byte("no lesson")}, ".#01-a.md": {Data: []byte("an editor's")}, "deep/04-d.md": lessonFile("d", ""),
		"folder.md/x": {Data: []byte("no lesson")},
	})
	wantFaults(t, c)
	if got := idsOf(c); got != "a b c" {
		t.Errorf("%q, want a b c", got)
	}
	if l, found := c.Find("b"); !found || l.File != "02-b.md" {
		t.Errorf("found %v, %v", l, found)
	}
	if _, found := c.Find("d"); found {
		t.Error("found a lesson of another folder")
	}
}

func TestALessonWithAFaultIsLeftOutAndTheRestWorks(t *testing.T) {
	bad := lessonFile("bad", "")
	bad.Data = append(bad.Data, "# Wrong\n"...)
	c := Load(fstest.MapFS{"01.md": lessonFile("a", ""), "02.md": bad, "03.md": lessonFile("b", "bad")})
	wantFaults(t, c, "02.md:27: a heading of level 1")
	if got := idsOf(c); got != "a b" {
		t.Errorf("%q, want a b: what builds on a lesson with a fault has none itself", got)
	}
}

func TestAnIdIsOfOneLesson(t *testing.T) {
	c := Load(fstest.MapFS{"01.md": lessonFile("a", ""), "02.md": lessonFile("b", ""), "03.md": lessonFile("a", "")})
	wantFaults(t, c, `03.md:2: the id a is that of 01.md, "Title of a", which was read before`)
	if got := idsOf(c); got != "a b" {
		t.Errorf("%q, want a b", got)
	}
}

func TestWhatALessonBuildsOnMustBeThere(t *testing.T) {
	c := Load(fstest.MapFS{"01.md": lessonFile("a", "b, nothing"), "02.md": lessonFile("b", "")})
	wantFaults(t, c, "01.md:5: it builds on nothing, which is no lesson; wanted: the id of a lesson: a, b")
	if got := idsOf(c); got != "b" {
		t.Errorf("%q, want b", got)
	}
}

func TestCirclesAreNamedInFull(t *testing.T) {
	c := Load(fstest.MapFS{
		"01.md": lessonFile("a", "c"), "02.md": lessonFile("b", "a"), "03.md": lessonFile("c", "d, b"), "04.md": lessonFile("d", ""),
		"05.md": lessonFile("e", "e"), "06.md": lessonFile("f", "a"),
		"07.md": lessonFile("g", "h"), "08.md": lessonFile("h", "g, i"), "09.md": lessonFile("i", "h"),
	})
	wantFaults(t, c,
		"01.md:5: lessons go in a circle: a builds on c, which builds on b, which builds on a;",
		"05.md:5: lessons go in a circle: e builds on e;",
		"07.md:5: lessons go in a circle: g builds on h, which builds on g;",
		"09.md:5: lessons go in a circle: i builds on h, which builds on i;")
	if got := idsOf(c); got != "d f" {
		t.Errorf("%q, want d f: what builds on a circle is in none", got)
	}
}

func TestTwoFoldersMakeOneCourse(t *testing.T) {
	own := Load(fstest.MapFS{"01.md": lessonFile("a", ""), "02.md": lessonFile("b", "mine")})
	teachers := Load(fstest.MapFS{"01.md": lessonFile("mine", "a"), "02.md": lessonFile("a", ""), "03.md": lessonFile("other", "nothing")})
	both := own.And(teachers)
	wantFaults(t, both, "02.md:2: the id a is that of 01.md", "03.md:5: it builds on nothing, which is no lesson; wanted: the id of a lesson: a, b, mine, other")
	if got := idsOf(both); got != "a b mine" {
		t.Errorf("%q, want a b mine", got)
	}
	wantFaults(t, own, "02.md:5: it builds on mine, which is no lesson")
	if got := idsOf(own); got != "a" {
		t.Errorf("joining changed the first to %q", got)
	}
	if got := idsOf(Course{Lessons: own.Lessons}.And(Course{})); got != "a" {
		t.Errorf("%q of a course that was not loaded, want a", got)
	}
	missing := own.And(Load(os.DirFS(filepath.Join(t.TempDir(), "missing"))))
	wantFaults(t, missing, ".: the folder cannot be read: no such file or directory", "02.md:5: it builds on mine")
	if got := idsOf(missing); got != "a" {
		t.Errorf("%q beside a folder that is not there, want a", got)
	}
}

// tricky is a folder in which files are not what the list says.
type tricky struct {
	fstest.MapFS
	opened []string
}

func (f *tricky) Open(name string) (fs.File, error) {
	if name == "." {
		return f.MapFS.Open(name)
	}
	f.opened = append(f.opened, name)
	return f.MapFS.Open(name)
}

func (f *tricky) Stat(name string) (fs.FileInfo, error) {
	switch name {
	case "gone.md":
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	case "secret.md":
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrPermission}
	case "pipe.md":
		return info{fs.ModeNamedPipe, 0}, nil
	case "huge.md":
		return info{0, 50 << 20}, nil
	}
	return info{0, 1}, nil
}

type info struct {
	mode fs.FileMode
	size int64
}

func (i info) Name() string       { return "" }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

func TestFilesThatCannotBeReadAreNamed(t *testing.T) {
	x := &fstest.MapFile{Data: []byte("x")}
	f := &tricky{MapFS: fstest.MapFS{
		"a.md": lessonFile("a", ""), "gone.md": x, "huge.md": x, "pipe.md": x, "secret.md": x,
		"grown.md": {Data: []byte(strings.Repeat("x", maxFile+1))}, // since it was asked how large it is
	}}
	c := Load(f)
	wantFaults(t, c,
		"gone.md: it is gone since the folder was listed",
		"grown.md: it has 1048577 bytes or more; wanted: at most 1048576",
		"huge.md: it has 52428800 bytes or more",
		"pipe.md: it is no file that can be read",
		"secret.md: it cannot be read: permission denied")
	if got := idsOf(c); got != "a" {
		t.Errorf("%q, want a", got)
	}
	if want := []string{"a.md", "grown.md"}; !slices.Equal(f.opened, want) {
		t.Errorf("opened %q, want %q: what cannot be a lesson is not opened", f.opened, want)
	}
}

// unlisted is a folder that may be entered and not listed.
type unlisted struct{}

func (unlisted) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestAFolderThatCannotBeReadIsNamed(t *testing.T) {
	wantFaults(t, Load(unlisted{}), ".: the folder cannot be read: permission denied; wanted: a folder that you may read")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c := Load(os.DirFS(file)); len(c.Faults) != 1 {
		t.Errorf("%v for a file in place of a folder", c.Faults)
	}
}

func TestAFaultIsAnErrorOfItsFile(t *testing.T) {
	var err error = Fault{File: "x.md", Line: 3, Problem: "it is wrong", Wanted: "right"}
	if got, want := err.Error(), "x.md:3: it is wrong; wanted: right"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if f, is := errors.AsType[Fault](err); !is || f.String() != err.Error() || (Fault{File: "x.md", Problem: "it is wrong"}).String() != "x.md: it is wrong" {
		t.Errorf("%v, %v", f, is)
	}
}

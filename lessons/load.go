package lessons

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// maxFile is the largest file that is read, in bytes. The longest lesson of the
// course has a hundredth of it.
const maxFile = 1 << 20

// read is a file of the course as it was read: what settle makes a course of.
type read struct {
	lesson Lesson
	faults []Fault
}

// Load reads every file of a folder whose name ends in .md, in the order of their
// names; those whose names begin with a full stop are an editor's own. Whatever is
// wrong is among the faults, and the rest works. What a folder builds on may be
// in another: join the two with And before looking at the faults.
func Load(folder fs.FS) Course {
	var files []read
	var gone []Fault
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		gone = append(gone, Fault{File: ".", Problem: "the folder cannot be read: " + cause(err), Wanted: "a folder that you may read"})
	}
	for _, e := range entries {
		name := e.Name()
		if path.Ext(name) != ".md" || strings.HasPrefix(name, ".") || e.IsDir() {
			continue
		}
		text, fault := contents(folder, name)
		if fault != nil {
			files = append(files, read{Lesson{File: name}, []Fault{*fault}})
			continue
		}
		lesson, faults := Parse(name, text)
		files = append(files, read{lesson, faults})
	}
	return settle(files, gone)
}

// contents reads a file, unless it is one that no lesson can be.
func contents(folder fs.FS, name string) ([]byte, *Fault) {
	info, err := fs.Stat(folder, name)
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case !info.Mode().IsRegular():
		return nil, &Fault{File: name, Problem: "it is no file that can be read", Wanted: "a file of text"}
	case info.Size() > maxFile:
		return nil, tooLarge(name, info.Size())
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case len(text) > maxFile:
		return nil, tooLarge(name, int64(len(text)))
	}
	return text, nil
}

func tooLarge(name string, size int64) *Fault {
	return &Fault{File: name, Problem: fmt.Sprintf("it has %d bytes or more", size), Wanted: fmt.Sprintf("at most %d", maxFile)}
}

func unreadable(name string, err error) *Fault {
	if errors.Is(err, fs.ErrNotExist) {
		return &Fault{File: name, Problem: "it is gone since the folder was listed, or leads nowhere", Wanted: "a file that stays"}
	}
	return &Fault{File: name, Problem: "it cannot be read: " + cause(err), Wanted: "a file that you may read"}
}

// cause is an error without the path, which a fault names itself.
func cause(err error) string {
	if e, is := errors.AsType[*fs.PathError](err); is {
		err = e.Err
	}
	return err.Error()
}

// And returns a course with the lessons of another behind its own. Lessons may
// build on each other across the two; of two with one id, that of c stays.
func (c Course) And(other Course) Course {
	return settle(slices.Concat(c.read(), other.read()), slices.Concat(c.gone, other.gone))
}

// read returns what the course was made of: of one that was not loaded, its
// lessons.
func (c Course) read() []read {
	if len(c.files) > 0 {
		return c.files
	}
	files := make([]read, len(c.Lessons))
	for i, l := range c.Lessons {
		files[i].lesson = l
	}
	return files
}

// Find returns the lesson of an id, and false where there is none without faults.
func (c Course) Find(id string) (Lesson, bool) {
	i := slices.IndexFunc(c.Lessons, func(l Lesson) bool { return l.ID == id })
	if i < 0 {
		return Lesson{}, false
	}
	return c.Lessons[i], true
}

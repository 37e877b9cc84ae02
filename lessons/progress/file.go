package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"
	"github.com/rogpeppe/go-internal/lockedfile"

	"linebounce/lessons"
	"linebounce/probes/refusal"
)

// largest is more than any learner writes: what is larger is not ours.
const largest = 16 << 20

// damage is what is wrong with the content of a file.
type damage struct{ problem string }

func (d damage) Error() string { return d.problem }

// load reads the file for a new book. It returns the path to keep it at, "" where
// it cannot be kept, and what there is to say.
func load(path string) (d document, keep, note string) {
	d, err := read(path)
	if _, damaged := errors.AsType[damage](err); damaged {
		defer locked(path)()
		if d, err = read(path); err == nil { // it was only being written
			return d, path, ""
		}
		said, err := setAside(path, err)
		if err != nil {
			return document{}, "", unkept(err)
		}
		return document{}, path, said + " and progress begins anew."
	}
	if err != nil {
		return document{}, "", unkept(err)
	}
	return d, path, ""
}

func unkept(err error) string {
	return fmt.Sprintf("What you do in the lessons is not kept: %v.", err)
}

// update does changes once more on what the file holds now and writes it. Where
// the file is gone or damaged that is what the book knew. The note is what there
// is to say although it was written.
func update(path string, known document, changes []change) (written document, note string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return document{}, "", refused(path, err)
	}
	defer locked(path)()
	d, err := read(path)
	said := ""
	if _, damaged := errors.AsType[damage](err); damaged {
		if said, err = setAside(path, err); err == nil {
			said += " and "
			note = said + "what this program knows is written anew."
		}
	}
	if err != nil {
		return document{}, "", fmt.Errorf("what you did in the lessons could not be kept: %w", err)
	}
	if d.Schema == 0 {
		d = known
	}
	d = d.after(changes...)
	d.Schema = schema
	if err := d.write(path); err != nil {
		return document{}, "", fmt.Errorf("%s%w", said, refused(path, err)) // a file that was set aside is still told
	}
	return d, note, nil
}

// refused says why what was done is not in the file.
func refused(path string, err error) error {
	return &refusal.Refusal{
		What: "what you did in the lessons could not be kept in " + path, Path: path, Elsewhere: "name a folder elsewhere in XDG_STATE_HOME", Cause: err,
	}
}

// write replaces the file by the document, at once where the system can.
func (d document) write(path string) error {
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
	}
	return maybe.WriteFile(path, append(text, '\n'), 0o600)
}

// locked keeps other processes from the file until the returned function is
// called. Where files cannot be locked two that write in the same instant may
// lose one change; a folder that cannot be written is told by the write itself.
func locked(path string) (unlock func()) {
	unlock, err := lockedfile.MutexAt(path + ".lock").Lock()
	if err != nil {
		return func() {}
	}
	return unlock
}

// read returns what a file holds, an empty document where there is none. Its
// error is a damage where the content is wrong.
func read(path string) (document, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}, nil
	}
	if err != nil {
		return document{}, err
	}
	if !info.Mode().IsRegular() {
		return document{}, fmt.Errorf("%s is no file", path)
	}
	if info.Size() > largest {
		return document{}, damage{fmt.Sprintf("it has %d bytes", info.Size())}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return document{}, err
	}
	return parse(text)
}

func parse(text []byte) (d document, err error) {
	var version struct{ Schema int }
	if err := json.Unmarshal(text, &version); err != nil {
		return document{}, damage{err.Error()}
	}
	if version.Schema != schema {
		return document{}, damage{fmt.Sprintf("its schema is %d, and this program knows %d", version.Schema, schema)}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return document{}, damage{err.Error()}
	}
	for id, l := range d.Lessons {
		if id == "" || l.Reached < 0 || slices.ContainsFunc(l.Answers, Answer.wrong) {
			return document{}, damage{fmt.Sprintf("lesson %q holds what no lesson has", id)}
		}
	}
	for id, runs := range d.Tests {
		for _, r := range runs {
			if id == "" || r.Moment != Before && r.Moment != After || slices.ContainsFunc(r.Answers, Answer.wrong) {
				return document{}, damage{fmt.Sprintf("test %q holds what no test has", id)}
			}
		}
	}
	return d, nil
}

// wrong reports whether an answer is none that this program wrote.
func (a Answer) wrong() bool {
	return a.Step < 0 || a.Hints < 0 || a.Points < 0 || a.Points > MostPoints ||
		!slices.Contains([]lessons.QuestionKind{lessons.Choose, lessons.Number, lessons.Order}, a.Kind)
}

// setAside gives a damaged file a name that is free, and begins the sentence
// that says so.
func setAside(path string, why error) (said string, err error) {
	end := filepath.Ext(path)
	base := strings.TrimSuffix(path, end) + ".damaged-" + time.Now().Format("2006-01-02T150405")
	to := base + end
	taken, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		to = fmt.Sprintf("%s-%d%s", base, n, end)
		taken, err = os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	}
	if err == nil {
		err = taken.Close()
	}
	if err == nil {
		err = os.Rename(path, to) // over the empty file, which is ours
	}
	if err != nil {
		return "", fmt.Errorf("%s is damaged (%w) and cannot be set aside: %w", path, why, err)
	}
	return fmt.Sprintf("%s was damaged (%v): it is now %s,", path, why, filepath.Base(to)), nil
}

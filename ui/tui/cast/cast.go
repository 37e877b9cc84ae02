// Package cast writes down what a screen shows, as it goes to the terminal, in
// the format of asciinema: asciicast, version 2
// (https://docs.asciinema.org/manual/asciicast/v2/). Each line of the file is
// written whole, so that one that was cut off by a crash still plays.
package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"linebounce/probes/refusal"
)

// pause is how much time lies between two writes to the file: the disk is not to
// slow the screen.
const pause = time.Second

// Header says what is recorded.
type Header struct {
	Width, Height int // cells
	At            time.Time
	Title         string
	Term          string // the value of TERM, "" where it has none
}

// opening is the header as it stands in the file.
type opening struct {
	Version   int               `json:"version"`
	Width     int               `json:"width"`
	Height    int               `json:"height"`
	Timestamp int64             `json:"timestamp"`
	Title     string            `json:"title,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
}

// Writer takes in what goes to a terminal. A nil Writer takes in nothing. It is
// safe for several goroutines.
type Writer struct {
	path string
	now  func() time.Time

	mutex         sync.Mutex
	began         time.Time
	width, height int
	split         []byte       // the beginning of a character whose end is still to come
	lines         bytes.Buffer // that are not in the file yet
	due           bool         // they will be, by themselves
	ended         bool         // nothing is taken in any more
	tell          func(error)

	disk  sync.Mutex // held while the file is written to
	file  *os.File
	size  int64 // of the whole lines in it
	fault error
}

// Create begins a file. It does not write over an existing one.
func Create(path string, h Header) (*Writer, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("%s exists and is not written over: name another file for the cast, or remove it first", path)
	case err != nil:
		return nil, refused(fmt.Sprintf("the cast %s cannot be made", path), path, err)
	}
	o := opening{Version: 2, Width: h.Width, Height: h.Height, Timestamp: h.At.Unix(), Title: h.Title}
	if h.Term != "" {
		o.Env = map[string]string{"TERM": h.Term}
	}
	w := &Writer{path: path, now: time.Now, began: time.Now(), width: h.Width, height: h.Height, file: file}
	w.add(o)
	if w.flush(); w.fault != nil {
		_ = file.Close()
		_ = os.Remove(path)
		return nil, refused(fmt.Sprintf("the cast %s cannot be made", path), path, w.fault)
	}
	return w, nil
}

// refused says why something could not be done with the file.
func refused(what, path string, err error) error {
	return &refusal.Refusal{What: what, Path: path, Elsewhere: "name a file elsewhere", Cause: err}
}

// torn says why the file ends early, and what it is still good for.
func (w *Writer) torn(err error) error {
	return refused(fmt.Sprintf("the cast %s cannot be written on and plays only what came before", w.path), w.path, err)
}

// Path returns the file as it was named.
func (w *Writer) Path() string { return w.path }

// Tell says who hears, from any goroutine, why the file cannot be written on.
func (w *Writer) Tell(tell func(error)) {
	if w == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.tell = tell
}

// Write takes in what was written to the terminal. It neither fails nor waits for
// the file.
func (w *Writer) Write(b []byte) (int, error) {
	if w == nil {
		return len(b), nil
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	text := append(w.split, b...)
	whole := len(text) - begun(text)
	w.split = append([]byte(nil), text[whole:]...)
	w.event("o", text[:whole])
	return len(b), nil
}

// begun is how many bytes at the end of text are the beginning of a character.
func begun(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if end := text[len(text)-n:]; utf8.RuneStart(end[0]) {
			if !utf8.FullRune(end) {
				return n
			}
			break
		}
	}
	return 0
}

// Resize says that the terminal has another size.
func (w *Writer) Resize(width, height int) {
	if w == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if width < 1 || height < 1 || width == w.width && height == w.height {
		return
	}
	w.width, w.height = width, height
	w.event("r", fmt.Appendf(nil, "%dx%d", width, height))
}

// event adds an event of now.
func (w *Writer) event(kind string, data []byte) {
	if w.ended || len(data) == 0 {
		return
	}
	w.add([]any{json.RawMessage(fmt.Sprintf("%.6f", w.now().Sub(w.began).Seconds())), kind, string(data)})
	if !w.due {
		w.due = true
		time.AfterFunc(pause, w.flush)
	}
}

// add adds a line.
func (w *Writer) add(value any) {
	to := json.NewEncoder(&w.lines)
	to.SetEscapeHTML(false)
	_ = to.Encode(value) // strings and numbers can be, and a buffer takes everything
}

// flush writes what there is to the file. Of a line for which there is no room it
// leaves nothing, so that what came before can be played.
func (w *Writer) flush() {
	w.disk.Lock()
	defer w.disk.Unlock()
	w.mutex.Lock()
	text, tell := bytes.Clone(w.lines.Bytes()), w.tell
	w.lines.Reset()
	w.due = false
	w.mutex.Unlock()
	if w.fault != nil || len(text) == 0 {
		return
	}
	n, err := w.file.Write(text)
	if err == nil {
		w.size += int64(n)
		return
	}
	w.fault = w.torn(err)
	w.size += int64(bytes.LastIndexByte(text[:n], '\n') + 1)
	_ = w.file.Truncate(w.size)
	w.mutex.Lock()
	w.ended = true
	w.mutex.Unlock()
	if tell != nil {
		tell(w.fault)
	}
}

// Close writes what is left and ends the file. Its error is the first fault.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	w.mutex.Lock()
	w.event("o", []byte(strings.ToValidUTF8(string(w.split), "�")))
	w.ended = true
	w.mutex.Unlock()
	w.flush()
	w.disk.Lock()
	defer w.disk.Unlock()
	if err := w.file.Close(); err != nil && w.fault == nil && !errors.Is(err, os.ErrClosed) {
		w.fault = w.torn(err)
	}
	return w.fault
}

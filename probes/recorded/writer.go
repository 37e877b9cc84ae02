package recorded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
)

// Writer writes a recording as its readings come in. It is safe for several
// goroutines. After a fault every call returns that fault.
type Writer struct {
	path  string
	began time.Time

	mutex sync.Mutex
	file  *os.File
	size  int64
	fault error
}

// Create begins a recording in a file. It does not write over an existing one
// unless it is forced to.
func Create(path string, h Header, force bool) (*Writer, error) {
	mode := os.O_EXCL
	if force {
		mode = os.O_TRUNC
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|mode, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists and is not written over: name another file, or add --force", path)
	}
	if err != nil {
		return nil, fmt.Errorf("the recording cannot be created: %w", err)
	}
	w := &Writer{path: path, file: file, began: time.Now()}
	if err := w.write(opening{Format: magic, Version: Version, Header: h}); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Add writes one reading. It is in the hands of the system when Add returns,
// so that whatever ends this program does not end the recording.
func (w *Writer) Add(experiment string, r probes.Reading) error {
	return w.write(line{Experiment: experiment, Reading: &r})
}

// Burst writes one burst of the Scope.
func (w *Writer) Burst(c scope.Capture) error {
	return w.write(line{Burst: &c, At: time.Since(w.began)})
}

// Map writes one latency map.
func (w *Writer) Map(m latency.Map) error { return w.write(line{Map: &m}) }

// Profile writes one profile.
func (w *Writer) Profile(p profile.Result) error { return w.write(line{Profile: &p}) }

func (w *Writer) write(value any) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.fault != nil {
		return w.fault
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("this cannot be written as JSON: %w", err)
	}
	n, err := w.file.Write(append(text, '\n'))
	w.size += int64(n)
	if err != nil {
		w.fault = fmt.Errorf("the recording cannot be written on: %w", err)
	}
	return w.fault
}

// Size returns the bytes that the file has.
func (w *Writer) Size() int64 {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.size
}

// Path returns the file as it was named.
func (w *Writer) Path() string { return w.path }

// Close ends the recording.
func (w *Writer) Close() error {
	return errors.Join(w.write(line{End: true}), w.file.Close())
}

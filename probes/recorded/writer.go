package recorded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"linebounce/probes"
)

// Writer writes a recording as its readings come in.
type Writer struct {
	file *os.File
}

// Create begins a recording in a new file. It never writes over an existing
// one.
func Create(path string, h Header) (*Writer, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists and is not written over: name another file, or remove it first", path)
	}
	if err != nil {
		return nil, fmt.Errorf("the recording cannot be created: %w", err)
	}
	w := &Writer{file: file}
	if err := w.write(opening{Format: magic, Version: Version, Header: h}); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Add writes one reading. It is in the hands of the system when Add returns,
// so that whatever ends this program does not end the recording.
func (w *Writer) Add(experiment string, r probes.Reading) error {
	return w.write(line{experiment, r})
}

func (w *Writer) write(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("a reading cannot be written as JSON: %w", err)
	}
	if _, err := w.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("the recording cannot be written on: %w", err)
	}
	return nil
}

// Close ends the recording.
func (w *Writer) Close() error { return w.file.Close() }

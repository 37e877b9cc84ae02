package recorded

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"linebounce/probes"
	"linebounce/probes/breakdown"
)

// Writer writes a recording as its readings come in. It is safe for several
// goroutines. After a fault, such as a full disk, every call returns that fault,
// and what was written before stays readable.
type Writer struct {
	path  string
	clock func() time.Duration // since the recording began

	mutex   sync.Mutex
	file    *file
	fault   error
	closed  bool
	dirty   bool // something was written since the file was last brought to the disk
	lines   []byte
	encoder *encoder
	allowed allowance
	picture int // the number of the next burst or map
	end     ending

	stop    chan struct{}
	stopped sync.WaitGroup
}

// secure is how often what was written is brought to the disk.
const secure = time.Second

// Create begins a recording. Where the file's name ends in .gz it is compressed.
// An existing file is an error unless force is set, and then it is replaced when
// the new one was begun well. Errors are sentences.
func Create(path string, h Header, force bool) (*Writer, error) {
	place, err := find(path, force)
	if err != nil {
		return nil, err
	}
	disk, err := place.open()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	w := &Writer{
		path: path, file: wrap(path, disk), clock: func() time.Duration { return time.Since(began) },
		encoder: newEncoder(h.Machine), stop: make(chan struct{}),
	}
	w.encoder.room = w.room
	err = w.open(h)
	if err == nil {
		err = place.settle()
	}
	if err != nil {
		disk.Close()
		place.discard()
		return nil, err
	}
	w.stopped.Go(w.keep)
	return w, nil
}

// open writes the header.
func (w *Writer) open(h Header) error {
	text, err := json.Marshal(opening{Format: magic, Version: Version, ReadableBy: readableBy, Header: h})
	if err != nil {
		return fmt.Errorf("the header of %s cannot be written as JSON: %w", w.path, err)
	}
	if len(text) >= longest {
		return fmt.Errorf("the header of %s is too large: a machine of %d CPUs", w.path, len(h.Machine.CPUs))
	}
	if err = w.file.write(append(plain(text), '\n')); err == nil {
		err = w.file.flush()
	}
	if err != nil {
		return failed("cannot be written", w.path, err)
	}
	return nil
}

// keep brings what was written to the disk once in a while.
func (w *Writer) keep() {
	defer breakdown.Catch()
	ticker := time.NewTicker(secure)
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
			w.flush()
		}
	}
}

// flush brings what was written to the disk. Waiting for the disk holds nobody
// up who writes meanwhile.
func (w *Writer) flush() {
	w.mutex.Lock()
	if w.fault != nil || !w.dirty {
		w.mutex.Unlock()
		return
	}
	w.dirty = false
	w.failed(w.file.flush())
	w.mutex.Unlock()
	err := toDisk(w.file.disk)
	w.mutex.Lock()
	w.failed(err)
	w.mutex.Unlock()
}

// toDisk waits for the disk, where the file is on one.
func toDisk(disk *os.File) error {
	if err := disk.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// failed keeps the first fault and returns it.
func (w *Writer) failed(err error) error {
	if err != nil && w.fault == nil {
		w.fault = failed("cannot be written on, so the recording ends here", w.path, err)
	}
	return w.fault
}

// write appends lines and writes them. An error of append, which concerns only
// what was to be added, ends nothing.
func (w *Writer) write(appendTo func([]byte) ([]byte, error)) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.fault != nil {
		return w.fault
	}
	lines, err := appendTo(w.lines[:0])
	if w.lines = lines; len(lines) > 0 {
		w.dirty = true
		w.failed(w.file.write(lines))
	}
	if w.fault != nil {
		return w.fault
	}
	return err
}

// Add writes one reading. Unless the file is compressed, it is in the hands of
// the system when Add returns, so that whatever ends this program does not end
// the recording; compressed, it is within a second. A strip may be left out where
// strips have grown too many.
func (w *Writer) Add(experiment string, r probes.Reading) error {
	return w.write(func(to []byte) ([]byte, error) {
		if err := measured("a reading of "+experiment, r.Origin); err != nil {
			return to, err
		}
		lines, _, err := w.encoder.reading(to, experiment, r)
		if err == nil {
			w.end.Readings++
		}
		return lines, err
	})
}

// Size returns the bytes that the file has.
func (w *Writer) Size() int64 {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.file.size
}

// LeftOut returns how many strips and bursts there was no room for.
func (w *Writer) LeftOut() (strips, bursts int) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.end.Strips, w.end.Bursts
}

// Fault returns what ended the recording before it was closed, nil while nothing
// has. An error of a call that is no fault concerns only what was to be written.
func (w *Writer) Fault() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return nil
	}
	return w.fault
}

// Path returns the file as it was named.
func (w *Writer) Path() string { return w.path }

// Close ends the recording. Its error is the fault, if there was one. Closing
// again does nothing.
func (w *Writer) Close() error {
	w.mutex.Lock()
	closed := w.closed
	w.closed = true
	w.mutex.Unlock()
	if closed {
		return nil
	}
	close(w.stop)
	w.stopped.Wait()
	err := w.write(func(to []byte) ([]byte, error) { return appendKind(to, "end", w.end) })
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err == nil {
		err = w.failed(w.file.close())
	}
	if err == nil {
		err = w.failed(toDisk(w.file.disk))
	}
	if last := w.file.disk.Close(); err == nil {
		err = w.failed(last)
	}
	if w.fault == nil {
		w.fault = fmt.Errorf("the recording %s has ended: %w", w.path, os.ErrClosed)
	}
	return err
}

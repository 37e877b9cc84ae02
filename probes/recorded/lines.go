package recorded

import (
	"bytes"
	"errors"
	"io"
)

// longest is how long a line may be, in bytes.
const longest = 4 << 20

// firstBuffer is how much is read at a time until a line is longer.
const firstBuffer = 64 << 10

// lines reads a file line by line.
type lines struct {
	from   io.Reader
	buffer []byte
	begin  int // of what is not given yet
	filled int
	number int   // of the line last given
	err    error // why there is no more, io.EOF at the end
}

// line is one line of a file.
type line struct {
	text   []byte // until the next line is read
	number int
	whole  bool // its end was read
	long   bool // longer than any that is read; it has no text
}

// next returns the next line, and false at the end of what can be read.
func (l *lines) next() (line, bool) {
	for searched := 0; ; {
		rest := l.buffer[l.begin:l.filled]
		if i := bytes.IndexByte(rest[searched:], '\n'); i >= 0 {
			l.begin += searched + i + 1
			l.number++
			return line{text: rest[:searched+i], number: l.number, whole: true}, true
		}
		if l.err != nil && len(rest) == 0 {
			return line{}, false
		}
		if l.err != nil {
			l.begin = l.filled
			l.number++
			return line{text: rest, number: l.number}, true
		}
		if searched = len(rest); searched > longest {
			return l.skip(), true
		}
		l.fill()
	}
}

// fill reads on behind what is not given yet.
func (l *lines) fill() {
	rest := l.buffer[l.begin:l.filled]
	if 2*len(rest) > len(l.buffer) || l.buffer == nil {
		l.buffer = make([]byte, max(firstBuffer, 2*len(l.buffer)))
	}
	l.begin, l.filled = 0, copy(l.buffer, rest)
	l.read()
}

// read fills the rest of the buffer. Readers may give nothing now and then, but
// not for ever.
func (l *lines) read() {
	for range 100 {
		n, err := l.from.Read(l.buffer[l.filled:])
		l.filled += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// skip goes over the rest of a line that is too long, without keeping it.
func (l *lines) skip() line {
	l.number++
	for l.err == nil {
		l.begin, l.filled = 0, 0
		l.read()
		if i := bytes.IndexByte(l.buffer[:l.filled], '\n'); i >= 0 {
			l.begin = i + 1
			return line{number: l.number, whole: true, long: true}
		}
	}
	l.begin = l.filled
	return line{number: l.number, long: true}
}

// cut reports whether the file ended without a fault, or was cut off.
func (l *lines) cut() bool { return errors.Is(l.err, io.EOF) || errors.Is(l.err, io.ErrUnexpectedEOF) }

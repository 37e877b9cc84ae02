package recorded

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// start is how every recording starts.
const start = `{"format":"` + magic + `"`

// IsRecording reports whether a file whose first bytes these are is a
// recording, compressed or not. Some hundred bytes are enough.
func IsRecording(first []byte) bool {
	in, _, err := unpacked(bytes.NewReader(first))
	if err != nil {
		return false
	}
	text := make([]byte, len(start))
	n, _ := io.ReadFull(in, text)
	return string(text[:n]) == start
}

// unpacked returns the text of a recording, and whether it was compressed.
func unpacked(from io.Reader) (in io.Reader, compressed bool, err error) {
	buffered := bufio.NewReader(from)
	if magic, _ := buffered.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return buffered, false, nil
	}
	unzipped, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, true, errors.New("this begins like a gzip file but is none, or was cut off in its first bytes")
	}
	return unzipped, true, nil
}

// readHeader reads the first line. Its errors say what the file is instead,
// where that can be told.
func readHeader(l *lines) (opening, error) {
	first, found := l.next()
	if !found && !l.cut() {
		return opening{}, fmt.Errorf("this cannot be read: %w", l.err)
	}
	var o opening
	err := json.Unmarshal(plain(first.text), &o)
	switch {
	case !found:
		return o, errors.New("this file is empty, so it is no recording")
	case err == nil && o.Format == magic:
		return o, o.check()
	case !first.whole && bytes.HasPrefix(first.text, []byte(start)):
		return o, errors.New("this recording was cut off in its first line, so nothing of it can be read")
	}
	return o, errors.New("this is no recording: " + kindOf(first.text, l.buffer[:l.filled]))
}

// kindOf says what a file is by its first line and its beginning.
func kindOf(first, beginning []byte) string {
	text := bytes.TrimSpace(beginning[:min(len(beginning), 4096)])
	switch {
	case !isText(text):
		return "it is not text"
	case bytes.HasPrefix(text, []byte("{")) && bytes.Contains(text, []byte(`"schema"`)):
		return "it is a result in JSON, which compare and report read"
	case bytes.HasPrefix(text, []byte(`{"version"`)) && bytes.Contains(first, []byte(`"width"`)):
		return "it is an asciicast, which asciinema plays"
	}
	return "its first line is not the header of one"
}

// isText reports whether a file may be text that begins so. Its last character
// may be cut.
func isText(beginning []byte) bool {
	for n := range min(utf8.UTFMax, len(beginning)+1) {
		if utf8.Valid(beginning[:len(beginning)-n]) {
			return bytes.IndexByte(beginning, 0) < 0
		}
	}
	return false
}

// check returns why a recording with this header cannot be read.
func (o opening) check() error {
	switch {
	case o.Version < 1:
		return fmt.Errorf("this recording says that it is in version %d of the format, which there never was", o.Version)
	case o.Version > Version && (o.ReadableBy < 1 || o.ReadableBy > Version):
		return fmt.Errorf("this recording is in version %d of the format, made by linebounce %s; this program reads up to version %d, so it takes a newer one",
			o.Version, o.Program, Version)
	}
	for i, cpu := range o.Machine.CPUs {
		if cpu.Number < 0 || cpu.Number >= mostNumber || i > 0 && cpu.Number <= o.Machine.CPUs[i-1].Number {
			return fmt.Errorf("this recording's header is damaged: CPU %d is out of range or out of order", cpu.Number)
		}
	}
	if o.Machine.LineBytes < 0 || o.Machine.LineBytes > 1<<16 || o.Machine.Online < 0 {
		return fmt.Errorf("this recording's header is damaged: lines of %d bytes on %d CPUs", o.Machine.LineBytes, o.Machine.Online)
	}
	return nil
}

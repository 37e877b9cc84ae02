package recorded

import (
	"bytes"
	"compress/gzip"
	"os"
	"strings"
)

// file is a recording's file: text, or compressed where its name ends in .gz.
type file struct {
	path string
	disk *os.File
	put  func([]byte) (int, error) // writes to the disk
	zip  *gzip.Writer              // nil for text
	size int64                     // bytes that are written
}

// wrap makes a file of one that is open and empty.
func wrap(path string, disk *os.File) *file {
	f := &file{path: path, disk: disk, put: disk.Write}
	if strings.HasSuffix(path, ".gz") {
		f.zip = gzip.NewWriter((*counted)(f))
	}
	return f
}

// counted is the disk under a file, and counts what is written.
type counted file

func (f *counted) Write(text []byte) (int, error) {
	n, err := f.put(text)
	f.size += int64(n)
	return n, err
}

// packed is how many times smaller strips and bursts become by compression, at
// least.
const packed = 2

// takes returns how much of the file so many bytes of strips or bursts take.
func (f *file) takes(size int) int {
	if f.zip != nil {
		return size / packed
	}
	return size
}

// write writes lines. Of a text, they are in the hands of the system then. After
// an error the file ends with the last line that was written whole, as far as
// the system allows.
func (f *file) write(lines []byte) error {
	if f.zip != nil {
		_, err := f.zip.Write(lines)
		return err
	}
	before := f.size
	n, err := (*counted)(f).Write(lines)
	if err != nil {
		f.size = before + int64(bytes.LastIndexByte(lines[:n], '\n')+1)
		_ = f.disk.Truncate(f.size) // the fault itself is what there is to tell
	}
	return err
}

// flush hands what is compressed so far to the system.
func (f *file) flush() error {
	if f.zip != nil {
		return f.zip.Flush()
	}
	return nil
}

// close ends the file.
func (f *file) close() error {
	if f.zip != nil {
		return f.zip.Close()
	}
	return nil
}

package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"linebounce/probes/recorded"
)

// longest is more than any JSON document is long. It keeps a file that is
// something else from filling the memory.
const longest = 256 << 20

// Read reads one file of results: a recording or a JSON document. Of a file of
// several documents it returns the first; Load returns all.
func Read(path string) (File, error) {
	files, faults := readAll(path)
	if len(files) == 0 {
		return File{}, errors.Join(faults...)
	}
	first := files[0]
	if len(files) > 1 {
		first.Warnings = append(first.Warnings, fmt.Sprintf("The file holds %d documents, and this is the first.", len(files)))
	}
	for _, fault := range faults {
		first.Warnings = append(first.Warnings, fault.Error())
	}
	return first, nil
}

// Load reads files and the files in folders, not those in folders below. What
// cannot be read is left out and told by an error, a sentence each. A file may
// hold several JSON documents one after another, which come as a File each.
func Load(paths []string) ([]File, []error) {
	var files []File
	var faults []error
	seen := map[string]bool{}
	for _, path := range paths {
		within, err := expand(path)
		if err != nil {
			faults = append(faults, err)
		}
		for _, name := range within {
			if full, err := filepath.Abs(name); err == nil && seen[full] {
				continue
			} else if err == nil {
				seen[full] = true
			}
			found, wrong := readAll(name)
			files, faults = append(files, found...), append(faults, wrong...)
		}
	}
	return files, faults
}

// endings are those of files that a folder is searched for.
var endings = []string{".json", ".jsonl", ".jsonl.gz"}

// expand returns the files in a folder by name, or the path itself.
func expand(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	var names []string
	for _, e := range entries {
		named := slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(e.Name(), ending) })
		// A pipe that happens to lie there would be waited for.
		if info, err := os.Stat(filepath.Join(path, e.Name())); named && err == nil && info.Mode().IsRegular() {
			names = append(names, filepath.Join(path, e.Name()))
		}
	}
	if names == nil {
		return nil, fmt.Errorf("%s: the folder holds no file that ends in %s", clean(path), strings.Join(endings, ", "))
	}
	return names, nil
}

// unreadable says why the system does not open a path, which it names once.
func unreadable(path string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s: %w", clean(path), err)
}

func readAll(path string) ([]File, []error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, []error{unreadable(path, err)}
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if info, err := file.Stat(); err == nil && info.Size() > longest && !isRecording(in) {
		return nil, []error{fmt.Errorf("%s: %w", clean(path), errTooLong)}
	}
	return read(path, in)
}

var errTooLong = fmt.Errorf("the file is longer than %d MB, which no JSON of linebounce is", longest>>20)

// isRecording looks ahead.
func isRecording(in *bufio.Reader) bool {
	start, _ := in.Peek(in.Size())
	return recorded.IsRecording(start)
}

// read reads what a file holds. The errors name the path.
func read(path string, from io.Reader) ([]File, []error) {
	in := bufio.NewReader(from)
	if isRecording(in) {
		f, err := recording(path, in)
		if err != nil {
			return nil, []error{fmt.Errorf("%s: %s", clean(path), clean(err.Error()))}
		}
		return []File{f}, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, longest+1))
	if err == nil && len(text) > longest {
		err = errTooLong
	}
	if err != nil {
		return nil, []error{unreadable(path, err)}
	}
	return documents(path, text)
}

// documents reads JSON documents that stand one after another.
func documents(path string, text []byte) (files []File, faults []error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if err == io.EOF {
			if files == nil && faults == nil {
				faults = append(faults, fmt.Errorf("%s: the file is empty", clean(path)))
			}
			return files, faults
		}
		if err != nil {
			return files, append(faults, syntax(path, text, int(decoder.InputOffset()), err))
		}
		begin := int(decoder.InputOffset()) - len(raw)
		f, err := newFile(path, raw)
		if err != nil {
			faults = append(faults, fault(path, text, begin, err))
			continue
		}
		files = append(files, f)
	}
}

// syntax says where a text stops being JSON; what comes behind cannot be read
// either.
func syntax(path string, text []byte, begin int, err error) error {
	var at *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: line %d: the file was cut off within a document", clean(path), line(text, len(text)))
	case errors.As(err, &at):
		begin = int(at.Offset)
	}
	return fmt.Errorf("%s: line %d: this is no JSON and no recording: %w", clean(path), line(text, begin), err)
}

// fault says what is wrong with the document that begins at an offset.
func fault(path string, text []byte, begin int, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		begin += int(kind.Offset)
		err = fmt.Errorf("%s cannot be a %s", clean(kind.Field), clean(kind.Value))
		if kind.Field == "" {
			err = errors.New("this is no result of linebounce")
		}
	}
	return fmt.Errorf("%s: line %d: %w", clean(path), line(text, begin), err)
}

// line returns the number of the line that an offset is in.
func line(text []byte, offset int) int {
	return 1 + bytes.Count(text[:max(0, min(offset, len(text)))], []byte("\n"))
}

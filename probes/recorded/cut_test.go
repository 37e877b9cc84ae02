package recorded

import (
	"bytes"
	"compress/gzip"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// once gives a text.
type once struct{ text []byte }

func (o *once) Read(to []byte) (int, error) {
	n := copy(to, o.text)
	o.text = o.text[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// readingLines returns how many whole readings a text has: lines that are lists,
// with their end or only without its newline.
func readingLines(text []byte) (n int) {
	for l := range bytes.Lines(text) {
		if l = bytes.TrimSuffix(l, []byte("\n")); bytes.HasPrefix(l, []byte("[")) && bytes.HasSuffix(l, []byte("]")) && bytes.Count(l, []byte("[")) == bytes.Count(l, []byte("]")) {
			n++
		}
	}
	return n
}

// A recording may be cut off at any byte behind its header: what was whole is
// read, and what was not is told.
func TestCutOffAnywhere(t *testing.T) {
	text := content(t, write(t, "file", kinds(t)))
	whole, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	all := drain(t, whole, "counters")
	begin := bytes.IndexByte(text, '\n')
	for end := range text {
		r, err := Read(bytes.NewReader(text[:end]))
		if end < begin {
			if err == nil || strings.Count(err.Error(), "\n") > 0 {
				t.Fatalf("cut in the header at %d: %v", end, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", end, len(text), err)
		}
		if got, want := count(r), readingLines(text[:end]); got != want {
			t.Fatalf("cut at %d: %d readings, want %d: %q", end, got, want, r.Warnings)
		}
		if r.Source("counters") != nil {
			if got := drain(t, r, "counters"); !reflect.DeepEqual(got, all[:len(got)]) {
				t.Fatalf("cut at %d: the readings are others", end)
			}
		}
		if cut := end < len(text)-1; cut == r.Whole || cut != (len(r.Warnings) == 1) {
			t.Fatalf("cut at %d of %d: whole %v, warnings %q", end, len(text), r.Whole, r.Warnings)
		}
	}
}

// Of a compressed recording, all is read that can be decompressed.
func TestCompressedAndCutOffAnywhere(t *testing.T) {
	path := t.TempDir() + "/file.jsonl.gz"
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	flushed := map[int64]int{} // readings by the file's size when they were surely written
	for i, a := range kinds(t) {
		if err := w.Add(a.experiment, a.reading); err != nil {
			t.Fatal(err)
		}
		w.flush()
		flushed[w.Size()] = i + 1
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	packed := content(t, path)
	promised := 0
	for end := range packed {
		promised = max(promised, flushed[int64(end)])
		r, err := Read(bytes.NewReader(packed[:end]))
		if err != nil {
			if promised > 0 {
				t.Fatalf("cut at %d: %v", end, err)
			}
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(packed[:end]))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(z)
		if got, want := count(r), readingLines(text); got != want || got < promised {
			t.Fatalf("cut at %d: %d readings, want %d and at least %d", end, got, want, promised)
		}
		if r.Whole == (len(r.Warnings) == 1) {
			t.Fatalf("cut at %d: whole %v, warnings %q", end, r.Whole, r.Warnings)
		}
	}
	if promised != len(kinds(t)) {
		t.Errorf("only %d readings were ever promised", promised)
	}
}

// It does not matter in which pieces a file is read.
func TestReadInPieces(t *testing.T) {
	text := content(t, write(t, "file", kinds(t)))
	for name, from := range map[string]io.Reader{
		"bytes": iotest.OneByteReader(bytes.NewReader(text)), "with its end": iotest.DataErrReader(bytes.NewReader(text)),
		"halves": iotest.HalfReader(bytes.NewReader(text)),
	} {
		if r, err := Read(from); err != nil || count(r) != len(kinds(t)) || !r.Whole {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, err := Read(io.MultiReader(bytes.NewReader(text[:len(text)-40]), iotest.ErrReader(io.ErrNoProgress)))
	if err != nil || count(r) == 0 || r.Whole || !strings.Contains(strings.Join(r.Warnings, " "), "cannot be read any further") {
		t.Errorf("after an error of the disk: %v, %+v", err, r)
	}
}

func TestDamagedGzip(t *testing.T) {
	packed := content(t, write(t, "file.gz", kinds(t)))
	packed[len(packed)-6]++ // in the checksum
	if r, err := Read(bytes.NewReader(packed)); err != nil || count(r) != len(kinds(t)) || len(r.Warnings) != 1 {
		t.Errorf("a wrong checksum: %v, %+v", err, r)
	}
	for i := 30; i < len(packed); i += 7 {
		damaged := bytes.Clone(packed)
		damaged[i] ^= 0xff
		if r, err := Read(bytes.NewReader(damaged)); err == nil && len(r.Warnings) == 0 {
			t.Errorf("damage at %d is not told", i)
		}
	}
}

package cast

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var header = Header{Width: 80, Height: 24, At: time.Unix(1_800_000_000, 0), Title: "linebounce test", Term: "xterm-256color"}

// event is a line of a cast.
type event struct {
	at         float64
	kind, data string
}

// read returns a cast's header and its events. A line that is no JSON is an
// error of the test.
func read(t *testing.T, path string) (opening, []event) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	var o opening
	if !in.Scan() || json.Unmarshal(in.Bytes(), &o) != nil {
		t.Fatalf("the first line is %q", in.Text())
	}
	var events []event
	for in.Scan() {
		var e event
		if err := json.Unmarshal(in.Bytes(), &[]any{&e.at, &e.kind, &e.data}); err != nil {
			t.Fatalf("%q: %v", in.Text(), err)
		}
		events = append(events, e)
	}
	return o, events
}

func create(t *testing.T) *Writer {
	t.Helper()
	w, err := Create(filepath.Join(t.TempDir(), "session.cast"), header)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestHeader(t *testing.T) {
	w := create(t)
	text, err := os.ReadFile(w.Path()) // before anything is written
	if want := `{"version":2,"width":80,"height":24,"timestamp":1800000000,"title":"linebounce test","env":{"TERM":"xterm-256color"}}` + "\n"; err != nil || string(text) != want {
		t.Errorf("the file begins %q, %v, want %q", text, err, want)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// Wherever writes part, no character is, and all of them come, in their order and
// at their times.
func TestCharactersStayWhole(t *testing.T) {
	const text = "\x1b[1m▷ recorded\x1b[m µ·× ╭─╮ 漢字 <&> \"\\ é\r\n"
	for size := 1; size <= len(text); size++ {
		w := create(t)
		now := time.Unix(0, 0)
		w.began, w.now = now, func() time.Time { return now }
		for i := 0; i < len(text); i += size {
			now = now.Add(1500 * time.Microsecond)
			if n, err := w.Write([]byte(text[i:min(i+size, len(text))])); n != min(size, len(text)-i) || err != nil {
				t.Errorf("%d bytes taken in, %v", n, err)
			}
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		_, events := read(t, w.Path())
		all, last := "", 0.0
		for _, e := range events {
			if e.kind != "o" || e.at < last || !utf8.ValidString(e.data) || strings.ContainsRune(e.data, utf8.RuneError) || e.data == "" {
				t.Errorf("by %d bytes: event %+v after %v s", size, e, last)
			}
			all, last = all+e.data, e.at
		}
		if all != text {
			t.Errorf("by %d bytes: %q, want %q", size, all, text)
		}
		if want := 0.0015 * float64((len(text)+size-1)/size); last < want-1e-6 || last > want+1e-6 {
			t.Errorf("by %d bytes the last event is at %v s, want %v", size, last, want)
		}
	}
}

// What is no UTF-8 comes as such a character, and does not hold up the rest.
func TestNoText(t *testing.T) {
	w := create(t)
	for _, b := range []string{"a\xff", "b\xe2\x96", "c", "\xf0\x9f"} {
		_, _ = w.Write([]byte(b))
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	all := ""
	_, events := read(t, w.Path())
	for _, e := range events {
		all += e.data
	}
	if letters := strings.ReplaceAll(all, "�", ""); letters != "abc" || !strings.HasSuffix(all, "�") {
		t.Errorf("got %q", all)
	}
}

// A terminal that gets another size makes an event, one that gets the same makes
// none.
func TestResize(t *testing.T) {
	w := create(t)
	for _, size := range [][2]int{{80, 24}, {0, 0}, {120, 40}, {120, 40}, {80, 24}} {
		w.Resize(size[0], size[1])
	}
	_ = w.Close()
	_, events := read(t, w.Path())
	var got []string
	for _, e := range events {
		got = append(got, e.kind+" "+e.data)
	}
	if strings.Join(got, ", ") != "r 120x40, r 80x24" {
		t.Errorf("got %v", events)
	}
}

// What was written goes to the file without anybody closing it, in whole lines.
func TestReachesTheFileByItself(t *testing.T) {
	w := create(t)
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	_ = w.file.Close()
	w.file = to
	_, _ = w.Write([]byte("hello"))
	_, _ = w.Write([]byte(" again"))
	text := make([]byte, 1000)
	n, err := from.Read(text)
	if got := string(text[:n]); err != nil || !strings.Contains(got, `"hello"]`+"\n[") || !strings.HasSuffix(got, `" again"]`+"\n") {
		t.Errorf("%q came, %v", got, err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	_, _ = w.Write([]byte("behind the end"))
	if n, err := from.Read(text); n > 0 {
		t.Errorf("%q came too, %v", text[:n], err)
	}
}

func TestNoFileIsWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.cast")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, header); err == nil || !strings.Contains(err.Error(), path+" exists and is not written over") {
		t.Errorf("it ends with %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "precious" {
		t.Errorf("the file is %q now, %v", text, err)
	}
	if _, err := Create(filepath.Join(path, "below"), header); err == nil || !strings.Contains(err.Error(), "below cannot be made: ") {
		t.Errorf("it ends with %v", err)
	}
}

// No tape is a tape that takes in nothing.
func TestNone(t *testing.T) {
	var w *Writer
	w.Resize(1, 2)
	w.Tell(nil)
	if n, err := w.Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

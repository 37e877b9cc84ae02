package lessons

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads one file of the course. It returns what it understood, and every
// fault in the order of the file; a lesson with a fault is not to be shown. The
// name is the file's, without its folder. What only a whole course can tell, such
// as whether an id is unique, is for Load.
func Parse(name string, text []byte) (Lesson, []Fault) {
	r := &reader{faults: faults{file: name}, lesson: Lesson{File: name, Kind: Teaching}}
	r.take(text)
	if strings.TrimSpace(string(r.text)) == "" {
		r.add(0, "front matter and steps, as in FORMAT.md", "the file is empty")
		return r.lesson, r.sorted()
	}
	start := r.front()
	if line := r.crowded(); line > 0 {
		r.add(line, "a blank line between paragraphs", "more than %d bytes follow without a blank line", maxRun)
		return r.lesson, r.sorted()
	}
	for again := 0; start < len(r.text); again++ {
		if again > maxAgain {
			r.add(r.at(start), "an end to each fence and comment", "too many have none, so the rest is not read")
			break
		}
		start = r.body(start)
	}
	r.finish()
	return r.lesson, r.sorted()
}

const (
	// maxRun is how many bytes may follow each other without a blank line: some
	// fifty lines. Markdown can be written so that reading a paragraph takes the
	// square of its length.
	maxRun = 4 << 10

	// maxAgain is how often reading starts anew behind something without an
	// end, which reads all the rest each time.
	maxAgain = 20
)

// crowded returns the first line of a run that is too long, 0 where there is
// none.
func (r *reader) crowded() int {
	first, run := 1, 0
	for i := range r.starts {
		line := r.line(i + 1)
		if len(bytes.TrimSpace(line)) == 0 {
			first, run = i+2, 0
			continue
		}
		if run += len(line); run > maxRun {
			return first
		}
	}
	return 0
}

// reader is a file being read.
type reader struct {
	faults
	text   []byte
	starts []int // of its lines
	lesson Lesson
	step   *Step           // being read, nil before the first
	part   part            // of the step
	seen   map[string]bool // of its parts and fences
	early  bool            // something before the first step was named already
}

// take makes a text what the rest of the reader expects: line feeds, UTF-8 and
// no control characters. Byte-order marks and carriage returns come from editors
// on Windows and are no fault.
func (r *reader) take(text []byte) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	r.text = text
	r.starts = lineStarts(text)
	r.characters()
	r.text = bytes.Map(func(c rune) rune { // which also replaces what is not UTF-8
		switch {
		case c == '\t':
			return ' '
		case unicode.IsControl(c) && c != '\n':
			return utf8.RuneError
		}
		return c
	}, text)
	r.starts = lineStarts(r.text)
}

func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, c := range text {
		if c == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// characters names what cannot be shown: each kind where it first stands, and on
// how many lines.
func (r *reader) characters() {
	type kind struct{ problem, wanted string }
	var (
		tab     = kind{"a tab stands", "spaces, for nobody knows how wide it is"}
		invalid = kind{"bytes that are not UTF-8 stand", "a file saved as UTF-8"}
		control = kind{"a control character stands", "text"}
	)
	first, lines := map[kind]int{}, map[kind]int{}
	for i := range r.starts {
		line := r.line(i + 1)
		found := map[kind]bool{}
		for j := 0; j < len(line); {
			c, n := utf8.DecodeRune(line[j:])
			switch {
			case c == '\t':
				found[tab] = true
			case c == utf8.RuneError && n <= 1:
				found[invalid] = true
			case unicode.IsControl(c) && c != '\n':
				found[control] = true
			}
			j += n
		}
		for k := range found {
			if lines[k]++; lines[k] == 1 {
				first[k] = i + 1
			}
		}
	}
	for _, k := range []kind{tab, invalid, control} {
		switch n := lines[k]; {
		case n == 1:
			r.add(first[k], k.wanted, "%s here", k.problem)
		case n > 1:
			r.add(first[k], k.wanted, "%s here, and the same on %d lines more", k.problem, n-1)
		}
	}
}

// line returns a line by its number, with its line feed.
func (r *reader) line(number int) []byte {
	end := len(r.text)
	if number < len(r.starts) {
		end = r.starts[number]
	}
	return r.text[r.starts[number-1]:end]
}

// at returns the number of the line that a byte is on.
func (r *reader) at(offset int) int {
	i, found := slices.BinarySearch(r.starts, max(offset, 0))
	if found {
		return i + 1
	}
	return i
}

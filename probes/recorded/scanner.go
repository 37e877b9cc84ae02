package recorded

import (
	"bytes"
	"fmt"
	"strconv"
)

// most is what no number of a recording exceeds: 13 days in nanoseconds, and
// small enough for sums over a machine's CPUs.
const most = 1 << 50

// digits is how many digits most has.
const digits = 16

// scanner reads lists of numbers, which encoding/json takes some thirty times as
// long for. After a fault it gives zeros and finds no more items.
type scanner struct {
	text    []byte
	at      int
	fault   string // what is wrong, a sentence without its stop that begins with "it"
	unknown int    // fields that were skipped
}

func (s *scanner) fail(format string, args ...any) {
	if s.fault == "" {
		s.fault = fmt.Sprintf(format, args...)
	}
	s.at = len(s.text)
}

// peek returns the next byte that is not blank, 0 at the end.
func (s *scanner) peek() byte {
	for ; s.at < len(s.text); s.at++ {
		if c := s.text[s.at]; c > ' ' {
			return c
		}
	}
	return 0
}

func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) need(c byte) {
	if s.take(c) {
		return
	}
	if next := s.peek(); next != 0 {
		s.fail("it has %q where %q belongs", next, c)
	} else {
		s.fail("it ends where %q belongs", c)
	}
}

// end is for the end of a line.
func (s *scanner) end() {
	if next := s.peek(); next != 0 {
		s.fail("it goes on with %q where it should end", next)
	}
}

// more reports whether a list or an object has another item, and takes what
// stands before it, or the bracket at the end.
func (s *scanner) more(first bool, closing byte) bool {
	if s.take(closing) || s.fault != "" {
		return false
	}
	if !first {
		s.need(',')
	}
	return s.fault == ""
}

// int reads a whole number.
func (s *scanner) int() int64 {
	text, at := s.text, s.at
	for at < len(text) && text[at] <= ' ' {
		at++
	}
	negative := at < len(text) && text[at] == '-'
	if negative {
		at++
	}
	var n int64
	from := at
	for ; at < len(text); at++ {
		digit := text[at] - '0'
		if digit > 9 {
			break
		}
		n = 10*n + int64(digit)
	}
	switch s.at = at; {
	case at == from:
		s.fail("it has no number where one belongs")
		return 0
	case at-from > digits || n > most:
		s.fail("it has a number out of range")
		return 0
	case negative:
		return -n
	}
	return n
}

// count reads a whole number that cannot be negative.
func (s *scanner) count() int64 {
	n := s.int()
	if n < 0 {
		s.fail("it has %d where a number cannot be negative", n)
		return 0
	}
	return n
}

// following reads a whole number that follows another.
func (s *scanner) following() int64 {
	if s.at < len(s.text) && s.text[s.at] == ',' {
		s.at++
	} else {
		s.need(',')
	}
	return s.int()
}

// float reads any number, also the words for those that JSON has not.
func (s *scanner) float() float64 {
	if s.peek() == '"' {
		v, known := fromWord(s.word())
		if !known {
			s.fail("it has a word where a number belongs")
		}
		return v
	}
	from := s.at
	for s.at < len(s.text) && bytes.IndexByte([]byte("+-.0123456789eE"), s.text[s.at]) >= 0 {
		s.at++
	}
	v, err := strconv.ParseFloat(string(s.text[from:s.at]), 64)
	if err != nil {
		s.fail("it has no number where one belongs")
	}
	return v
}

// word reads a string without escapes.
func (s *scanner) word() string {
	s.need('"')
	n := bytes.IndexByte(s.text[s.at:], '"')
	if n < 0 || bytes.IndexByte(s.text[s.at:s.at+n], '\\') >= 0 {
		s.fail("it has no name where one belongs")
		return ""
	}
	word := string(s.text[s.at : s.at+n])
	s.at += n + 1
	return word
}

// key reads the name of a field.
func (s *scanner) key() string {
	name := s.word()
	s.need(':')
	return name
}

// skip goes over the value of a field that is not known.
func (s *scanner) skip() {
	s.unknown++
	depth, quoted := 0, false
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case quoted && c == '\\':
			s.at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ',' || c == ']' || c == '}'):
			return
		case c == ']' || c == '}':
			depth--
		}
	}
	s.fail("it ends in the middle of a field")
}

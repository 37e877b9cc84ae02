package plain

import (
	"errors"
	"strings"
	"testing"
)

func TestLinesCanBeReadAloud(t *testing.T) {
	for _, c := range []struct{ text, ascii, letters string }{
		{"4.9× as fast", "4.9 times as fast", "4.9 times as fast"},
		{"2 × 4 cores", "2 times 4 cores", "2 times 4 cores"},
		{"5 µs → 6", "5 microseconds to 6", "5 microseconds to 6"},
		{"\x1b[31mred\x1b[0m", "[31mred[0m", "[31mred[0m"},
		{"one\rtwo\x07\u202e", "onetwo", "onetwo"},
		{"Gr\u00fc\u00dfe \u2502 \u2588", "Gr??e | ?", "Gr\u00fc\u00dfe | ?"},
		{"trailing   ", "trailing", "trailing"},
	} {
		for unicode, want := range map[bool]string{false: c.ascii, true: c.letters} {
			var b strings.Builder
			a := account{out: &b, unicode: unicode}
			a.line(c.text)
			if b.String() != want+"\n" {
				t.Errorf("%q with letters %v becomes %q, want %q", c.text, unicode, b.String(), want)
			}
		}
	}
}

type closed struct{ writes int }

var errClosed = errors.New("closed")

func (c *closed) Write([]byte) (int, error) {
	c.writes++
	return 0, errClosed
}

func TestNothingIsWrittenBehindAFault(t *testing.T) {
	out := &closed{}
	a := account{out: out}
	a.say("one")
	a.say("two")
	if out.writes != 1 || !errors.Is(a.err, errClosed) {
		t.Errorf("%d writes, error %v", out.writes, a.err)
	}
}

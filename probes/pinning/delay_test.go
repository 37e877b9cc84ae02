package pinning

import (
	"testing"
	"time"
)

func TestParseDelay(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"871786039 882511283 247\n": 882511283,
		"0 0 1\n":                   0,
		"17":                        0,
		"17 ":                       0,
		"":                          0,
		"12 34":                     34,
	} {
		if got := parseDelay([]byte(text)); got != want {
			t.Errorf("%q reads as %d ns, want %d", text, got, want)
		}
	}
}

package cli

import (
	"testing"
	"time"
)

func TestProgressInWords(t *testing.T) {
	for _, c := range []struct {
		p     progress
		spent time.Duration
		want  string
	}{
		{progress{total: 3 * time.Second, what: "8 pairs"}, time.Second, "1.0 of 3.0 s, 8 pairs"},
		{progress{share: 0.25, what: "2 pairs"}, 4 * time.Second, "[######..................]  25%, about 12s left, 2 pairs"},
		{progress{}, time.Second, "[........................]   0%"},
		{progress{share: 1}, time.Minute, "[########################] 100%, about 0s left"},
	} {
		if got := c.p.words(c.spent); got != c.want {
			t.Errorf("%+v after %v: %q, want %q", c.p, c.spent, got, c.want)
		}
	}
}

package published

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// The mail's twelve symbols, and what its seven that touch pid or cred add up
// to.
func TestTheProfileIsTheOneOfTheMail(t *testing.T) {
	p, err := Profile2011()
	if err != nil {
		t.Fatal(err)
	}
	var all, referring float64
	for _, s := range p.Symbols {
		all += s.Percent
		switch s.Symbol {
		case "put_pid", "unix_stream_recvmsg", "unix_stream_sendmsg", "unix_scm_to_skb", "pid_nr_ns", "cred_to_ucred", "unix_destruct_scm":
			referring += s.Percent
		}
	}
	if len(p.Symbols) != 12 || math.Abs(all-56.45) > 1e-9 || math.Abs(referring-43.42) > 1e-9 {
		t.Errorf("%d symbols with %v percent, %v of them of pid or cred; want 12, 56.45 and 43.42", len(p.Symbols), all, referring)
	}
	if !slices.IsSortedFunc(p.Symbols, func(a, b Share) int { return int(100*b.Percent) - int(100*a.Percent) }) || p.Symbols[0] != (Share{"put_pid", 10.40}) {
		t.Errorf("order %v", p.Symbols)
	}
	if !strings.Contains(p.Source, "2011") || p.What == "" {
		t.Errorf("source %q of %q", p.Source, p.What)
	}
}

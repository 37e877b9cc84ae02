package verdict

import (
	"math"
	"strings"
	"testing"

	"linebounce/probes"
)

func scenario(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func interval(median, low, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: 0.95, Samples: 40}
}

const (
	shared  = "counter=each line=shared op=lock writers=2"
	padded  = "counter=each line=padded op=lock writers=2"
	always  = "path=always transport=ring pid-ref=on cred-ref=on passcred=off writers=1 readers=1"
	request = "path=request transport=ring pid-ref=on cred-ref=on passcred=off writers=1 readers=1"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, experiment, a, b string
		ratio                  probes.Interval
		want                   string
	}{
		{"false sharing and its cure", "counters", shared, padded, interval(3.87, 3.71, 4.02),
			"B is 3.9 times as fast (95%: 3.7 to 4.0). Each CPU has a line of its own now, so no operation waits for another CPU."},
		{"the cure undone", "counters", padded, shared, interval(0.256, 0.25, 0.27),
			"B is slower, 0.26 times as fast as A (95%: 0.25 to 0.27). The counters lie on one line now, so every CPU that writes takes it from another."},
		{"padding that does not show is not explained", "counters", shared, padded, interval(1, 0.98, 1.02),
			"No difference detected (95%: 0.98 to 1.02). Changed from A to B: line=shared to line=padded."},
		{"true sharing", "counters", "counter=one line=shared op=lock writers=2", "counter=one line=padded op=lock writers=2", interval(1, 0.98, 1.02),
			"No difference detected (95%: 0.98 to 1.02). All CPUs write the one counter either way: padding moves its neighbours, not the sharing."},
		{"one CPU shares with nobody", "counters", "counter=each line=shared op=lock writers=1", "counter=each line=padded op=lock writers=1", interval(1.2, 1.1, 1.3),
			"B is 1.20 times as fast (95%: 1.10 to 1.30). Changed from A to B: line=shared to line=padded."},
		{"two changes at once", "counters", shared, "counter=each line=padded op=store writers=2", interval(5, 4, 6),
			"B is 5.0 times as fast (95%: 4.0 to 6.0). Changed from A to B: line=shared to line=padded, op=lock to op=store."},
		{"credentials on request", "messages", always, request, interval(3.8, 3.5, 4.2),
			"B is 3.8 times as fast (95%: 3.5 to 4.2). A message in A takes 12 locked operations on references that both CPUs write; in B it takes none."},
		{"half the references", "messages", always, strings.Replace(always, "cred-ref=on", "cred-ref=off", 1), interval(1.6, 1.5, 1.7),
			"B is 1.60 times as fast (95%: 1.50 to 1.70). A message takes 12 locked operations on shared references in A and 6 in B."},
		{"a socket that was not asked", "sockets", "passcred=receiver writers=1 readers=1", "passcred=off writers=1 readers=1", interval(1.04, 1.02, 1.06),
			"B is 1.04 times as fast (95%: 1.02 to 1.06). Nobody asked for credentials in B, so the kernel neither took references for a message nor passed any on, and the receiver calls read instead of recvmsg."},
		{"the test of the test", "counters", shared, shared, interval(1.01, 1.004, 1.02),
			"B is 1.01 times as fast (95%: 1.004 to 1.02). A and B are the same scenario: about one such run in twenty claims a difference that is not there."},
		{"bounds that would print alike", "counters", shared, padded, interval(3.973, 3.965, 3.981),
			"B is 3.97 times as fast (95%: 3.96 to 3.98). Each CPU has a line of its own now, so no operation waits for another CPU."},
		{"nothing yet", "counters", shared, padded, interval(math.NaN(), math.Inf(-1), math.Inf(1)),
			"Too few pairs of windows yet to tell A from B. Changed from A to B: line=shared to line=padded."},
	} {
		if got := Of(c.experiment, scenario(t, c.a), scenario(t, c.b), c.ratio).String(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// A bound that leaves 1 out must not be printed as 1.
func TestTimesTellsFromOne(t *testing.T) {
	for ratio, want := range map[float64]string{
		1: "1.00", 1.004: "1.004", 0.9996: "0.9996", 1.00004: "1.00004", 0.994: "0.99", 2.04: "2.0", 12.3: "12", 10: "10", 0.0123: "0.012",
	} {
		if got := Times(ratio); got != want {
			t.Errorf("Times(%v) = %s, want %s", ratio, got, want)
		}
	}
}

func TestClaimsOnlyWhatTheIntervalShows(t *testing.T) {
	a, b := scenario(t, shared), scenario(t, padded)
	for _, c := range []struct {
		ratio      probes.Interval
		says, lies string
	}{
		{interval(1.3, 0.99, 1.5), "No difference", "fast"},
		{interval(0.7, 0.5, 1.01), "No difference", "slow"},
		{interval(1.3, 1.01, 1.5), "times as fast", "slower"},
		{interval(0.7, 0.5, 0.99), "slower", "No difference"},
		{interval(3, 1.5, math.Inf(1)), "Too few", "fast"},
	} {
		got := Of("counters", a, b, c.ratio).Claim
		if !strings.Contains(got, c.says) || strings.Contains(got, c.lies) {
			t.Errorf("%v: %q, want %q and not %q", c.ratio, got, c.says, c.lies)
		}
	}
}

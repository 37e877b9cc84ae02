package kernel

import (
	"fmt"
	"time"

	"linebounce/assets/published"
)

const (
	// long is how long a card measures.
	long = 8 * time.Second

	// ProfileFor is how long a profile takes.
	ProfileFor = 10 * time.Second
)

// The names of the cards, which are those of experiments.
const (
	hackbench  = "hackbench"
	seqpacket  = "seqpacket"
	semaphores = "semaphores"
)

// card is one story: what was published of a repair, and what can be compared
// on the kernel of today.
type card struct {
	name, key, title string
	figures, ratio   string // published
	about            string // of which machine, and by whom
	more             string // where there is room
	compares         string // what the ratio measured here is of
	A, B             string // the arms, as words that change the experiment's default
	bytes            int    // in a message, where the statistics of the test are wanted
}

// cards are the three stories, oldest first but for the rate, which has no
// ratio.
var cards = stories()

// Workload is what a card compares: an experiment, and its two arms as words
// that change the experiment's default.
type Workload struct {
	Name, A, B string
	For        time.Duration
}

// Workloads returns the cards' in their order.
func Workloads() []Workload {
	var list []Workload
	for _, c := range cards {
		list = append(list, Workload{c.name, c.A, c.B, long})
	}
	return list
}

// titles are the names as the screen writes them.
var titles = func() map[string]string {
	all := map[string]string{profiling: "the profile"}
	for _, c := range cards {
		all[c.name] = c.title
	}
	return all
}()

func stories() []card {
	before, after := published.Find(hackbench, "path=always"), published.Find(hackbench, "path=request")
	slow, fast := published.Find(semaphores, "mode=before"), published.Find(semaphores, "mode=after")
	return []card{
		{
			name: hackbench, key: "h", title: "hackbench",
			figures: fmt.Sprintf("%.3f → %.3f s", before.Seconds, after.Seconds), ratio: factor(before.Seconds, after.Seconds),
			about:    "2 quad-core CPUs, 16 threads: credentials with every message, then on request. E. Dumazet, 19 Sep 2011",
			compares: "SO_PASSCRED on → off", A: "passcred=on", B: "passcred=off",
		},
		{
			name: seqpacket, key: "p", title: "SEQPACKET rate",
			figures: fmt.Sprintf("%.3f binary M/s", rate2015.average), ratio: "no ratio",
			about: rate2015.about, more: rate2015.more,
			compares: "SO_PASSCRED on → off", A: "messages=100000 passcred=on", B: "messages=100000 passcred=off", bytes: rate2015.bytes,
		},
		{
			name: semaphores, key: "m", title: "semaphores",
			figures: fmt.Sprintf("%.2f → %.2f M/s", slow.PerSecond/1e6, fast.PerSecond/1e6), ratio: factor(fast.PerSecond, slow.PerSecond),
			about:    "256 semaphores, machine not named: checks inside the array's lock, then before it. D. Bueso, 1 Mar 2013",
			compares: "2 operations a call → 1", A: "mode=double", B: "mode=single",
		},
	}
}

func factor(a, b float64) string { return fmt.Sprintf("%.2f×", a/b) }

// rate2015 is what Rainer Weikusat posted with his repair of a polled peer's
// wait queue (87ziyb6uo0.fsf@doppelsaurus.mobileactivedefense.com, 18 November
// 2015), in binary M/s. Of the kernel without it he posted no figure.
var rate2015 = struct {
	average     float64
	bytes       int
	about, more string
}{
	13.617, 16,
	"average of 20 runs on a quad-core A10-5700, 4.3 with the repair; none was posted without. R. Weikusat, 18 Nov 2015",
	"median 13.393, max 17.14, min 13.047, deviation 0.85",
}

// profile2011 is the profile that was posted with the repair.
var profile2011 = func() []published.Share {
	p, _ := published.Profile2011() // a test holds that the file can be read
	return p.Symbols
}()

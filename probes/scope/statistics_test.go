package scope

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"linebounce/probes"
)

func TestStatisticsOfAConstructedLog(t *testing.T) {
	line := constructed()
	if got, want := line.StayLengths().Percentiles(), (Percentiles{P10: 1, P50: 2, P90: 4, Max: 4, Count: 4}); got != want {
		t.Errorf("stays %+v, want %+v", got, want)
	}
	if got, want := line.StayLengths().Histogram(), []Bin{{1, 2, 1}, {2, 4, 2}, {4, 8, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("stays in bins %v, want %v", got, want)
	}
	// The line changed hands with operations 2, 5 and 9: one hand-off each until
	// 90 ns, then until 120, and then, without any until 200, until 210.
	if got, want := line.Intervals(), (Sample{{30, 1}, {90, 2}}); !reflect.DeepEqual(got, want) {
		t.Errorf("intervals %v, want %v", got, want)
	}
	if got := line.Longest(); got != 2 {
		t.Errorf("the longest stay is number %d, want 2", got)
	}
	c := Capture{CPUs: []CPU{{CPU: 7}, {CPU: 4}}, Lines: []Line{line}, Handoffs: line.handoffs([]int{7, 4})}
	if got, want := c.Matrix(), [][]int64{{0, 1}, {2, 0}}; !reflect.DeepEqual(got, want) {
		t.Errorf("matrix %v, want %v", got, want)
	}
}

func TestSeveralHandoffsBetweenTwoReadingsCountAsTheirMean(t *testing.T) {
	line := Line{Ops: 40, Stays: []Stay{{First: 0}, {First: 10}, {First: 11}, {First: 15}, {First: 35}}, Marks: []Mark{{0, 0}, {9, 50}, {20, 350}, {40, 1000}}}
	if got, want := line.Intervals(), (Sample{{117, 3}, {650, 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("intervals %v, want %v", got, want)
	}
	if got := line.Intervals().Percentiles(); got != (Percentiles{P10: 117, P50: 117, P90: 650, Max: 650, Count: 4}) {
		t.Errorf("percentiles %+v", got)
	}
}

func TestAnEmptyLineHasNoStatistics(t *testing.T) {
	line := Line{Marks: []Mark{{}}}
	if p := line.StayLengths().Percentiles(); p != (Percentiles{}) || line.Intervals() != nil || line.Longest() != -1 || len(line.StayLengths().Histogram()) != 0 {
		t.Errorf("of no stays: %+v, %v, %d", p, line.Intervals(), line.Longest())
	}
}

func TestBinsHaveNoHoleAndLoseNothing(t *testing.T) {
	sample := Sample{{0, 3}, {1, 1}, {1000, 2}, {1023, 1}, {1024, 5}}
	bins := sample.Histogram()
	var sum int64
	for i, b := range bins {
		sum += b.Count
		if i > 0 && b.Low != bins[i-1].High || b.High <= b.Low {
			t.Errorf("bin %v does not follow on %v", b, bins[max(0, i-1)])
		}
		var want int64
		for _, v := range sample {
			if v.Value >= b.Low && v.Value < b.High {
				want += v.Weight
			}
		}
		if b.Count != want {
			t.Errorf("bin %v, want %d in it", b, want)
		}
	}
	if sum != 12 {
		t.Errorf("%d values in bins, want 12", sum)
	}
}

// As a screen asks: the next gap after where it stands.
func TestNextGap(t *testing.T) {
	c := Capture{Gaps: []Gap{{Begin: 10, End: 20}, {Begin: 10, End: 15}, {Begin: 40, End: 50}}}
	for _, want := range []struct {
		after int64
		begin int64
		found bool
	}{{-1, 10, true}, {9, 10, true}, {10, 40, true}, {39, 40, true}, {40, 0, false}} {
		if g, found := c.NextGap(want.after); found != want.found || g.Begin != want.begin {
			t.Errorf("after %d: %+v, %v; want one that begins at %d, %v", want.after, g, found, want.begin, want.found)
		}
	}
}

func TestTriggers(t *testing.T) {
	quiet := Capture{Lines: []Line{constructed()}}
	gapped := quiet
	gapped.Gaps = []Gap{{}}
	for _, c := range []struct {
		trigger       Trigger
		quiet, gapped bool
	}{
		{Trigger{}, true, true},
		{Trigger{Gap: true}, false, true},
		{Trigger{StayOver: 4}, false, false},
		{Trigger{StayOver: 3}, true, true},
		{Trigger{StayOver: 4, Gap: true}, false, true},
	} {
		if c.trigger.Holds(quiet) != c.quiet || c.trigger.Holds(gapped) != c.gapped {
			t.Errorf("%+v: holds without a gap %v, with one %v", c.trigger, c.trigger.Holds(quiet), c.trigger.Holds(gapped))
		}
	}
}

func TestTheMatrixSumsToTheHandoffs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		c := randomCapture(random, 1+random.IntN(6), random.IntN(400))
		var sum int64
		for from, row := range c.Matrix() {
			for to, n := range row {
				sum += n
				if from == to && n > 0 {
					t.Errorf("CPU %d handed the line to itself", c.CPUs[from].CPU)
				}
			}
		}
		if want := int64(max(0, len(c.Lines[0].Stays)-1)); sum != want || count(c.Handoffs) != want {
			t.Errorf("the matrix sums to %d, the list to %d, want %d", sum, count(c.Handoffs), want)
		}
	}
}

// randomCapture is a burst of one line with random stays on CPUs 10, 11 and so on.
func randomCapture(random *rand.Rand, cpus, stays int) Capture {
	var c Capture
	accounts := make([]account, cpus)
	turns := make([]int, stays)
	for i := range cpus {
		c.CPUs = append(c.CPUs, CPU{CPU: 10 + i, Role: probes.Adder})
		accounts[i].cpu = 10 + i
	}
	done := make([]int64, cpus)
	now := int64(0)
	for i := range turns {
		worker := random.IntN(cpus)
		turns[i] = worker
		now += random.Int64N(60)
		if done[worker]++; random.IntN(5) == 0 {
			accounts[worker].marks = append(accounts[worker].marks, Mark{done[worker], now})
		}
	}
	firsts, _ := written(cpus, turns)
	line := lay("count", order(firsts, int64(stays)), accounts)
	line.end(now)
	numbers := make([]int, cpus)
	for i := range numbers {
		numbers[i] = 10 + i
	}
	c.Lines, c.Length, c.Handoffs = []Line{line}, now, line.handoffs(numbers)
	return c
}

package probes

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"
)

// window is a reading of one adder with a rate of so many operations a second.
func window(arm, pair int, rate float64) Reading {
	return Reading{
		Unit: Window, Arm: arm, Pair: pair, Scenario: Scenario{Batch: arm + 1}, Origin: Measured, Elapsed: time.Second,
		CPUs: []CPUWork{{Role: Adder, Ops: int64(rate), Elapsed: time.Second}},
	}
}

func TestTheSampleIsThePairsRatio(t *testing.T) {
	var c Comparison
	// The machine slows down tenfold half way. Each pair still says 2.
	for pair, rate := range []float64{1000, 1000, 1000, 1000, 1000, 100, 100, 100, 100, 100} {
		first, second := window(0, pair, rate), window(1, pair, 2*rate)
		if pair%3 == 0 {
			first, second = second, first
		}
		c.Add(first)
		c.Add(second)
	}
	if r := c.Ratio(0.95); r.Median != 2 || r.Low != 2 || r.High != 2 || !r.Differs() {
		t.Errorf("ratio %+v, want exactly 2", r)
	}
	if c.Pairs() != 10 {
		t.Errorf("%d pairs, want 10", c.Pairs())
	}
}

func TestWindowsWithoutAPartnerDoNotCount(t *testing.T) {
	var c Comparison
	aside := window(1, 0, 1)
	aside.Warnings = []Warning{{Kind: Preempted}}
	for _, r := range []Reading{window(0, 0, 100), aside, window(1, 1, 300), window(0, 2, 100), window(1, 2, 200), window(2, 2, 999)} {
		c.Add(r)
	}
	if c.Pairs() != 1 || c.Ratio(0.95).Median != 2 {
		t.Errorf("%d pairs with ratio %v, want the one whole pair of ratio 2", c.Pairs(), c.Ratio(0.95).Median)
	}
	if b := c.Arm(1); b.SetAside[Preempted] != 1 || len(b.Windows) != 2 {
		t.Errorf("arm B: %d windows, set aside %v; want 2 and one preempted", len(b.Windows), b.SetAside)
	}
}

func TestAReplacedArmStartsAfresh(t *testing.T) {
	var c Comparison
	for pair := range 8 {
		c.Add(window(0, pair, 100))
		c.Add(window(1, pair, 200))
	}
	changed := window(1, 8, 500)
	changed.Scenario.Batch = 77
	c.Add(window(0, 8, 100))
	c.Add(changed)
	if c.Pairs() != 0 || c.Arm(1).Rate().Median != 500 {
		t.Errorf("%d pairs, B at %v: want none of the old scenario", c.Pairs(), c.Arm(1).Rate().Median)
	}
	if len(c.Arm(0).Windows) != 9 {
		t.Errorf("arm A has %d windows, want its 9 kept", len(c.Arm(0).Windows))
	}
}

func TestKeepBoundsWhatIsRemembered(t *testing.T) {
	c := Comparison{Keep: 5}
	for pair := range 50 {
		c.Add(window(0, pair, 100))
		c.Add(window(1, pair, float64(100+pair)))
	}
	if c.Pairs() != 5 || len(c.Arm(0).Windows) != 5 || c.Ratio(0.95).Median != 1.47 {
		t.Errorf("%d pairs, %d windows, ratio %v; want 5, 5 and the newest median 1.47", c.Pairs(), len(c.Arm(0).Windows), c.Ratio(0.95).Median)
	}
}

func TestCapturesAreKeptAsLongAsTheirPairs(t *testing.T) {
	for _, keep := range []int{0, 8} {
		c := Comparison{Keep: keep}
		for pair := range 50 {
			if pair%3 == 0 {
				capture := window(0, pair, 5)
				capture.Unit, capture.Burst = Capture, &Burst{}
				c.Add(capture)
			}
			c.Add(window(0, pair, 100))
		}
		captures := c.Arm(0).Captures
		want, bursts := []int{42, 45, 48}, 1
		if keep == 0 {
			want, bursts = []int{0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48}, 17
		}
		var pairs []int
		for i, r := range captures {
			pairs = append(pairs, r.Pair)
			if has := r.Burst != nil; has != (i >= len(captures)-bursts) {
				t.Errorf("keep %d: the capture of pair %d has its burst: %v", keep, r.Pair, has)
			}
		}
		if !slices.Equal(pairs, want) {
			t.Errorf("keep %d: captures of pairs %v, want %v", keep, pairs, want)
		}
	}
}

func TestCapturesDoNotEnterTheRatio(t *testing.T) {
	var c Comparison
	capture := window(0, 0, 5)
	capture.Unit = Capture
	capture.Lines = []LineUse{{Name: "count", Ops: 100, Handoffs: []Handoff{{0, 1, 12}, {1, 0, 12}}}}
	for _, r := range []Reading{capture, window(0, 0, 100), window(1, 0, 200)} {
		c.Add(r)
	}
	a := c.Arm(0)
	if c.Ratio(0.95).Median != 2 || a.Rate().Median != 100 {
		t.Errorf("ratio %v, A %v: a capture's rate got in", c.Ratio(0.95).Median, a.Rate().Median)
	}
	if share, known := a.TrackedShare(); !known || share != 0.05 {
		t.Errorf("tracked windows run at %v of the rate, want 5 of 100", share)
	}
	if h, counted := a.Handoffs(); !counted || h.Median != 24 {
		t.Errorf("hand-offs %v, %v; want 24 a second", h.Median, counted)
	}
	if stay, counted := a.OpsPerStay(); !counted || stay != 4 {
		t.Errorf("%v operations a stay, want 100/25", stay)
	}
}

func TestTooFewSamplesAreNoInterval(t *testing.T) {
	i := Summarize([]float64{1.5, 1.6}, 0.95)
	if i.Known() || i.Differs() {
		t.Errorf("two samples give %+v, want nothing known", i)
	}
	text, err := json.Marshal(i)
	if err != nil || string(text) != `{"median":1.55,"low":null,"high":null}` {
		t.Errorf("as JSON %s, %v", text, err)
	}
	if none := Summarize(nil, 0.95); none.Known() || !math.IsNaN(none.Median) {
		t.Errorf("no samples give %+v", none)
	}
}

func TestRatesLeaveObserversOut(t *testing.T) {
	r := Reading{CPUs: []CPUWork{
		{Role: Adder, Ops: 50, Elapsed: time.Second},
		{Role: Observer, Ops: 3000, Elapsed: time.Second},
	}}
	if r.Rate() != 50 || r.Quantity() != OpsPerSecond {
		t.Errorf("rate %v %s, want 50 operations", r.Rate(), r.Quantity())
	}
	r.CPUs = r.CPUs[1:]
	if r.Rate() != 3000 {
		t.Errorf("observers alone: rate %v, want 3000", r.Rate())
	}
	r.CPUs = []CPUWork{{Role: Sender, Messages: 20, Elapsed: time.Second}, {Role: Receiver, Ops: 99, Messages: 10, Elapsed: 2 * time.Second}}
	if r.Rate() != 5 || r.Quantity() != MessagesPerSecond {
		t.Errorf("messages: rate %v %s, want the 5 received a second", r.Rate(), r.Quantity())
	}
}

// Only what an owner word told, and only of a line that moved, may be too few.
func TestWhichHandoffsMayBeTooFew(t *testing.T) {
	moved, still := []Strip{{Stays: []Stay{{CPU: 0, Ops: 3}, {CPU: 1, Ops: 2}}}}, []Strip{{Stays: []Stay{{CPU: 0, Ops: 5}}}}
	for _, c := range []struct {
		burst *Burst
		short bool
	}{
		{nil, false}, {&Burst{Method: ByOwner, Strips: still}, false}, {&Burst{Method: ByOwner, Strips: moved}, true},
		{&Burst{Method: ByValue, Strips: moved}, false}, {&Burst{Method: ByModel, Strips: moved}, false},
	} {
		if got := c.burst.Short(); got != c.short {
			t.Errorf("%+v: short %v", c.burst, got)
		}
	}
}

func TestUnitsAreWhatTheRateCounts(t *testing.T) {
	work := func(role Role, ops, messages int64) CPUWork {
		return CPUWork{Role: role, Ops: ops, Messages: messages, Elapsed: time.Second}
	}
	for name, c := range map[string]struct {
		cpus []CPUWork
		want int64
	}{
		"adders":                 {[]CPUWork{work(Adder, 3, 0), work(Adder, 4, 0)}, 7},
		"beside an observer":     {[]CPUWork{work(Adder, 3, 0), work(Observer, 100, 0)}, 3},
		"nobody but observers":   {[]CPUWork{work(Observer, 100, 0), work(Observer, 11, 0)}, 111},
		"a sender to a receiver": {[]CPUWork{work(Sender, 60, 10), work(Receiver, 54, 9)}, 9},
	} {
		r := Reading{CPUs: c.cpus}
		if got := r.Units(); got != c.want || float64(got) != r.Rate() {
			t.Errorf("%s: %d units at a rate of %g, want %d of each in a second", name, got, r.Rate(), c.want)
		}
	}
}

func TestStaysAreOfCapturesThatLoggedAny(t *testing.T) {
	capture := func(logged int, median float64) Reading {
		return Reading{Lines: []LineUse{{Stays: StayStats{Logged: logged, Median: median}}}}
	}
	a := ArmResult{Captures: []Reading{capture(10, 4), capture(0, 99), capture(20, 6), capture(1, 5), {}}}
	if s := a.Stays(); s == nil || s.Logged != 31 || s.Median != 5 {
		t.Errorf("got %+v, want 31 stays with a median of 5", s)
	}
	if s := (ArmResult{Captures: []Reading{capture(0, 99)}}).Stays(); s != nil {
		t.Errorf("got %+v where none were logged", s)
	}
}

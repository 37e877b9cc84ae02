package live

import (
	"math"
	"time"

	"linebounce/lessons"
	"linebounce/probes"
)

// Snapshot is what one experiment has shown so far. It is not changed after it
// was sent.
type Snapshot struct {
	Experiment string
	Origin     probes.Origin // "" before the first reading
	Arms       []Arm         // 0 and 1 are compared, the others stand beside them
	Ratio      probes.Interval
	Pairs      int
	At         time.Time // when its newest reading came, zero before the first
	Err        error     // why there are no readings now, nil while there are

	// Position is where a recording plays, on its own timeline, and Length is
	// that of the whole timeline. Both are 0 while the readings are live.
	Position, Length time.Duration

	Changes []time.Duration // when an arm that is compared got another scenario, on the same timeline
	Jumps   int             // how often the position was moved: by Pump.Seek, and where the recording began again
	Paces   []Pace          // since the snapshot before; after Pump.Seek those of the last while before the position

	// Figures are those of A and B as lessons judge them, nil where nobody asked
	// for them by Pump.Judge, and where an arm's are of another scenario than it
	// has now.
	Figures *lessons.Figures
}

// Arm is what one arm has shown since its scenario was last changed.
type Arm struct {
	Scenario probes.Scenario
	Quantity probes.Quantity // what Rate counts, "" before the first window
	Rate     probes.Interval // units a second, all CPUs together
	Recent   float64         // the median rate since the last snapshot, NaN for none
	Workers  []Worker        // in the order of the scenario's CPUs
	Lines    []Line          // tracked lines, empty where none are
	Burst    *probes.Burst   // the newest, nil before the first
	Unpinned bool            // some window ran on another CPU than asked
	Windows  int             // that count
	SetAside int             // that do not, because a worker was kept from its CPU
}

// Worker is one CPU's part.
type Worker struct {
	CPU    int
	Role   probes.Role
	Rate   float64 // median units a second, NaN for none
	Pinned bool    // in the newest window
}

// Line is what the captures showed of one line, medians over them.
type Line struct {
	Name       string
	Handoffs   float64 // a second, NaN where none were counted without disturbance
	StayMedian float64 // operations
	StayMean   float64 // operations
	Rate       float64 // operations a second by all CPUs in the newest capture
}

// Arm returns the i-th arm, empty before it showed anything.
func (s Snapshot) Arm(i int) Arm {
	if i >= len(s.Arms) {
		return Arm{}
	}
	return s.Arms[i]
}

// Cell returns the arm that ran a scenario, and false for one that none ran.
func (s Snapshot) Cell(scenario probes.Scenario) (Arm, bool) {
	for _, arm := range s.Arms {
		if arm.Scenario == scenario && arm.Windows > 0 {
			return arm, true
		}
	}
	return Arm{}, false
}

// summarize makes an arm from what a comparison holds. Recent rates are those
// since the last snapshot.
func summarize(result probes.ArmResult, recent []float64) Arm {
	arm := Arm{
		Scenario: result.Scenario, Rate: result.Rate(), Recent: median(recent),
		Unpinned: result.Unpinned, Windows: len(result.Windows),
	}
	for _, n := range result.SetAside {
		arm.SetAside += n
	}
	if n := len(result.Windows); n > 0 {
		newest := result.Windows[n-1]
		arm.Quantity = newest.Quantity()
		arm.Workers = workers(result.Windows, arm.Quantity)
	}
	if n := len(result.Captures); n > 0 {
		arm.Burst = result.Captures[n-1].Burst
		arm.Lines = lines(result.Captures)
	}
	return arm
}

func workers(windows []probes.Reading, quantity probes.Quantity) []Worker {
	newest := windows[len(windows)-1]
	list := make([]Worker, len(newest.CPUs))
	for i, w := range newest.CPUs {
		var rates []float64
		for _, r := range windows {
			if i >= len(r.CPUs) {
				continue
			}
			if quantity == probes.MessagesPerSecond {
				rates = append(rates, r.CPUs[i].MessagesPerSecond())
			} else {
				rates = append(rates, r.CPUs[i].OpsPerSecond())
			}
		}
		list[i] = Worker{CPU: w.CPU, Role: w.Role, Rate: median(rates), Pinned: w.Pinned}
	}
	return list
}

func lines(captures []probes.Reading) []Line {
	newest := captures[len(captures)-1]
	list := make([]Line, len(newest.Lines))
	for i, line := range newest.Lines {
		var handoffs, medians, means []float64
		for _, r := range captures {
			if i >= len(r.Lines) || r.Elapsed <= 0 {
				continue
			}
			handoffs = append(handoffs, float64(r.Lines[i].Total())/r.Elapsed.Seconds())
			medians = append(medians, r.Lines[i].Stays.Median)
			means = append(means, r.Lines[i].Stays.Mean)
		}
		list[i] = Line{Name: line.Name, Handoffs: median(handoffs), StayMedian: median(medians), StayMean: median(means)}
		if newest.Elapsed > 0 {
			list[i].Rate = float64(line.Ops) / newest.Elapsed.Seconds()
		}
	}
	return list
}

// borrow takes the strip of a capture in which a worker was kept from its CPU,
// for an arm that has no other: the order in it is real, its rates do not
// count.
func (a *Arm) borrow(r probes.Reading) {
	a.Burst = r.Burst
	for _, line := range lines([]probes.Reading{r}) {
		nan := math.NaN()
		a.Lines = append(a.Lines, Line{Name: line.Name, Handoffs: nan, StayMedian: nan, StayMean: nan, Rate: line.Rate})
	}
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return probes.Summarize(values, probes.Confidence).Median
}

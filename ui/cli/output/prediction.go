package output

import (
	"io"
	"slices"

	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/probes/simulated"
)

// Prediction is what the model says, ready for any format: of the scenarios on
// one machine in full, and on the same with other numbers of CPUs.
type Prediction struct {
	Result
	Workload    string // what runs, "" where the scenarios say it all
	Unit        string // what a rate counts, "message"
	Rows        []Row  // by number of CPUs
	Published   []Held
	Variants    []simulated.Variant // of the full machine, none where the range of its latencies is not published
	Remote      string              // where the range of the variants' latency comes from
	Assumptions []Assumption
	Lacks       []string
	Here        *calibration.Result // nil for a machine that was not calibrated on the spot
	Events      *Events             // nil where none were written
}

// Row is one number of CPUs, with the scenarios as they are there. B is zero
// where one scenario was predicted.
type Row struct {
	simulated.Row
	Scenarios []probes.Scenario
}

// Held is a published figure with the prediction beside it.
type Held struct {
	Figure    string // "A", "B" or "B/A"
	Unit      string // "s", "/s" or, of a ratio, ""
	CPUs      int
	Published float64
	Predicted float64
	Source    string
}

// Error is how far the prediction is off, as a share of the published.
func (h Held) Error() float64 { return h.Predicted/h.Published - 1 }

// Assumption is a value that a prediction stands on.
type Assumption struct {
	What    string `json:"what"`
	Value   string `json:"value"`
	Source  string `json:"source"`
	Assumed bool   `json:"assumed"` // nobody published it
}

// Events is a file of a run's events.
type Events struct {
	File        string  `json:"file"`
	Arm         string  `json:"arm"`
	Count       int     `json:"count"`
	Nanoseconds float64 `json:"simulated_ns"`
}

// Predicted builds the result of a prediction that comes without windows: one
// long stretch, so its rates have no interval. Points are by scenario; without
// any, nothing is known yet.
func Predicted(s Session, points []simulated.Point) Result {
	r := Result{Experiment: s.Experiment, Origin: s.Origin, Machine: s.Machine, Quantity: s.Quantity, Warnings: s.Warnings, Again: s.Again}
	for i, scenario := range s.Scenarios {
		arm := Arm{Name: string(rune('A' + i)), Scenario: scenario}
		rate := new(one(points, i, func(p simulated.Point) float64 { return p.Rate }))
		if s.Quantity == probes.MessagesPerSecond {
			arm.Messages = rate
		} else {
			arm.Ops = rate
		}
		if i < len(points) && points[i].Seconds > 0 {
			arm.Total = new(one(points, i, func(p simulated.Point) float64 { return p.Seconds }))
		}
		r.Arms = append(r.Arms, arm)
	}
	if len(s.Scenarios) > 1 {
		var ratios []float64
		if len(points) > 1 {
			ratios = []float64{points[1].Rate / points[0].Rate}
		}
		r.Ratio = new(probes.Summarize(ratios, probes.Confidence))
	}
	return r
}

// one is the interval of a single figure: its median alone.
func one(points []simulated.Point, i int, figure func(simulated.Point) float64) probes.Interval {
	var values []float64
	if i < len(points) {
		values = []float64{figure(points[i])}
	}
	return probes.Summarize(values, probes.Confidence)
}

// Cells are the four of counter and line, as they are called where this machine
// is judged.
var Cells = []string{"one shared", "one padded", "each shared", "each padded"}

// Unjudged lists the cells of which nothing could be measured on a machine that
// was calibrated on the spot.
func (p Prediction) Unjudged() []string {
	return slices.DeleteFunc(slices.Clone(Cells), func(cell string) bool {
		return p.Here != nil && slices.ContainsFunc(p.Here.Judged, func(j calibration.Judged) bool { return j.Name == cell })
	})
}

// at is the result on one number of CPUs.
func (p Prediction) at(r Row) Result {
	if r.CPUs == len(p.Machine.CPUs) {
		return p.Result
	}
	points := []simulated.Point{r.A, r.B}[:len(r.Scenarios)]
	return Predicted(Session{
		Experiment: p.Experiment, Origin: p.Origin, Machine: p.Machine, Quantity: p.Quantity, Scenarios: r.Scenarios,
	}, points)
}

// Band is what the ratio comes to over the range in which the latency to the
// other socket was published, all else as in the preset.
type Band struct {
	RemoteLow  float64 `json:"other_socket_low_ns"`
	RemoteHigh float64 `json:"other_socket_high_ns"`
	Chosen     float64 `json:"other_socket_ns"`
	Low        float64 `json:"ratio_low"`
	High       float64 `json:"ratio_high"`
}

// band returns the band, nil where there are no variants.
func (p Prediction) band() *Band {
	var own *simulated.Variant
	for i := range p.Variants {
		if p.Variants[i].Preset {
			own = &p.Variants[i]
		}
	}
	if own == nil {
		return nil
	}
	b := Band{own.Remote, own.Remote, own.Remote, own.Ratio, own.Ratio}
	for _, v := range p.Variants {
		if v.Home == own.Home && v.Share == own.Share && v.Reads {
			b.RemoteLow, b.RemoteHigh = min(b.RemoteLow, v.Remote), max(b.RemoteHigh, v.Remote)
			b.Low, b.High = min(b.Low, v.Ratio), max(b.High, v.Ratio)
		}
	}
	return &b
}

// Write prints the prediction in a format.
func (p Prediction) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return WriteDocument(w, newPredictionDocument(p))
	case CSV:
		return writePredictionCSV(w, p)
	case Bench:
		return writePredictionBench(w, p)
	}
	return writePredictionText(w, p)
}

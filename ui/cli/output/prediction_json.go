package output

import (
	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/probes/simulated"
)

// predictionDocument is a run's document with what only the model has.
type predictionDocument struct {
	Document
	Scaling     []rowDocument     `json:"scaling"`
	Published   []heldDocument    `json:"published"`
	Band        *Band             `json:"band"`
	Variants    []variantDocument `json:"variants"`
	Assumptions []Assumption      `json:"assumptions"`
	Lacks       []string          `json:"lacks"`
	Events      *Events           `json:"events"`
	*hereDocument
}

// rowDocument is one number of CPUs. A and B are in the quantity of the ratio,
// which is B over A, so that of the times is A over B.
type rowDocument struct {
	CPUs         int           `json:"cpus"`
	Extrapolated bool          `json:"extrapolated"`
	A            *float64      `json:"a"`
	B            *float64      `json:"b"`
	Time         *armsDocument `json:"time_s"`
	Ratio        *float64      `json:"ratio"`
	Transfers    armsDocument  `json:"transfers"` // of lines, for a message or an operation
}

// armsDocument is a figure of both arms, B's null where there is none.
type armsDocument struct {
	A *float64 `json:"a"`
	B *float64 `json:"b"`
}

type heldDocument struct {
	Figure    string  `json:"figure"`
	Unit      string  `json:"unit"`
	CPUs      int     `json:"cpus"`
	Published float64 `json:"published"`
	Predicted float64 `json:"predicted"`
	Error     float64 `json:"error"`
	Source    string  `json:"source"`
}

type variantDocument struct {
	Home   string  `json:"home"`
	Remote float64 `json:"other_socket_ns"`
	Share  float64 `json:"request_share"`
	Reads  bool    `json:"reads"`
	Preset bool    `json:"preset"`
	rowDocument
}

func newPredictionDocument(p Prediction) predictionDocument {
	d := predictionDocument{
		Document: newResultDocument(p.Result), Scaling: []rowDocument{}, Published: []heldDocument{}, Band: p.band(), Variants: []variantDocument{},
		Assumptions: append([]Assumption{}, p.Assumptions...), Lacks: append([]string{}, p.Lacks...), Events: p.Events, hereDocument: newHereDocument(p.Here),
	}
	arms := len(p.Arms)
	for _, r := range p.Rows {
		d.Scaling = append(d.Scaling, newRowDocument(r.Row, arms))
	}
	for _, h := range p.Published {
		d.Published = append(d.Published, heldDocument{h.Figure, h.Unit, h.CPUs, h.Published, h.Predicted, h.Error(), h.Source})
	}
	for _, v := range p.Variants {
		d.Variants = append(d.Variants, variantDocument{v.Home.String(), v.Remote, v.Share, v.Reads, v.Preset, newRowDocument(v.Row, arms)})
	}
	return d
}

func newRowDocument(r simulated.Row, arms int) rowDocument {
	both := func(figure func(simulated.Point) float64) armsDocument {
		d := armsDocument{A: new(figure(r.A))}
		if arms > 1 {
			d.B = new(figure(r.B))
		}
		return d
	}
	rate := both(func(p simulated.Point) float64 { return p.Rate })
	d := rowDocument{
		CPUs: r.CPUs, Extrapolated: r.Extrapolated, A: rate.A, B: rate.B, Transfers: both(func(p simulated.Point) float64 { return p.Transfers }),
	}
	if r.A.Seconds > 0 {
		d.Time = new(both(func(p simulated.Point) float64 { return p.Seconds }))
	}
	if arms > 1 {
		d.Ratio = finite(&r.Ratio)
	}
	return d
}

// hereDocument is what a machine that was calibrated on the spot adds: numbers
// by cell of counter and line, and all that they come from.
type hereDocument struct {
	Calibration cells            `json:"calibration"` // latency of a transfer in ns, with which the cell was predicted
	Predicted   cells            `json:"predicted"`   // operations a second
	Measured    cells            `json:"measured"`
	Error       cells            `json:"error"` // as a share of the measured
	Calibrated  []valueDocument  `json:"calibrated"`
	Judged      []judgedDocument `json:"judged"`
	Windows     int              `json:"windows"`
	SetAside    int              `json:"set_aside"`
}

// cells is a number for each cell of counter and line, null where it is none.
type cells map[string]*float64

type valueDocument struct {
	Name  string          `json:"name"`
	Unit  string          `json:"unit"`
	Value probes.Interval `json:"value"`
	How   string          `json:"how"`
}

type judgedDocument struct {
	Name       string          `json:"name"`
	Experiment string          `json:"experiment"`
	Scenario   string          `json:"scenario"`
	Quantity   string          `json:"quantity"`
	Taken      bool            `json:"taken"` // the calibration is from it
	Latency    probes.Interval `json:"latency_ns"`
	Predicted  probes.Interval `json:"predicted"`
	Measured   probes.Interval `json:"measured"`
	Error      probes.Interval `json:"error"`
}

func newHereDocument(r *calibration.Result) *hereDocument {
	if r == nil {
		return nil
	}
	d := &hereDocument{
		Calibration: cells{}, Predicted: cells{}, Measured: cells{}, Error: cells{},
		Calibrated: []valueDocument{}, Judged: []judgedDocument{}, Windows: r.Windows, SetAside: r.SetAside,
	}
	for _, cell := range Cells {
		d.Calibration[cell], d.Predicted[cell], d.Measured[cell], d.Error[cell] = nil, nil, nil, nil
	}
	for _, v := range r.Values {
		d.Calibrated = append(d.Calibrated, valueDocument{v.Name, v.Unit, v.Interval, v.How})
	}
	for _, j := range r.Judged {
		d.Judged = append(d.Judged, judgedDocument{
			j.Name, j.Experiment, j.Scenario.String(), j.Quantity, j.Taken, j.Latency, j.Predicted, j.Measured, j.Error,
		})
		if j.Cell {
			d.Calibration[j.Name], d.Predicted[j.Name] = finite(&j.Latency.Median), finite(&j.Predicted.Median)
			d.Measured[j.Name], d.Error[j.Name] = finite(&j.Measured.Median), finite(&j.Error.Median)
		}
	}
	return d
}

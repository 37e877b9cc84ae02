package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

// schema is the version of the JSON documents that this package reads.
const schema = 1

// document is what is read of a JSON document, whichever command printed it.
// Fields that it does not have are ignored, so that a later program may add some.
type document struct {
	Schema     *int            `json:"schema"`
	Source     probes.Origin   `json:"source"`
	RecordedAt *time.Time      `json:"recorded_at"`
	Machine    machineDocument `json:"machine"`
	Experiment string          `json:"experiment"`
	Arms       []armDocument   `json:"arms"`
	Ratio      *ratioDocument  `json:"ratio"`
	Warnings   []string        `json:"warnings"`

	Scaling   []pointDocument `json:"scaling"` // of sim
	Published json.RawMessage `json:"published"`
	scopeDocument
	latencyDocument
	profileDocument

	Method string `json:"method"` // of scope, of the map
}

type machineDocument struct {
	CPUModel        string              `json:"cpu_model"`
	CPUs            int                 `json:"cpus"`
	LineBytes       int                 `json:"line_bytes"`
	LineBytesSource topology.LineSource `json:"line_bytes_source"`
	Kernel          string              `json:"kernel"`
	Arch            string              `json:"arch"`
	Governor        string              `json:"governor"`
	Turbo           string              `json:"turbo"`
	SMT             string              `json:"smt"`
	Hypervisor      bool                `json:"hypervisor"`
}

type armDocument struct {
	Name       string         `json:"name"`
	Scenario   string         `json:"scenario"`
	Ops        *interval      `json:"ops_per_s"`
	Messages   *interval      `json:"messages_per_s"`
	Handoffs   *float64       `json:"handoffs_per_s"`
	OpsPerStay *float64       `json:"ops_per_stay"`
	Stays      *staysDocument `json:"stays"`
	PerCPU     []cpuDocument  `json:"per_cpu"`
	Windows    int            `json:"windows"`
	SetAside   map[string]int `json:"set_aside"`
}

type staysDocument struct {
	P10    float64 `json:"p10"`
	Median float64 `json:"p50"`
	P90    float64 `json:"p90"`
	Mean   float64 `json:"mean"`
}

type cpuDocument struct {
	Pinned bool `json:"pinned"`
}

type ratioDocument struct {
	interval
	Quantity   probes.Quantity `json:"quantity"`
	Confidence float64         `json:"confidence"`
	Pairs      int             `json:"pairs"`
}

// interval is one as it stands in a document, null where it is not known.
type interval struct {
	Median *float64 `json:"median"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
}

// of returns the interval with NaN and infinities for what is not known.
func (i *interval) of(samples int) probes.Interval {
	if i == nil {
		i = &interval{}
	}
	return probes.Interval{
		Median: or(i.Median, math.NaN()), Low: or(i.Low, math.Inf(-1)), High: or(i.High, math.Inf(1)),
		Confidence: probes.Confidence, Samples: samples,
	}
}

func or(x *float64, unknown float64) float64 {
	if x == nil {
		return unknown
	}
	return *x
}

type scopeDocument struct {
	Bursts        int                 `json:"bursts"`
	Stay          *bursts.Percentiles `json:"stay"` // in operations
	StayHistogram []bursts.Bin        `json:"stay_histogram"`
	Between       *bursts.Percentiles `json:"between_handoffs_ns"`
	FromTo        []probes.Handoff    `json:"from_to"`
	Strip         struct {
		Line string `json:"line"`
	} `json:"strip"`
}

type latencyDocument struct {
	Serial   bool           `json:"serial"`
	Complete *bool          `json:"complete"`
	Pairs    []pairDocument `json:"pairs"`
}

type profileDocument struct {
	Sampling *struct {
		Event   string `json:"event"`
		Rate    int    `json:"rate_hz"`
		Pairs   int    `json:"pairs"`
		Samples struct {
			Off int `json:"off"`
			On  int `json:"on"`
		} `json:"samples"`
		Lost int `json:"lost"`
	} `json:"sampling"`
	Symbols  []symbolDocument  `json:"symbols"`
	Counters []counterDocument `json:"counters"`
}

// newFile returns what a JSON document holds, or why it cannot be read.
func newFile(path string, text []byte) (File, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return File{}, err
	}
	switch {
	case d.Schema == nil:
		return File{}, errors.New("this is no result of linebounce: it has no schema")
	case *d.Schema != schema:
		return File{}, fmt.Errorf("this result is in schema %d; this program reads schema %d", *d.Schema, schema)
	case d.Source != probes.Measured && d.Source != probes.Simulated && d.Source != probes.Recorded:
		return File{}, fmt.Errorf("its source is %q; accepted: %s, %s, %s", d.Source, probes.Measured, probes.Simulated, probes.Recorded)
	}
	f := File{Path: path, Source: d.Source, Machine: d.Machine.machine()}
	if d.RecordedAt != nil {
		f.Made = *d.RecordedAt
	}
	for _, w := range d.Warnings {
		f.Warnings = append(f.Warnings, clean(w))
	}
	if err := d.figures(&f); err != nil {
		return File{}, err
	}
	if f.empty() {
		return File{}, errors.New("this result holds no figures to compare or to draw")
	}
	return f, nil
}

// figures puts what the document has of each kind into f.
func (d *document) figures(f *File) error {
	switch {
	case d.Sampling != nil:
		p, err := d.profile()
		f.Profiles = []profile.Result{p}
		return err
	case d.Complete != nil:
		m, err := d.latencies()
		f.Maps = []latency.Map{m}
		return err
	case d.Stay != nil:
		b, err := d.burst(f.Machine)
		if d.Stay.Count > 0 {
			f.Bursts = []Burst{b}
		}
		return err
	case len(d.Arms) == 0:
		return nil
	}
	found, err := d.finding(f.Machine)
	if err != nil {
		return err
	}
	published, err := d.published()
	if err != nil {
		return err
	}
	if len(d.Scaling) < 2 {
		found.Published = published
		f.Findings = []Finding{found}
		return nil
	}
	s, err := d.scaling(found, f.Machine)
	s.Published = published
	f.Findings, f.Scalings = []Finding{found}, []Scaling{s}
	return err
}

func (f *File) empty() bool {
	return len(f.Findings)+len(f.Scalings)+len(f.Bursts)+len(f.Maps)+len(f.Profiles) == 0
}

func (m machineDocument) machine() Machine {
	return Machine{
		Model: clean(m.CPUModel), CPUs: m.CPUs, LineBytes: m.LineBytes, LineSource: topology.LineSource(clean(string(m.LineBytesSource))),
		Kernel: clean(m.Kernel), Arch: clean(m.Arch), Governor: clean(m.Governor), Turbo: clean(m.Turbo), SMT: clean(m.SMT), Hypervisor: m.Hypervisor,
	}
}

// clean takes out of a file's text what a terminal would obey instead of
// printing it.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

// Package results reads what the program wrote, recordings and JSON documents,
// back as findings that can be held side by side and reported.
package results

import (
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

// File is one file of results. What it does not hold is empty.
type File struct {
	Path      string
	Recording bool          // else a JSON document
	Source    probes.Origin // of its figures: Recorded for a recording, else what the document says
	Made      time.Time     // zero where the file does not say
	Program   string        // version of linebounce, "" where the file does not say
	Machine   Machine
	Findings  []Finding
	Scalings  []Scaling
	Bursts    []Burst
	Maps      []latency.Map
	Profiles  []profile.Result
	Warnings  []string // what the file says about its figures, and what of it could not be read
}

// Machine is where figures are from, or the machine that was modelled.
type Machine struct {
	Model                string
	CPUs                 int // that the process could use
	LineBytes            int
	LineSource           topology.LineSource
	Kernel, Arch         string // "" where not known, as are the settings
	Governor, Turbo, SMT string
	Hypervisor           bool
}

// Finding is one comparison, or one arm that ran alone. Of a recording it is one
// stretch in which A and B stayed the same.
type Finding struct {
	Experiment string
	Source     probes.Origin
	Quantity   probes.Quantity  // what Rate and Ratio are of
	Arms       []Arm            // A, B, then what ran beside them
	Ratio      *probes.Interval // of B/A, nil for one arm
	Pairs      int              // that the ratio rests on
	Published  []Published      // that the prediction is held against
	Command    string           // that runs it again
}

// Arm is what one scenario showed.
type Arm struct {
	Name       string // "A", "B", …
	Scenario   probes.Scenario
	Rate       probes.Interval // of Finding.Quantity
	Handoffs   *float64        // a second, of the first line; nil where not counted
	OpsPerStay *float64
	Stays      *probes.StayStats
	Windows    int      // that count
	SetAside   int      // that do not
	Unpinned   bool     // some window ran on another CPU than asked
	Samples    []Sample // the windows that count; nil from a JSON document, which keeps none
}

// Sample is one window.
type Sample struct {
	Units int64   // operations or messages
	Rate  float64 // a second
}

// Scaling is one comparison at several numbers of CPUs, ascending: of the model,
// or of counters as they were recorded.
type Scaling struct {
	Experiment string
	Source     probes.Origin
	Machine    string // that was measured or modelled
	Quantity   probes.Quantity
	A, B       string // scenarios, without the words that change with the CPUs
	Points     []Point
	Published  []Published // that the prediction is held against
	Command    string
}

// Point is a comparison at one number of CPUs. B is unknown where one arm ran
// alone.
type Point struct {
	CPUs         int
	A, B         probes.Interval
	Extrapolated bool // beyond the CPUs that the modelled machine has
}

// Burst is what the captures of one scenario by the Scope came to together.
type Burst struct {
	Captures int
	Scenario probes.Scenario
	Source   probes.Origin
	Method   probes.BurstMethod
	Lines    []Line
	Handoffs []probes.Handoff // of all lines, from CPU to CPU
	Length   time.Duration    // of all captures together, 0 where the file does not say
	Command  string
}

// Line is one line of the captures. In a JSON document all lines are one.
type Line struct {
	Name      string
	Ops       int64
	Stays     bursts.Percentiles // operations in a stay
	Bins      []bursts.Bin       // its histogram, nil where the file has none
	Intervals bursts.Percentiles // ns from one hand-off to the next
}

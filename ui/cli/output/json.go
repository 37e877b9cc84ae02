package output

import (
	"cmp"
	"encoding/json"
	"io"
	"math"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Schema is the version of the JSON documents. It changes when a field changes
// its meaning or goes, not when one is added.
const Schema = 1

// Document is the JSON form of everything the commands print: what does not
// apply is null, or an empty list.
type Document struct {
	Schema     int             `json:"schema"`
	Source     probes.Origin   `json:"source"`
	RecordedAt *time.Time      `json:"recorded_at"` // null for what was not recorded
	Machine    MachineDocument `json:"machine"`
	Experiment *string         `json:"experiment"`
	Arms       []armDocument   `json:"arms"`
	Ratio      *ratioDocument  `json:"ratio"`
	Warnings   []string        `json:"warnings"`
}

// MachineDocument names the machine that the figures are from.
type MachineDocument struct {
	CPUModel        *string             `json:"cpu_model"`
	CPUs            int                 `json:"cpus"` // that the process could use
	LineBytes       int                 `json:"line_bytes"`
	LineBytesSource topology.LineSource `json:"line_bytes_source"`
	Kernel          *string             `json:"kernel"`
	Arch            *string             `json:"arch"`
	Governor        *string             `json:"governor"`
	Turbo           *string             `json:"turbo"`
	SMT             *string             `json:"smt"`
	Hypervisor      bool                `json:"hypervisor"`
}

type armDocument struct {
	Name       string                     `json:"name"`
	Scenario   string                     `json:"scenario"`
	Ops        *probes.Interval           `json:"ops_per_s"`
	Messages   any                        `json:"messages_per_s"` // an interval, with a Spread all its statistics
	MiB        *probes.Statistics         `json:"mib_per_s,omitempty"`
	Total      *probes.Interval           `json:"total_s,omitempty"` // of workloads with a size
	Handoffs   *float64                   `json:"handoffs_per_s"`
	OpsPerStay *float64                   `json:"ops_per_stay"`
	Stays      *staysDocument             `json:"stays"`
	PerCPU     []cpuDocument              `json:"per_cpu"`
	Windows    int                        `json:"windows"`
	Captures   int                        `json:"captures"`
	Tracked    *float64                   `json:"tracked_share"` // rate of the captures as a share of the windows'
	SetAside   map[probes.WarningKind]int `json:"set_aside"`     // windows, by why
}

type staysDocument struct {
	P10    float64 `json:"p10"`
	Median float64 `json:"p50"`
	P90    float64 `json:"p90"`
	Mean   float64 `json:"mean"`
}

type cpuDocument struct {
	CPU      int         `json:"cpu"`
	Role     probes.Role `json:"role"`
	Ops      *float64    `json:"ops_per_s"`
	Messages *float64    `json:"messages_per_s"`
	Pinned   bool        `json:"pinned"`
}

type ratioDocument struct {
	Of         string          `json:"of"`
	Quantity   probes.Quantity `json:"quantity"`
	Median     *float64        `json:"median"`
	Low        *float64        `json:"low"`
	High       *float64        `json:"high"`
	Confidence float64         `json:"confidence"`
	Pairs      int             `json:"pairs"`
}

// NewDocument returns a document without figures, for commands that add fields
// of their own.
func NewDocument(source probes.Origin, m topology.Machine) Document {
	return Document{
		Schema: Schema, Source: source, Arms: []armDocument{}, Warnings: []string{},
		Machine: MachineDocument{
			CPUModel: known(m.Model), CPUs: len(m.CPUs), LineBytes: m.LineBytes, LineBytesSource: m.LineSource,
			Kernel: known(m.Kernel), Arch: known(m.Arch), Governor: known(m.Governor), Turbo: known(m.Turbo), SMT: known(m.SMT),
			Hypervisor: m.Hypervisor,
		},
	}
}

// newDocument is NewDocument for figures that are measured where nothing else is
// said, and recorded at a time that is zero for all others.
func newDocument(o probes.Origin, made time.Time, m topology.Machine) Document {
	d := NewDocument(cmp.Or(o, probes.Measured), m)
	if !made.IsZero() {
		d.RecordedAt = &made
	}
	return d
}

// WriteDocument prints any document as the commands do.
func WriteDocument(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(document)
}

func writeJSON(w io.Writer, r Result) error { return WriteDocument(w, newResultDocument(r)) }

func newResultDocument(r Result) Document {
	d := newDocument(r.Origin, r.Made, r.Machine)
	d.Experiment = &r.Experiment
	for _, arm := range r.Arms {
		d.Arms = append(d.Arms, newArmDocument(arm))
	}
	if r.Ratio != nil {
		d.Ratio = &ratioDocument{
			Of: "B/A", Quantity: r.Quantity, Median: finite(&r.Ratio.Median), Low: finite(&r.Ratio.Low), High: finite(&r.Ratio.High),
			Confidence: r.Ratio.Confidence, Pairs: r.Ratio.Samples,
		}
	}
	d.Warnings = append(d.Warnings, r.Warnings...)
	return d
}

func newArmDocument(a Arm) armDocument {
	d := armDocument{
		Name: a.Name, Scenario: a.Scenario.String(), Ops: a.Ops, Messages: a.Messages, Total: a.Total,
		Handoffs: finite(a.Handoffs), OpsPerStay: finite(a.OpsPerStay),
		PerCPU: []cpuDocument{}, Windows: len(a.Windows), Captures: a.Captures, Tracked: a.Tracked, SetAside: map[probes.WarningKind]int{},
	}
	for _, kind := range []probes.WarningKind{probes.Preempted, probes.Missed} {
		d.SetAside[kind] = a.SetAside[kind]
	}
	if a.Spread != nil {
		d.Messages, d.MiB = a.Spread.Messages, &a.Spread.MiB
	}
	if s := a.Stays; s != nil {
		d.Stays = &staysDocument{s.P10, s.Median, s.P90, s.Mean}
	}
	for _, cpu := range a.CPUs {
		d.PerCPU = append(d.PerCPU, cpuDocument{cpu.CPU, cpu.Role, finite(cpu.Ops), finite(cpu.Messages), cpu.Pinned})
	}
	return d
}

// finite returns nil for what JSON has no number for.
func finite(x *float64) *float64 {
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return nil
	}
	return x
}

func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

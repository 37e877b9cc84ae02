package output

import (
	"fmt"
	"io"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/topology"
)

// Latency is a map of the latency between CPUs, ready for text, JSON or CSV.
type Latency struct {
	Machine topology.Machine
	Map     latency.Map
	Origin  probes.Origin // "" for measured
	Made    time.Time     // when a recording was made, zero for another map
	Again   string        // the command line that runs it once more
}

// Write prints the map in a format.
func (l Latency) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return l.json(w)
	case CSV:
		return l.csv(w)
	}
	return l.text(w)
}

// pairDocument is the latency between two CPUs, in ns one way; its figures are
// null where they were not measured.
type pairDocument struct {
	A       int      `json:"a"`
	B       int      `json:"b"`
	Label   string   `json:"label"`
	Min     *float64 `json:"min_ns"`
	Median  *float64 `json:"median_ns"`
	Low     *float64 `json:"low"` // of the median, null while too few stretches were measured, as high
	High    *float64 `json:"high"`
	P10     *float64 `json:"p10"`
	P90     *float64 `json:"p90"`
	P99     *float64 `json:"p99"`
	Samples int      `json:"samples"` // of 1000 round trips
	Pinned  *bool    `json:"pinned"`
	Why     *string  `json:"why"` // it was not measured
}

// warnings are what to know of the map: first of all whether it is whole.
func (l Latency) warnings() []string {
	var list []string
	if !l.Map.Complete {
		measured := 0
		for _, p := range l.Map.Pairs {
			if p.Measured() {
				measured++
			}
		}
		list = []string{fmt.Sprintf("This map is partial: it ended early, with %d of %d pairs measured.", measured, len(l.Map.Pairs))}
	}
	return append(list, l.Map.Warnings(l.Machine)...)
}

func (l Latency) json(w io.Writer) error {
	d := struct {
		Document
		Method   latency.Method `json:"method"`
		Serial   bool           `json:"serial"`
		Complete bool           `json:"complete"`
		Pairs    []pairDocument `json:"pairs"`
	}{newDocument(l.Origin, l.Made, l.Machine), l.Map.Method, l.Map.Serial, l.Map.Complete, []pairDocument{}}
	d.Experiment = new("latency")
	d.Warnings = append(d.Warnings, l.warnings()...)
	for _, p := range l.Map.Pairs {
		pair := pairDocument{A: p.A, B: p.B, Label: p.Label, Samples: p.Samples, Why: known(p.Why)}
		if p.Measured() {
			pair.Min, pair.Median, pair.Low, pair.High = &p.Min, &p.Median, finite(&p.Low), finite(&p.High)
			pair.P10, pair.P90, pair.P99, pair.Pinned = &p.P10, &p.P90, &p.P99, &p.Pinned
		}
		d.Pairs = append(d.Pairs, pair)
	}
	return WriteDocument(w, d)
}

// csv prints the square matrix that core-to-core-latency prints and that its
// notebook draws: no header, a row and a column for each CPU, the medians below
// the diagonal, all else empty (github.com/nviennot/core-to-core-latency,
// src/bench.rs at 71bc3b7).
func (l Latency) csv(w io.Writer) error {
	var b strings.Builder
	for i := range l.Map.CPUs {
		for j := range l.Map.CPUs {
			if j > 0 {
				b.WriteByte(',')
			}
			if j < i {
				if p := l.Map.Between(i, j); p.Measured() {
					b.WriteString(cell(p.Median))
				}
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

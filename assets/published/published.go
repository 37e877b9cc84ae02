// Package published is the figures that others published, each with where it
// stands. The model is held against them.
package published

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed published.json
var file []byte

// Run is a run that somebody published: a time where the workload has a size,
// else a rate.
type Run struct {
	Experiment string  `json:"experiment"`
	Machine    string  `json:"machine"` // the preset that stands for the machine
	CPUs       int     `json:"cpus"`
	Scenario   string  `json:"scenario"`
	Seconds    float64 `json:"seconds"`    // 0 where it was not published
	PerSecond  float64 `json:"per_second"` // operations or messages, 0 where it was not published
	Source     string  `json:"source"`
}

// Claim is a ratio that was published without the two figures that make it.
type Claim struct {
	Experiment string  `json:"experiment"`
	Machine    string  `json:"machine"`
	CPUs       int     `json:"cpus"`
	A          string  `json:"a"` // scenarios
	B          string  `json:"b"`
	Ratio      float64 `json:"ratio"` // of the rates, B/A
	Source     string  `json:"source"`
}

// Figures is all of them.
type Figures struct {
	Runs   []Run   `json:"runs"`
	Claims []Claim `json:"claims"`
}

// All reads the figures.
func All() (Figures, error) {
	var f Figures
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return f, fmt.Errorf("the published figures that the program brings: %w", err)
	}
	return f, nil
}

// Find returns the published run of a scenario, the zero Run where there is none.
func Find(experiment, scenario string) Run {
	f, _ := All() // a test holds that the file can be read
	for _, r := range f.Runs {
		if r.Experiment == experiment && r.Scenario == scenario {
			return r
		}
	}
	return Run{}
}

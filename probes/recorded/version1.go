package recorded

import (
	"bytes"
	"encoding/json"

	"linebounce/probes"
)

// oldForm is a line of version 1: one reading, in the JSON form that readings
// have elsewhere.
type oldForm struct {
	Experiment string         `json:"experiment"`
	Reading    probes.Reading `json:"reading"`
}

// oldLine reads a line of version 1 by writing it as lines of this one.
func (d *reader) oldLine(text []byte, number int) string {
	var old oldForm
	if err := json.Unmarshal(plain(text), &old); err != nil {
		return "it cannot be understood: " + err.Error()
	}
	if r := old.Reading; r.Start < 0 || r.Start > most || r.Elapsed < 0 || r.Elapsed > most || r.Pair < 0 || int64(r.Pair) > most {
		return "its time or its pair is out of range"
	}
	lines, back, err := d.old.reading(nil, old.Experiment, old.Reading)
	if err != nil {
		return err.Error()
	}
	if back {
		d.faults.back(number)
	}
	for l := range bytes.Lines(lines) {
		l = bytes.TrimSpace(l)
		fault := ""
		if l[0] == '[' {
			fault = d.reading(l, number)
		} else {
			fault = d.kind(l, number)
		}
		if fault != "" {
			return fault
		}
	}
	return ""
}

package recorded

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"linebounce/probes"
)

// ending is the last line of a recording, which tells a whole one from one that
// was cut off.
type ending struct {
	Readings int `json:"readings"`
	Strips   int `json:"strips_left_out"`
	Bursts   int `json:"bursts_left_out"`
}

// kind reads a line that is an object, whose first field says what it is.
func (d *reader) kind(text []byte, number int) string {
	s := &scanner{text: text}
	s.need('{')
	kind := s.key()
	if s.fault != "" {
		return "it is not JSON of a recording"
	}
	body := bytes.TrimSpace(text[s.at:])
	if len(body) == 0 || body[len(body)-1] != '}' {
		return "it is not whole"
	}
	body = body[:len(body)-1]
	switch kind {
	case "stays", "marks", "pairs":
		return d.part(kind, body)
	}
	d.kept += perObject * len(body)
	switch kind {
	case "arm":
		return d.arm(body, number)
	case "warning":
		return d.warning(body)
	case "burst":
		return d.burst(body, number)
	case "map":
		return d.latencies(body)
	case "profile":
		return d.profile(body)
	case "end":
		e := &ending{}
		if fault := d.decode(body, e); fault != "" {
			return fault
		}
		d.ended = e
		return ""
	}
	if !json.Valid(body) {
		return "it is not JSON"
	}
	d.faults.kind(kind)
	return ""
}

// decode reads a JSON value and counts what is in it that is not known.
func (d *reader) decode(body []byte, to any) string {
	body = plain(body)
	strict := json.NewDecoder(bytes.NewReader(body))
	strict.DisallowUnknownFields()
	if strict.Decode(to) == nil && !strict.More() {
		return ""
	}
	if err := json.Unmarshal(body, to); err != nil {
		return "it cannot be understood: " + err.Error()
	}
	d.faults.fields++
	return ""
}

// arm keeps an arm, also one that cannot be read, for the readings that name it.
func (d *reader) arm(body []byte, number int) string {
	a := &arm{N: -1}
	fault := d.decode(body, a)
	if a.N < 0 || d.arms[int64(a.N)] != nil {
		return cmp.Or(fault, fmt.Sprintf("it introduces arm %d, which there cannot be or is already", a.N))
	}
	if fault == "" {
		fault = a.check(d.r.Machine)
	}
	who := runner{a.Experiment, a.Arm, a.Scenario}
	if n := d.workers[who]; fault == "" && n > 0 && n != len(a.CPUs) {
		fault = fmt.Sprintf("its arm has %d CPUs, and had %d before", len(a.CPUs), n)
	}
	if fault != "" {
		a.broken = number
		d.broken = append(d.broken, a)
	} else if a.tape = d.tapes[a.Experiment]; a.tape == nil {
		a.tape = &tape{experiment: a.Experiment, recording: d.r}
		d.tapes[a.Experiment] = a.tape
		d.r.tapes = append(d.r.tapes, a.tape)
	}
	if a.broken == 0 {
		d.workers[who] = len(a.CPUs)
		a.place = int32(len(d.r.arms))
		d.r.arms = append(d.r.arms, a)
	}
	d.arms[int64(a.N)] = a
	return fault
}

func (d *reader) warning(body []byte) string {
	w := warningForm{N: -1}
	if fault := d.decode(body, &w); fault != "" {
		return fault
	}
	n := int64(w.N)
	if _, taken := d.r.said[n]; taken || n < 0 {
		return fmt.Sprintf("it introduces warning %d, which there cannot be or is already", n)
	}
	d.r.said[n] = probes.Warning{Kind: w.Kind, CPU: w.CPU, Text: w.Text}
	return ""
}

// part keeps a line for the burst or map that comes after it.
func (d *reader) part(kind string, body []byte) string {
	s := &scanner{text: body}
	s.need('[')
	from := s.at
	n := s.count()
	if s.fault != "" {
		return s.fault
	}
	d.parts[n] = append(d.parts[n], part{kind, bytes.Clone(body[from:])})
	return ""
}

// take returns the lines that belong to a burst or map.
func (d *reader) take(n int) []part {
	parts := d.parts[int64(n)]
	delete(d.parts, int64(n))
	return parts
}

func (d *reader) burst(body []byte, number int) string {
	b := &burst{line: number}
	fault := d.decode(body, &b.burstForm)
	b.parts = d.take(b.N)
	size := 0
	for _, p := range b.parts {
		size += len(p.text)
	}
	if size > mostBurst {
		return fmt.Sprintf("its burst has %d MB", size>>20)
	}
	if fault == "" && (b.At < 0 || b.At > most) {
		fault = "its time is out of range"
	}
	if fault == "" {
		d.r.bursts = append(d.r.bursts, b)
	}
	return fault
}

func (d *reader) latencies(body []byte) string {
	var form mapForm
	fault := d.decode(body, &form)
	parts := d.take(form.N)
	if fault != "" {
		return fault
	}
	m, err := readMap(form, parts)
	if err != nil {
		return err.Error()
	}
	d.r.maps = append(d.r.maps, m)
	return ""
}

func (d *reader) profile(body []byte) string {
	var form profileForm
	if fault := d.decode(body, &form); fault != "" {
		return fault
	}
	p, err := form.result()
	if err != nil {
		return err.Error()
	}
	d.r.profiles = append(d.r.profiles, p)
	return ""
}

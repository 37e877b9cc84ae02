package machines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"linebounce/sim"
)

// field is one entry of a machine file: how it is read into a preset.
type field struct {
	name     string
	expected string
	optional bool
	read     func(*Preset, entry) bool // reports whether the entry is what is expected
}

// entry is a value of a file with its source.
type entry struct {
	Value  any      `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Source string   `json:"source"`
}

// fields is the form of a machine file.
var fields = []field{
	count("cpus", func(p *Preset) *int { return &p.CPUs }),
	count("sockets", func(p *Preset) *int { return &p.Topology.Sockets }),
	count("l3s", func(p *Preset) *int { return &p.Topology.L3s }),
	count("cores", func(p *Preset) *int { return &p.Topology.Cores }),
	count("threads", func(p *Preset) *int { return &p.Topology.Threads }),
	count("line_bytes", func(p *Preset) *int { return &p.LineBytes }),
	optional(count("unit_bytes", func(p *Preset) *int { return &p.UnitBytes })),
	choice("protocol", func(p *Preset) *sim.Protocol { return &p.Protocol }, sim.Protocols()...),
	choice("home", func(p *Preset) *sim.Home { return &p.Home }, sim.Blocks, sim.Pipelined),
	choice("latency_means", func(p *Preset) *Means { return &p.Means }, LoadToUse, PingPong),
	share("request_share", func(p *Preset) *float64 { return &p.RequestShare }),
	optional(latency("sibling_ns", func(p *Preset) *Range { return &p.Sibling })),
	optional(latency("same_l3_ns", func(p *Preset) *Range { return &p.SameL3 })),
	optional(latency("other_l3_ns", func(p *Preset) *Range { return &p.OtherL3 })),
	optional(latency("other_socket_ns", func(p *Preset) *Range { return &p.OtherSocket })),
	latency("clean_ns", func(p *Preset) *Range { return &p.Clean }),
	latency("hit_ns", func(p *Preset) *Range { return &p.Hit }),
	latency("locked_ns", func(p *Preset) *Range { return &p.Locked }),
	latency("cycle_ns", func(p *Preset) *Range { return &p.Cycle }),
}

func count(name string, at func(*Preset) *int) field {
	return field{name: name, expected: fmt.Sprintf("a whole number of 1 to %d", sim.MaxCPUs), read: func(p *Preset, e entry) bool {
		x, ok := e.Value.(float64)
		*at(p) = int(x)
		return ok && x == float64(int(x)) && x >= 1 && x <= sim.MaxCPUs
	}}
}

func optional(f field) field {
	f.optional = true
	return f
}

func choice[T ~uint8 | ~string](name string, at func(*Preset) *T, accepted ...T) field {
	words := make([]string, len(accepted))
	for i, a := range accepted {
		words[i] = fmt.Sprint(a)
	}
	return field{name: name, expected: "one of " + strings.Join(words, ", "), read: func(p *Preset, e entry) bool {
		i := slices.Index(words, fmt.Sprint(e.Value))
		if i < 0 {
			return false
		}
		*at(p) = accepted[i]
		return true
	}}
}

func share(name string, at func(*Preset) *float64) field {
	return field{name: name, expected: "a number of 0 to 1", read: func(p *Preset, e entry) bool {
		x, ok := e.Value.(float64)
		*at(p) = x
		return ok && x >= 0 && x <= 1
	}}
}

// slowest bounds a latency: a millisecond is no cache's.
const slowest = 1e6

func latency(name string, at func(*Preset) *Range) field {
	return field{name: name, expected: "a number of nanoseconds above 0, inside its low and high where it has them", read: func(p *Preset, e entry) bool {
		x, ok := e.Value.(float64)
		r := Range{x, x, x}
		if e.Low != nil {
			r.Low = *e.Low
		}
		if e.High != nil {
			r.High = *e.High
		}
		*at(p) = r
		return ok && 0 < r.Low && r.Low <= x && x <= r.High && r.High <= slowest
	}}
}

// Parse reads a machine file. Its errors are a *Fault that names the file, the
// field and what is expected there.
func Parse(file string, data []byte) (Preset, error) {
	fault := func(field, format string, args ...any) (Preset, error) {
		return Preset{}, &Fault{file, field, fmt.Sprintf(format, args...)}
	}
	var raw map[string]json.RawMessage
	if err := decode(data, &raw); err != nil {
		return fault("", "is not a JSON object: %s", err)
	}
	var p Preset
	for _, text := range []struct {
		name string
		into *string
	}{{"name", &p.Name}, {"title", &p.Title}} {
		if json.Unmarshal(raw[text.name], text.into) != nil || !printable(*text.into) {
			return fault(text.name, "is %s; it must be a text of one line", shown(raw[text.name]))
		}
		delete(raw, text.name)
	}
	for _, f := range fields {
		text, found := raw[f.name]
		delete(raw, f.name)
		if !found && f.optional {
			continue
		}
		if !found {
			return fault(f.name, "is missing; it must be %s, with its source", f.expected)
		}
		var e entry
		if err := decode(text, &e); err != nil {
			return fault(f.name, "is not {\"value\": …, \"source\": …}: %s", err)
		}
		if !f.read(&p, e) {
			return fault(f.name, "is %s; it must be %s", e, f.expected)
		}
		if e.Source == "" {
			return fault(f.name, "has no source; say where the value comes from, or %q and why", assumption)
		}
		if !printable(e.Source) {
			return fault(f.name, "has a source that is no text of one line")
		}
		p.Facts = append(p.Facts, Fact{f.name, e.String(), e.Source})
	}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		return fault(name, "is not a word of a machine file; accepted: name, title, %s", words())
	}
	if p.UnitBytes == 0 {
		p.UnitBytes = p.LineBytes
	}
	return p, check(file, p)
}

// check holds the fields against each other.
func check(file string, p Preset) error {
	n := p.Topology.CPUs()
	if n > sim.MaxCPUs {
		return &Fault{file, "sockets", fmt.Sprintf("times l3s, cores and threads makes %d CPUs; the model takes up to %d", n, sim.MaxCPUs)}
	}
	if p.CPUs > n {
		return &Fault{file, "cpus", fmt.Sprintf("is %d, but %d sockets of %d L3s of %d cores of %d threads have room for %d",
			p.CPUs, p.Topology.Sockets, p.Topology.L3s, p.Topology.Cores, p.Topology.Threads, n)}
	}
	for _, need := range []struct {
		name  string
		many  int
		value Range
	}{
		{"sibling_ns", p.Topology.Threads, p.Sibling}, {"same_l3_ns", p.Topology.Cores, p.SameL3},
		{"other_l3_ns", p.Topology.L3s, p.OtherL3}, {"other_socket_ns", p.Topology.Sockets, p.OtherSocket},
	} {
		if need.many > 1 && need.value.Value == 0 {
			return &Fault{file, need.name, "is missing; the topology has such neighbours, so it must be a number of nanoseconds above 0"}
		}
	}
	if p.LineBytes < shortestLine || p.LineBytes%8 != 0 {
		return &Fault{file, "line_bytes", fmt.Sprintf("is %d; it must be a multiple of 8 and at least %d", p.LineBytes, shortestLine)}
	}
	if p.UnitBytes%p.LineBytes != 0 {
		return &Fault{file, "unit_bytes", fmt.Sprintf("is %d; it must be a multiple of line_bytes, %d", p.UnitBytes, p.LineBytes)}
	}
	if err := p.Machine().Validate(); err != nil {
		return &Fault{File: file, Problem: "does not work: " + err.Error()}
	}
	return nil
}

// shortestLine is the shortest line on which the structures of 2011 lie as they
// did.
const shortestLine = 64

// decode reads one JSON value and nothing after it. A field that is not known
// is an error.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows its end")
	}
	return nil
}

func (e entry) String() string {
	text := fmt.Sprint(e.Value)
	if e.Value == nil {
		text = "missing"
	}
	if x, number := e.Value.(float64); number {
		text = plain(x)
	}
	if e.Low != nil && e.High != nil {
		text += fmt.Sprintf(" (%s to %s)", plain(*e.Low), plain(*e.High))
	}
	return text
}

// printable reports whether a text has something to show and nothing that would
// steer a terminal.
func printable(text string) bool {
	return text != "" && !strings.ContainsFunc(text, unicode.IsControl)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func shown(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "missing"
	}
	return string(raw)
}

func words() string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

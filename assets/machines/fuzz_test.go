package machines

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"linebounce/sim"
)

// What a machine file says is a machine that the model takes, with any number of
// its CPUs, and it is the same machine when it is written again. What is no
// machine file is refused in words that a terminal can show.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		data, err := files.ReadFile(name + extension)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"name":"a","title":"b","cpus":{"value":1,"source":"c"},"socket":1}`))
	f.Add([]byte(`{"name":"a\u001b[2J","title":"b"}`))
	f.Add([]byte(`{"name":"a","title":"b","cpus":{"value":"\u001b[2J","source":"c"}}`))
	f.Add([]byte(`{"name":"a","title":"b","cpus":{"value":1,"source":"\u001b[2J"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("x.json", data)
		again, same := Parse("x.json", data)
		if !reflect.DeepEqual(p, again) || !reflect.DeepEqual(err, same) {
			t.Fatalf("read as %+v, %v and then as %+v, %v", p, err, again, same)
		}
		if err != nil {
			fault, is := errors.AsType[*Fault](err)
			if !is || fault.File != "x.json" || fault.Problem == "" {
				t.Errorf("refused with %#v", err)
			}
			showable(t, err.Error())
			return
		}
		showable(t, p.Name, p.Title)
		for _, fact := range p.Facts {
			showable(t, fact.Field, fact.Text, fact.Source)
		}
		for _, r := range []Range{p.Sibling, p.SameL3, p.OtherL3, p.OtherSocket, p.Clean, p.Hit, p.Locked, p.Cycle} {
			if r != (Range{}) && !(0 < r.Low && r.Low <= r.Value && r.Value <= r.High && r.High <= slowest) {
				t.Errorf("a latency of %v", r)
			}
		}
		for _, fill := range []Fill{OneByOne, Evenly} {
			order := p.Order(fill)
			slices.Sort(order)
			for i, place := range order {
				if i != place || len(order) != p.Topology.CPUs() {
					t.Fatalf("%s: place %d of %d is %d", fill, i, p.Topology.CPUs(), place)
				}
			}
			for _, n := range []int{1, p.CPUs/2 + 1, p.CPUs, p.CPUs + 1, sim.MaxCPUs} {
				takes(t, p, n, fill)
			}
		}
		if back, err := Parse("x.json", written(t, p)); err != nil || !alike(back, p) {
			t.Errorf("%+v is written and read as %+v, %v", p, back, err)
		}
	})
}

// showable holds that a terminal can be given a text.
func showable(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.ContainsFunc(text, unicode.IsControl) {
			t.Errorf("%q would reach the terminal", text)
		}
	}
}

func takes(t *testing.T, p Preset, n int, fill Fill) {
	t.Helper()
	m, extrapolated, err := p.With(n, fill)
	if err != nil {
		if _, is := errors.AsType[*Fault](err); !is || n <= p.CPUs {
			t.Errorf("%d of %d CPUs: %v", n, p.CPUs, err)
		}
		return
	}
	if err := m.Validate(); err != nil || m.CPUs() != n || extrapolated != (n > p.CPUs) {
		t.Errorf("%d of %d CPUs, %s: %d, extrapolated %t, %v", n, p.CPUs, fill, m.CPUs(), extrapolated, err)
	}
}

// written is a file that says what a preset holds.
func written(t *testing.T, p Preset) []byte {
	t.Helper()
	file := map[string]any{"name": p.Name, "title": p.Title}
	say := func(name string, value any) { file[name] = map[string]any{"value": value, "source": "a test"} }
	for name, n := range map[string]int{
		"cpus": p.CPUs, "sockets": p.Topology.Sockets, "l3s": p.Topology.L3s, "cores": p.Topology.Cores, "threads": p.Topology.Threads,
		"line_bytes": p.LineBytes, "unit_bytes": p.UnitBytes,
	} {
		say(name, n)
	}
	say("protocol", p.Protocol.String())
	say("home", p.Home.String())
	say("latency_means", p.Means)
	say("request_share", p.RequestShare)
	for name, r := range map[string]Range{
		"sibling_ns": p.Sibling, "same_l3_ns": p.SameL3, "other_l3_ns": p.OtherL3, "other_socket_ns": p.OtherSocket,
		"clean_ns": p.Clean, "hit_ns": p.Hit, "locked_ns": p.Locked, "cycle_ns": p.Cycle,
	} {
		if r != (Range{}) {
			file[name] = map[string]any{"value": r.Value, "low": r.Low, "high": r.High, "source": "a test"}
		}
	}
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// alike compares presets but for their sources.
func alike(a, b Preset) bool {
	a.Facts, b.Facts = nil, nil
	return reflect.DeepEqual(a, b)
}

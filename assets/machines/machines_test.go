package machines

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"linebounce/sim"
)

// The presets hold what their sources say, and nothing that was changed to suit
// a result. 0 is a neighbour that the machine does not have.
func TestPresetsHoldWhatTheirSourcesSay(t *testing.T) {
	for _, c := range []struct {
		name                                  string
		cpus                                  int
		topology                              sim.Topology
		protocol                              sim.Protocol
		means                                 Means
		sibling, sameL3, otherL3, otherSocket Range
	}{
		{"2011", 16, sim.Topology{Sockets: 2, L3s: 1, Cores: 4, Threads: 2}, sim.MESIF, LoadToUse, Range{6, 4, 10}, one(26), Range{}, Range{102, 34, 102}},
		{"client-ring", 16, sim.Topology{Sockets: 1, L3s: 1, Cores: 8, Threads: 2}, sim.MESI, PingPong, one(6.2), one(21), Range{}, Range{}},
		{"two-ccx", 32, sim.Topology{Sockets: 1, L3s: 2, Cores: 8, Threads: 2}, sim.MOESI, PingPong, one(7.8), one(17), one(85), Range{}},
		{"dual-xeon", 128, sim.Topology{Sockets: 2, L3s: 1, Cores: 32, Threads: 2}, sim.MESIF, PingPong, one(8.1), one(51), Range{}, one(108)},
		{"dual-epyc", 192, sim.Topology{Sockets: 2, L3s: 6, Cores: 8, Threads: 2}, sim.MOESI, PingPong, one(9.8), one(23), one(107), one(197)},
		{"arm-clusters", 6, sim.Topology{Sockets: 1, L3s: 2, Cores: 3, Threads: 1}, sim.MOESI, PingPong, Range{}, one(40), one(145), Range{}},
		{"arm-mesh", 64, sim.Topology{Sockets: 1, L3s: 1, Cores: 64, Threads: 1}, sim.MESI, PingPong, Range{}, one(46), Range{}, Range{}},
	} {
		p, err := Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != c.name || p.CPUs != c.cpus || p.Topology != c.topology || p.Protocol != c.protocol || p.Means != c.means || p.Home != sim.Blocks || p.RequestShare != 0.5 {
			t.Errorf("%s: %+v", c.name, p)
		}
		for i, r := range [][2]Range{{p.Sibling, c.sibling}, {p.SameL3, c.sameL3}, {p.OtherL3, c.otherL3}, {p.OtherSocket, c.otherSocket}} {
			if r[0] != r[1] {
				t.Errorf("%s: latency %d is %v, its source says %v", c.name, i, r[0], r[1])
			}
		}
		if len(p.Facts) < 14 {
			t.Errorf("%s names %d facts", c.name, len(p.Facts))
		}
	}
	if got := Names(); len(got) != 7 || got[0] != "2011" {
		t.Errorf("presets %v", got)
	}
	p, _ := Find("2011")
	if p.Hit.Value != 1.37 || p.Clean.Value != 13.7 { // 4 and 40 cycles at 2.93 GHz
		t.Errorf("2011: hit %v, clean %v", p.Hit, p.Clean)
	}
}

func one(ns float64) Range { return Range{ns, ns, ns} }

func TestWhatNobodyPublishedIsMarkedAssumed(t *testing.T) {
	for _, name := range Names() {
		p, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Facts {
			if must := slices.Contains([]string{"home", "request_share", "locked_ns", "cycle_ns"}, f.Field); must && !f.Assumed() {
				t.Errorf("%s: %s is %s, from %q", name, f.Field, f.Text, f.Source)
			}
			if strings.HasSuffix(f.Field, "_l3_ns") && f.Assumed() {
				t.Errorf("%s: %s is assumed", name, f.Field)
			}
		}
	}
}

// change is the file of 2011 with a piece of its text replaced.
func change(t *testing.T, old, new string) []byte {
	t.Helper()
	data, err := files.ReadFile("2011.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("2011.json has no %q", old)
	}
	return []byte(strings.Replace(string(data), old, new, 1))
}

func TestFaultyFilesNameTheField(t *testing.T) {
	for _, c := range []struct{ old, new, field, says string }{
		{`"same_l3_ns"`, `"sane_l3_ns"`, "sane_l3_ns", "not a word"},
		{`"hit_ns": {"value": 1.37`, `"hit_ns": {"value": -1.37`, "hit_ns", "is -1.37; it must be a number of nanoseconds above 0"},
		{`"hit_ns": {"value": 1.37,`, `"hit_ns": {`, "hit_ns", "is missing"},
		{`"hit_ns": {"value": 1.37`, `"hit_ns": {"value": "fast"`, "hit_ns", "is fast"},
		{`"hit_ns": {"value": 1.37`, `"hit_ns": {"value": 1e300`, "hit_ns", "must be"},
		{`"value": 102, "low": 34`, `"value": 12, "low": 34`, "other_socket_ns", "inside its low and high"},
		{`"MESIF"`, `"DRAGON"`, "protocol", "is DRAGON; it must be one of MESI, MOESI, MESIF"},
		{`"blocks"`, `"sometimes"`, "home", "one of blocks, pipelined"},
		{`"load_to_use"`, `"round_trip"`, "latency_means", "one of load_to_use, ping_pong"},
		{`{"value": 0.5`, `{"value": 1.5`, "request_share", "is 1.5; it must be a number of 0 to 1"},
		{`"cpus": {"value": 16`, `"cpus": {"value": 17`, "cpus", "have room for 16"},
		{`"cpus": {"value": 16`, `"cpus": {"value": 0`, "cpus", "is 0; it must be a whole number"},
		{`"cpus": {"value": 16`, `"cpus": {"value": 2.5`, "cpus", "is 2.5"},
		{`"line_bytes": {"value": 64`, `"line_bytes": {"value": 32`, "line_bytes", "at least 64"},
		{`"sockets": {"value": 2`, `"sockets": {"value": 4096`, "sockets", "makes 32768 CPUs"},
		{`"home":`, `"unit_bytes": {"value": 96, "source": "x"}, "home":`, "unit_bytes", "multiple of line_bytes, 64"},
		{`"name": "2011"`, `"name": 2011`, "name", "must be a text"},
		{`"low": 34`, `"lowest": 34`, "other_socket_ns", "lowest"},
		{`{"value": 1.37, "source":`, `{"value": 1.37, "why":`, "hit_ns", "why"},
	} {
		_, err := Parse("x.json", change(t, c.old, c.new))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Field != c.field || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%s: got %v, want a fault in %s that says %q", c.new, err, c.field, c.says)
		}
	}
	whole := string(change(t, "{", "{"))
	lines := strings.Split(whole, "\n")
	for _, name := range []string{"same_l3_ns", "other_socket_ns", "sibling_ns", "home", "clean_ns"} {
		kept := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.Contains(l, `"`+name+`"`) })
		_, err := Parse("x.json", []byte(strings.Join(kept, "\n")))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Field != name || !strings.Contains(fault.Problem, "missing") {
			t.Errorf("without %s: %v", name, err)
		}
	}
	for _, text := range []string{"", "[]", "{", whole + "{}", "null"} {
		if _, err := Parse("x.json", []byte(text)); err == nil {
			t.Errorf("%.20q was taken for a machine", text)
		}
	}
}

func TestAFileByItsPath(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(file, change(t, `"name": "2011"`, `"name": "mine"`), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := Find(file); err != nil || p.Name != "mine" {
		t.Errorf("%v, %v", p.Name, err)
	}
	for name, says := range map[string]string{"i486": "accepted: 2011, ", "./nothing.json": "cannot be read", t.TempDir(): "cannot be read"} {
		_, err := Find(name)
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want it to say %q", name, err, says)
		}
	}
}

func TestWhereFewerCPUsSit(t *testing.T) {
	p, _ := Find("2011")
	for _, c := range []struct {
		n    int
		fill Fill
		want []int
	}{
		{2, OneByOne, []int{0, 2}}, // two cores of one socket
		{4, OneByOne, []int{0, 2, 4, 6}},
		{5, OneByOne, []int{0, 1, 2, 4, 6}},
		{8, OneByOne, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{9, OneByOne, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{2, Evenly, []int{0, 8}},
		{4, Evenly, []int{0, 2, 8, 10}},
		{8, Evenly, []int{0, 2, 4, 6, 8, 10, 12, 14}},
		{16, OneByOne, nil},
	} {
		m, extrapolated, err := p.With(c.n, c.fill)
		if err != nil || extrapolated || m.CPUs() != c.n || !reflect.DeepEqual(m.Places, c.want) {
			t.Errorf("%d CPUs, %s: places %v, extrapolated %v, %v; want %v", c.n, c.fill, m.Places, extrapolated, err, c.want)
		}
	}
	epyc, _ := Find("dual-epyc")
	if order := epyc.Order(Evenly); order[0] != 0 || order[1] != 96 || order[2] != 16 || order[12] != 2 {
		t.Errorf("dual-epyc, evenly: %v", order[:13])
	}
	for _, fill := range []Fill{OneByOne, Evenly} {
		order := epyc.Order(fill)
		slices.Sort(order)
		for i, place := range order {
			if i != place {
				t.Fatalf("%s does not use every place once", fill)
			}
		}
	}
}

func TestMoreCPUsAreFurtherSockets(t *testing.T) {
	p, _ := Find("2011")
	m, extrapolated, err := p.With(64, OneByOne)
	if err != nil || !extrapolated || m.CPUs() != 64 || m.Topology.Sockets != 8 || m.Validate() != nil {
		t.Errorf("%+v, %v, %v", m, extrapolated, err)
	}
	m, _, err = p.With(20, Evenly) // three sockets, 20 of 24 places
	if err != nil || m.CPUs() != 20 || m.Topology.Sockets != 3 || m.Validate() != nil {
		t.Errorf("%+v, %v", m, err)
	}
	ring, _ := Find("client-ring")
	for _, n := range []int{0, -1, 100000} {
		if _, _, err := p.With(n, OneByOne); err == nil {
			t.Errorf("%d CPUs were accepted", n)
		}
	}
	if _, _, err := ring.With(17, OneByOne); err == nil || !strings.Contains(err.Error(), "another socket") {
		t.Errorf("a second ring: %v", err)
	}
}

// A line that two CPUs both write all the time changes hands once in the time
// of a published ping-pong, whatever the home does.
func TestAPingPongMeansTheSameUnderBothHomes(t *testing.T) {
	for _, home := range []sim.Home{sim.Blocks, sim.Pipelined} {
		p, _ := Find("dual-xeon")
		p.Home = home
		m, _, _ := p.With(2, OneByOne)
		add := []sim.Op{{Kind: sim.Add}}
		s, err := sim.New(m, sim.Workload{Bytes: 64, Tasks: []sim.Task{{CPU: 0, Program: add}, {CPU: 1, Program: add}}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		s.Run(1000 * 1000 * sim.Nanosecond)
		period := float64(s.Now()) / float64(s.Line(0).Handoffs) / float64(sim.Nanosecond)
		// An operation under way ends before the line goes.
		if period < p.SameL3.Value || period > p.SameL3.Value+p.Locked.Value+0.1 {
			t.Errorf("%s: a hand-off every %.1f ns, want %v and at most an operation more", home, period, p.SameL3.Value)
		}
	}
}

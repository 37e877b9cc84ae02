package results

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
)

func parse(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// of reads one file of testdata, which the commands printed on a machine of two
// CPUs, or the model did.
func of(t *testing.T, name string) File {
	t.Helper()
	f, err := Read(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings) > 1 {
		t.Errorf("%s: warnings %q", name, f.Warnings)
	}
	return f
}

func TestRun(t *testing.T) {
	f := of(t, "run.json")
	want := Machine{
		Model: "Intel(R) Xeon(R) Processor", CPUs: 2, LineBytes: 64, LineSource: topology.FromSysfs,
		Kernel: "Linux 6.18.44", Arch: "amd64", SMT: "none", Hypervisor: true,
	}
	if f.Machine != want || f.Source != probes.Measured || f.Recording || !f.Made.IsZero() {
		t.Errorf("machine %+v, source %s", f.Machine, f.Source)
	}
	if len(f.Findings) != 1 || len(f.Findings[0].Arms) != 2 {
		t.Fatalf("findings %+v", f.Findings)
	}
	found := f.Findings[0]
	if found.Experiment != "counters" || found.Quantity != probes.OpsPerSecond || found.Pairs != 16 {
		t.Errorf("finding %+v", found)
	}
	ratio := probes.Interval{Median: 5.518595923958216, Low: 5.437240245756995, High: 5.576520751320638, Confidence: 0.95, Samples: 16}
	if *found.Ratio != ratio {
		t.Errorf("ratio %+v", *found.Ratio)
	}
	b := found.Arms[1]
	if b.Name != "B" || b.Rate.Median != 240006977.01686686 || b.Windows != 16 || b.SetAside != 3 || !b.Unpinned || b.Samples != nil {
		t.Errorf("arm B %+v", b)
	}
	if b.Scenario != parse(t, "counter=each line=padded op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2") {
		t.Errorf("scenario of B %s", b.Scenario)
	}
	again := "linebounce run counters -a 'counter=each line=shared op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2'" +
		" -b 'counter=each line=padded op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2'"
	if found.Command != again {
		t.Errorf("command %s", found.Command)
	}
}

func TestSimWithScaling(t *testing.T) {
	f := of(t, "sim.json")
	if len(f.Findings) != 1 || len(f.Scalings) != 1 || f.Source != probes.Simulated {
		t.Fatalf("%+v", f)
	}
	s := f.Scalings[0]
	if s.A != "counter=each line=shared op=lock batch=1 neighbours=off track=off" || s.Quantity != probes.OpsPerSecond {
		t.Errorf("scaling %+v", s)
	}
	if len(s.Points) != 4 || s.Points[0].CPUs != 2 || s.Points[3].CPUs != 32 || !s.Points[3].Extrapolated || s.Points[2].Extrapolated {
		t.Errorf("points %+v", s.Points)
	}
	if a := s.Points[0].A; a.Median != 75186363.63636364 || a.Known() {
		t.Errorf("A at 2 CPUs is %+v, want a median without an interval", a)
	}
	const arms = "counter=each line=%s op=lock batch=1 neighbours=off track=off"
	if want := fmt.Sprintf("linebounce sim counters --machine 2011 --cpus 2,4,16,32 -a '"+arms+"' -b '"+arms+"'", "shared", "padded"); s.Command != want {
		t.Errorf("command %s, want %s", s.Command, want)
	}
}

func TestScope(t *testing.T) {
	f := of(t, "scope.json")
	if len(f.Bursts) != 1 || len(f.Findings) != 0 {
		t.Fatalf("%+v", f)
	}
	b := f.Bursts[0]
	l := b.Lines[0]
	if b.Method != probes.ByValue || l.Name != "count" || l.Stays.P50 != 5 || l.Stays.Count != 3797675 || l.Intervals.P50 == 0 || len(l.Bins) != 18 {
		t.Errorf("burst %+v", b)
	}
	if l.Ops != 19832495 || len(b.Handoffs) != 2 {
		t.Errorf("%d operations, hand-offs %v", l.Ops, b.Handoffs)
	}
}

func TestLatency(t *testing.T) {
	f := of(t, "latency.json")
	if len(f.Maps) != 1 {
		t.Fatalf("%+v", f)
	}
	m := f.Maps[0]
	if len(m.CPUs) != 3 || len(m.Pairs) != 3 || m.Complete {
		t.Fatalf("map %+v", m)
	}
	if p := m.Between(0, 1); p.Median != 87.648 || !p.Known() || !p.Pinned || p.Label != "one L3" {
		t.Errorf("0 with 1: %+v", p)
	}
	if p := m.Between(1, 2); p.Measured() || p.Why != "CPU 5 dropped out: it is offline" {
		t.Errorf("1 with 5: %+v", p)
	}
	if p := m.Between(2, 0); p.Known() || p.Median != 91 || !math.IsInf(p.High, 1) {
		t.Errorf("0 with 5: %+v, want no interval", p)
	}
}

func TestProfile(t *testing.T) {
	f := of(t, "profile.json")
	if len(f.Profiles) != 1 || len(f.Findings) != 0 {
		t.Fatalf("%+v", f)
	}
	p := f.Profiles[0]
	if p.Event != "cpu-clock" || p.Pairs != 43 || p.Samples != [2]int{1652, 1594} || p.Arms[1].PassCred != probes.PassCredReceiver {
		t.Errorf("profile %+v", p)
	}
	if s := p.Symbols[0]; s.Name != "put_pid" || !s.Moved() || s.On != 3.5131744040150563 {
		t.Errorf("symbol %+v", s)
	}
	if s := p.Symbols[2]; s.Moved() || s.Difference.Known() {
		t.Errorf("symbol without an interval %+v", s)
	}
}

func TestOneArmAndWhatIsNotKnown(t *testing.T) {
	text := `{"schema":1,"source":"measured","experiment":"messages","later":{"x":[1]},"arms":[
		{"name":"A","scenario":"path=always writers=1 readers=1","ops_per_s":null,"messages_per_s":{"median":null,"low":null,"high":null}}],"ratio":null}`
	files, faults := read("x.json", strings.NewReader(text))
	if len(faults) > 0 || len(files) != 1 {
		t.Fatal(faults)
	}
	f := files[0].Findings[0]
	if f.Ratio != nil || f.Arms[0].Rate.Known() || !math.IsNaN(f.Arms[0].Rate.Median) || f.Quantity != probes.MessagesPerSecond {
		t.Errorf("%+v", f)
	}
}

// A file may be what several commands printed, one behind another.
func TestSeveralDocuments(t *testing.T) {
	run, err := os.ReadFile("testdata/run.json")
	if err != nil {
		t.Fatal(err)
	}
	sim, err := os.ReadFile("testdata/sim.json")
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Join([][]byte{run, sim, run[:len(run)/2]}, nil)
	files, faults := read("all.json", bytes.NewReader(text))
	if len(files) != 2 || files[0].Source != probes.Measured || files[1].Source != probes.Simulated {
		t.Errorf("%d files", len(files))
	}
	if len(faults) != 1 || !strings.Contains(faults[0].Error(), "cut off") {
		t.Errorf("faults %v", faults)
	}
}

func TestRefused(t *testing.T) {
	const ab = `{"schema":1,"source":"measured","experiment":"counters","arms":[{"scenario":"writers=1",`
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "empty"},
		"blank":             {" \n", "empty"},
		"text":              {"\n\nhello", "line 3: this is no JSON"},
		"binary":            {"\x7fELF\x00\x00", "line 1: this is no JSON"},
		"cut":               {"{\n\"schema\":1,\n", "line 3: the file was cut off"},
		"a list":            {"[1]", "no result of linebounce"},
		"other JSON":        {`{"name":"x"}`, "no schema"},
		"a later schema":    {`{"schema":2}`, "schema 2; this program reads schema 1"},
		"no source":         {`{"schema":1}`, "source"},
		"no figures":        {`{"schema":1,"source":"measured","checks":[]}`, "no figures"},
		"a wrong kind":      {"{\"schema\":1,\n\"source\":\"measured\",\n\"arms\":[{\"windows\":\"many\"}]}", "line 3: arms.windows cannot be a string"},
		"no number":         {ab + "\"ops_per_s\":{\"median\":1e999}}]}", "1e999"},
		"an unknown word":   {`{"schema":1,"source":"measured","experiment":"x","arms":[{"name":"A","scenario":"colour=red"}]}`, `arm A: "colour" is not a word`},
		"no experiment":     {`{"schema":1,"source":"measured","arms":[{"scenario":"writers=1"}]}`, `its experiment is ""`},
		"no name":           {`{"schema":1,"source":"measured","experiment":"$(x)","arms":[{"scenario":"writers=1"}]}`, `"$(x)", which is no name`},
		"a median outside":  {ab + `"ops_per_s":{"median":5,"low":6,"high":7}}]}`, "median 5 is not in its interval"},
		"a published 0":     {ab + `"ops_per_s":{"median":5}}],"published":[{"figure":"A","cpus":4,"published":0,"predicted":1}]}`, "A for 4 CPUs is 0 beside 1"},
		"published in text": {ab + `"ops_per_s":{"median":5}}],"published":[{"figure":"A","published":"4 s"}]}`, "what was published: json: cannot unmarshal string"},
		"a map with a hole": {`{"schema":1,"source":"measured","complete":true,"pairs":[{"a":0,"b":1},{"a":0,"b":2}]}`, "2 pairs for 3 CPUs"},
		"a map in disorder": {`{"schema":1,"source":"measured","complete":true,"pairs":[{"a":1,"b":0}]}`, "pair 1 of this map is of CPUs 1 and 0"},
	} {
		files, faults := read("x.json", strings.NewReader(c.text))
		if len(files) != 0 || len(faults) != 1 {
			t.Errorf("%s: %d files, faults %v", name, len(files), faults)
			continue
		}
		if got := faults[0].Error(); !strings.HasPrefix(got, "x.json: ") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", name, got, c.want)
		}
	}
}

func TestLoadNamesWhatItLeavesOutAndGoesOn(t *testing.T) {
	dir := t.TempDir()
	run, err := os.ReadFile("testdata/run.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"a.json": run, "b.json": []byte("{"), "notes.txt": []byte("not looked at"), "c.json": run, "below/d.json": run,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	bare := t.TempDir()
	files, faults := Load([]string{dir, filepath.Join(dir, "a.json"), filepath.Join(dir, "gone"), bare})
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f.Path))
	}
	if strings.Join(names, " ") != "a.json c.json" {
		t.Errorf("read %q, want a.json and c.json, once", names)
	}
	want := []string{"b.json: line 1: ", "gone: no such file", "holds no file that ends in .json"}
	if len(faults) != len(want) {
		t.Fatalf("faults %v", faults)
	}
	for i, fault := range faults {
		if !strings.Contains(fault.Error(), want[i]) {
			t.Errorf("fault %q, want %q in it", fault, want[i])
		}
	}
}

func TestAHugeFileIsRefusedUnread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.json")
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 2<<30); err != nil {
		t.Skipf("no file with a hole can be made here: %v", err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "longer than 256 MB") {
		t.Errorf("got %v", err)
	}
}

// A stranger's file is printed on a terminal, and its commands are pasted.
func TestTextOfAFileIsOnlyText(t *testing.T) {
	text := `{"schema":1,"source":"measured","machine":{"cpu_model":"a\u001b[2Jb"},"experiment":"x",
		"arms":[{"name":"\u009bA","scenario":"writers=1"}],"warnings":["one\u001btwo\nthree"]}`
	files, _ := read("x.json", strings.NewReader(text))
	if len(files) != 1 {
		t.Fatal("not read")
	}
	f := files[0]
	for _, got := range []string{f.Machine.Model, f.Findings[0].Arms[0].Name, f.Warnings[0]} {
		if strings.ContainsAny(got, "\x1b\x07\n\u009b") {
			t.Errorf("%q has control characters", got)
		}
	}
	if c := f.Findings[0].Command; c != "" {
		t.Errorf("command %q of an experiment that is not known", c)
	}
}

// Whatever a file holds, reading it must not panic, and what is read must be
// safe to draw.
func FuzzRead(f *testing.F) {
	seeds, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range seeds {
		text, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		`{"schema":1,"source":"simulated","experiment":"x","arms":[{"scenario":"writers=1","ops_per_s":{"median":1}},{"scenario":"writers=1"}],` +
			`"ratio":{"median":2,"low":1,"high":3},"scaling":[{"cpus":1,"a":1},{"cpus":2,"b":2}]}`,
		`{"schema":1,"source":"measured","complete":true,"pairs":[{"a":0,"b":1,"samples":1,"median_ns":2}]}`,
		`{"schema":1,"source":"measured","arms":[{"scenario":"writers=1"}],"stay":{"p50":1,"count":1}}`,
		`{"format":"linebounce recording","version":1,"machine":{},"experiments":["x"]}` + "\n" +
			`{"experiment":"x","reading":{"unit":"window","scenario":"writers=1","cpus":[{"ops":1,"elapsed_ns":5}]}}` + "\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		files, faults := read("x", bytes.NewReader(text))
		if len(files)+len(faults) == 0 {
			t.Error("neither a file nor a fault")
		}
		for _, file := range files {
			if file.empty() {
				t.Error("a file without figures")
			}
			for _, found := range file.Findings {
				if len(found.Arms) == 0 || found.Ratio != nil && len(found.Arms) < 2 {
					t.Errorf("a finding of %d arms, ratio %v", len(found.Arms), found.Ratio)
				}
			}
			for _, g := range Groups(files) {
				g.Summaries()
				g.Repeats()
			}
			for _, m := range file.Maps {
				for i := range m.CPUs {
					for j := range i {
						m.Between(i, j)
					}
				}
			}
		}
	})
}

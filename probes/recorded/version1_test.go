package recorded

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
)

// Recordings of the first version show what they did.
func TestVersion1(t *testing.T) {
	text := content(t, "testdata/version1.jsonl")
	r := open(t, "testdata/version1.jsonl")
	if r.Version != 1 || !r.Whole || len(r.Warnings) > 0 || !slices.Equal(r.Experiments(), []string{"counters", "sockets"}) {
		t.Errorf("version %d, whole %v, warnings %q, experiments %v", r.Version, r.Whole, r.Warnings, r.Experiments())
	}
	if r.Machine.Model != "Constructed CPU" || len(r.Machine.CPUs) != 2 || r.Made.IsZero() {
		t.Errorf("header %+v", r.Header)
	}
	want := map[string][]probes.Reading{}
	for l := range bytes.Lines(text[bytes.IndexByte(text, '\n')+1:]) {
		var old oldForm
		if err := json.Unmarshal(l, &old); err != nil {
			t.Fatal(err)
		}
		want[old.Experiment] = append(want[old.Experiment], old.Reading)
	}
	for experiment, list := range want {
		got := drain(t, r, experiment)
		if len(got) != len(list) {
			t.Fatalf("%d readings of %s, want %d", len(got), experiment, len(list))
		}
		for i := range list {
			list[i].Origin, list[i].Start = probes.Recorded, got[i].Start
			if !reflect.DeepEqual(got[i], list[i]) {
				t.Errorf("got\n%+v\nwant\n%+v", got[i], list[i])
			}
		}
	}
}

func TestVersion1CutOffAnywhere(t *testing.T) {
	text := content(t, "testdata/version1.jsonl")
	begin := bytes.IndexByte(text, '\n') + 1
	for end := begin; end <= len(text); end += 3 {
		r, err := Read(bytes.NewReader(text[:end]))
		if err != nil {
			t.Fatalf("cut at %d: %v", end, err)
		}
		whole := bytes.Count(text[begin:end], []byte("\n"))
		lacks := text[end-1] != '\n' && text[end] != '\n'
		if !lacks && text[end-1] != '\n' {
			whole++
		}
		if got := count(r); got != whole || lacks == r.Whole || lacks != (len(r.Warnings) == 1) {
			t.Fatalf("cut at %d: %d readings, want %d; whole %v, warnings %q", end, got, whole, r.Whole, r.Warnings)
		}
	}
}

func TestBadLinesOfVersion1(t *testing.T) {
	text := string(content(t, "testdata/version1.jsonl"))
	head, rest, _ := strings.Cut(text, "\n")
	lines := strings.Split(strings.TrimSpace(rest), "\n")
	window := lines[2]
	change := func(old, new string) string {
		t.Helper()
		if !strings.Contains(window, old) {
			t.Fatalf("%s is not in %s", old, window)
		}
		return strings.Replace(window, old, new, 1)
	}
	for name, c := range map[string]struct{ line, want string }{
		"nonsense":         {"nonsense", "cannot be understood"},
		"an unknown unit":  {change(`"window"`, `"year"`), `"year" is no unit`},
		"a negative arm":   {change(`"arm":1`, `"arm":-1`), "arm -1 is out of range"},
		"a billion arms":   {change(`"arm":1`, `"arm":1000000000`), "out of range"},
		"a CPU too many":   {change(`writers=2`, `writers=3`), "2 CPUs for 3 workers"},
		"an unknown word":  {change(`line=padded`, `colour=red`), "colour"},
		"a negative time":  {change(`"start_ns":`, `"start_ns":-`), "out of range"},
		"an overflow":      {change(`"ops":`, `"ops":9`+strings.Repeat("0", 11)), "out of range"},
		"negative figures": {change(`"ops":`, `"ops":-`), "a negative figure"},
		"4096 CPUs":        {change(`cpus=0,1 writers=2`, `cpus=0-4095 writers=4096`), "2 CPUs for 4096 workers"},
		"another CPU":      {change(`"cpu":1`, `"cpu":7`), "CPU 7, which the machine of the recording does not have"},
	} {
		r, err := Read(strings.NewReader(strings.Join([]string{head, lines[0], c.line, lines[2], ""}, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if count(r) != 2 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], c.want) || !strings.HasPrefix(r.Warnings[0], "Line 3 ") {
			t.Errorf("%s: %d readings, warnings %q, want %q", name, count(r), r.Warnings, c.want)
		}
	}
	r, err := Read(strings.NewReader(strings.Join([]string{head, lines[3], lines[2], ""}, "\n")))
	if err != nil || count(r) != 2 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "line 3 of the recording the time runs backwards") {
		t.Errorf("time running backwards: %v, %+v", err, r)
	}
}

package report

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/ui/results"
)

func write(t *testing.T, f Format, files []results.File) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, files, by); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return b.String()
}

func TestAFilesEndingSaysWhatItBecomes(t *testing.T) {
	for path, want := range map[string]Format{"a.html": HTML, "b/c.SVG": SVG, "d.e.md": Markdown} {
		if got, err := FormatOf(path); got != want || err != nil {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	for _, path := range []string{"a.pdf", "html", "", "a.html.gz", "."} {
		if got, err := FormatOf(path); err == nil || !strings.Contains(err.Error(), "accepted: .html, .svg, .md") {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

// told is what every report on everything has to say, wherever it says it.
var told = []string{
	// machines and where figures are from
	"Example 9000", "Linux 6.18.1 amd64", "64 bytes, as the system says (sysfs)", "powersave", "two quad-core Examples",
	"recorded on Example 9000, 2026-11-30 (lab.jsonl)", "simulated: two quad-core Examples (curve.json)",
	"line 12: something is wrong with this line",
	// what was found
	"B is 5.4 times as fast (95%: 5.3 to 5.6).", "no operation waits for another CPU", "No difference detected (95%: 0.98 to 1.03).",
	"A alone: 195.5M messages a second.", "B is 1.98 times as fast (by the model).", "On 16 CPUs B does 1.98 times the messages a second that A does, on 8 CPUs 1.09 times.",
	"On 6 CPUs B does 23 times the operations a second that A does, on 1 CPU 1.01 times.",
	"One way: from 50.5 ns between CPUs 0 and 1 (one L3) to 132 ns between CPUs 2 and 3 (other L3).",
	"Half of the 5,371 stays are of 3 operations or fewer, one in ten is of 7 or more.", "A larger share with SO_PASSCRED on: put_pid.",
	// questions
	"Does it matter that the counters are neighbours?", "What does asking for the sender's credentials cost?",
	// figures of every kind
	"59.34M (57.56M to 61.12M)", "321.6M (312.0M to 331.2M)", "61.70M", "412.3k", "11.27M", "3.7", "2, 3, 5", "195.5M",
	"41.00M (39.77M to 42.23M)", "951.0M", "7.550M", "2,793", "13,502", "19,044", "2,686", "50.5 (50 to 51)", "132 (129 to 134)",
	"+2.58 (+2.08 to +3.08)", "-0.99 (-1.29 to -0.69)", "11.59", "10.40", "973.9k", "3,588", "997", "1 burst of 4.321 ms;",
	"median over 92 pairs", "median over 30 pairs",
	// what is odd about them
	"Unpinned: C ran on other CPUs than asked", "In B the line never left its CPU.", "CPUs 2 and 5 were not measured: CPU 5 went away.",
	"The kernel lost 4 samples.", "absent here", "32 *", "* extrapolated", "and 1 symbol below 1% that did not move", "The frequency governor is powersave",
	"E. Dumazet, af_unix: dont send SCM_CREDENTIALS by default, 19 September 2011",
	// what others published
	"Others published 2.15 times, so the model is off by -7.8%.", "A, 16 CPUs", "9.102 s", "8.412 s", "-7.6%", "a mail of 2011, before", "2.15×", "1.98×",
	// how to read them, and what made the report
	"set aside", "Measured too, kept in a file as it came", "v9.8.7", "linebounce v0.6.0", "2026-11-30 09:08:07 UTC",
}

// commands returns every command that makes figures again, and every scenario.
func commands(files []results.File) (commands, scenarios []string) {
	commands = []string{by.Command, "linebounce latency --method cas", "linebounce kernel profile"}
	for _, f := range files {
		for _, found := range f.Findings {
			commands = append(commands, found.Command)
			for _, arm := range found.Arms {
				scenarios = append(scenarios, arm.Scenario.String())
			}
		}
		for _, s := range f.Scalings {
			commands, scenarios = append(commands, s.Command), append(scenarios, s.A, s.B)
		}
		for _, b := range f.Bursts {
			commands, scenarios = append(commands, b.Command), append(scenarios, b.Scenario.String())
		}
		for _, p := range f.Profiles {
			scenarios = append(scenarios, p.Arms[0].String(), p.Arms[1].String())
		}
	}
	return commands, scenarios
}

func TestAReportSaysAllThatItsFilesDo(t *testing.T) {
	for _, f := range []Format{HTML, Markdown} {
		text := shown(t, f, write(t, f, everything()))
		again, scenarios := commands(everything())
		for _, want := range append(append(again, scenarios...), told...) {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", f, want)
			}
		}
		for _, no := range []string{"NaN", "Inf", "%!", "/home/somebody", "runs/lab"} {
			if strings.Contains(text, no) {
				t.Errorf("%s says %q", f, no)
			}
		}
	}
}

var bounds = regexp.MustCompile(`([0-9.]+[kMG]?) to ([0-9.]+[kMG]?)`)

// What has no chance in it is one figure: "1.98", and not from 1.98 to 1.98.
func TestOneFigureIsSaidOnce(t *testing.T) {
	files := everything()
	still := probes.Interval{Median: 3, Low: 3, High: 3, Confidence: 0.95, Samples: 9}
	files[0].Findings[0].Ratio, files[0].Findings[0].Arms[0].Rate = &still, still
	files[0].Profiles[0].Symbols[1].Difference, files[0].Maps[0].Pairs[0].Low, files[0].Maps[0].Pairs[0].High = still, 50.5, 50.5
	for _, f := range []Format{HTML, SVG, Markdown} {
		text := write(t, f, files)
		for _, m := range bounds.FindAllStringSubmatch(text, -1) {
			if m[1] == m[2] {
				t.Errorf("%s says %q", f, m[0])
			}
		}
		for _, want := range []string{"(by the model)", "B is 3.0 times as fast (recorded 2026-11-30)"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", f, want)
			}
		}
	}
}

func TestTheStrongestFindingComesFirst(t *testing.T) {
	for _, f := range []Format{HTML, Markdown} {
		text := shown(t, f, write(t, f, everything()))
		_, text, _ = strings.Cut(text, "In short")
		last := 0
		for _, says := range []string{"B is 5.4 times", "No difference detected", "A alone", "One way: from", "by the model"} {
			at := strings.Index(text, says)
			if at < last {
				t.Errorf("%s: %q stands at %d, before what is stronger at %d", f, says, at, last)
			}
			last = at
		}
	}
}

func TestTheSameFilesGiveTheSameBytes(t *testing.T) {
	for _, f := range []Format{HTML, SVG, Markdown} {
		first := write(t, f, everything())
		for range 5 {
			if write(t, f, everything()) != first {
				t.Fatalf("%s: the second report differs from the first", f)
			}
		}
	}
}

// The model's findings stand apart from what ran, and what is the same for all of
// a list stands over it.
func TestWhatIsSimulatedStandsApart(t *testing.T) {
	for _, f := range []Format{HTML, Markdown} {
		text := shown(t, f, write(t, f, everything()))
		_, text, _ = strings.Cut(text, "In short")
		ran, modelled, found := strings.Cut(text, "Simulated: two quad-core Examples (curve.json)")
		if !found || strings.Count(ran, "(lab.jsonl)") != 1 || !strings.Contains(ran, "Recorded on Example 9000, 2026-11-30 (lab.jsonl)") {
			t.Errorf("%s: the short list does not say once where it is from, in %.400q", f, ran)
		}
		if strings.Contains(ran, "by the model") || strings.Index(modelled, "by the model") > strings.Index(modelled, "Example 9000") {
			t.Errorf("%s: the model's finding does not stand under its heading", f)
		}
	}
	_, elements := wellFormed(t, write(t, HTML, everything()))
	rails := 0
	for _, e := range elements {
		if strings.HasSuffix(attribute(e, "class"), " modelled") {
			rails++
		}
	}
	if rails != 2 {
		t.Errorf("%d parts of the page are marked as the model's, want its findings and its machine", rails)
	}
	files := []results.File{recording(), recording()}
	files[1].Path, files[1].Source = "now.json", probes.Measured
	for i := range files[1].Findings {
		files[1].Findings[i].Source = probes.Measured
	}
	text := write(t, Markdown, files)
	for _, want := range []string{"### Recorded and measured\n", "   Source: recorded on Example 9000, 2026-11-30 (lab.jsonl).\n", "   Source: measured on Example 9000, 2026-11-30 (now.json).\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("a list from two files does not say %q", want)
		}
	}
}

func TestFilesAreCalledByAsLittleAsTellsThemApart(t *testing.T) {
	names := shorten([]results.File{{Path: "/home/x/runs/a/lab.jsonl"}, {Path: "b/lab.jsonl"}, {Path: "./sim.json"}, {Path: "lab.jsonl"}, {Path: "sim.json.gz"}})
	want := map[string]string{"/home/x/runs/a/lab.jsonl": "a/lab.jsonl", "b/lab.jsonl": "b/lab.jsonl", "./sim.json": "sim.json", "lab.jsonl": "lab.jsonl", "sim.json.gz": "sim.json.gz"}
	if !maps.Equal(names, want) {
		t.Errorf("files are called %v, want %v", names, want)
	}
}

// A ratio may be held against another machine's, a rate may not.
func TestMachinesAreNamedAndTheirRatesAreNotRanked(t *testing.T) {
	slow, fast := recording(), recording()
	slow.Path, slow.Machine.Model = "slow.json", "Slow 1"
	fast.Path, fast.Machine.Model = "fast.json", "Fast 1"
	fast.Findings[1].Arms[0].Rate, fast.Findings[1].Arms[1].Rate = about3(900e6), about3(1800e6)
	fast.Findings[1].Ratio = new(about3(2))
	text := shown(t, Markdown, write(t, Markdown, []results.File{fast, slow}))
	_, brief, _ := strings.Cut(text, "In short")
	brief, _, _ = strings.Cut(brief, "CPUs: 6")
	for _, name := range []string{"recorded on Slow 1", "recorded on Fast 1"} {
		if !strings.Contains(strings.ToLower(brief), strings.ToLower(name)) {
			t.Errorf("the short list does not say %q", name)
		}
	}
	first, second := strings.Index(brief, "5.4 times"), strings.Index(brief, "2.0 times")
	if first < 0 || second < 0 || first > second {
		t.Errorf("the slow machine's stronger ratio stands at %d, the fast one's weaker at %d", first, second)
	}
	for _, rate := range []string{"900.0M", "1.800G", "59.34M"} {
		if strings.Contains(brief, rate) {
			t.Errorf("the short list holds the rate %s, which says nothing across machines", rate)
		}
	}
	if !strings.Contains(text, "Operations a second may not") {
		t.Error("nothing says that rates of different machines are not to be held side by side")
	}
}

func TestMediansThatContradictThePairsAreExplained(t *testing.T) {
	const note = "only pairs ran at one pace"
	f := recording()
	if text := write(t, Markdown, []results.File{f}); strings.Contains(text, note) {
		t.Error("medians that agree with the pairs are explained away")
	}
	f.Findings[1].Arms[1].Rate = about3(58e6)
	if text := write(t, Markdown, []results.File{f}); strings.Count(text, note) != 1 {
		t.Error("medians that contradict the pairs are not explained")
	}
}

func TestWhatFilesDoNotHoldIsNamedWithItsCommand(t *testing.T) {
	only := recording()
	only.Scalings, only.Bursts, only.Maps, only.Profiles = nil, nil, nil, nil
	for _, f := range []Format{HTML, Markdown} {
		text := shown(t, f, write(t, f, []results.File{only}))
		for _, want := range []string{
			"No latency map in these files: linebounce record FILE latency", "linebounce record FILE scaling", "linebounce record FILE scope", "linebounce record FILE profile",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", f, want)
			}
		}
		if strings.Contains(text, "No comparison") {
			t.Errorf("%s misses a comparison that is there", f)
		}
		if text := shown(t, f, write(t, f, everything())); strings.Contains(text, "in these files") {
			t.Errorf("%s misses something although everything is there", f)
		}
	}
}

func TestAPageIsTiedToItsFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one, two, gone := recording(), recording(), recording()
	one.Path, two.Path, gone.Path = filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json"), filepath.Join(folder, "gone.json")
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4, example for "abc"
	for _, f := range []Format{HTML, Markdown} {
		text := shown(t, f, write(t, f, []results.File{one, one, two, gone}))
		if n := strings.Count(text, sum); n != 2 {
			t.Errorf("%s names the sum of %d files, want each of two once", f, n)
		}
		if !strings.Contains(text, "could not be read again") || strings.Contains(text, folder) {
			t.Errorf("%s does not tell of the file that is gone, or tells where they lay", f)
		}
	}
}

func TestPicturesAlone(t *testing.T) {
	text := write(t, SVG, everything())
	wellFormed(t, text)
	if n := len(regexp.MustCompile(`<svg `).FindAllString(text, -1)); n < 8 { // seven charts in one more
		t.Errorf("%d drawings, want one for each section", n)
	}
	for _, want := range []string{"Example 9000", "simulated: two quad-core Examples", "a mail of 2011, before"} {
		if !strings.Contains(text, want) {
			t.Errorf("no chart says %q", want)
		}
	}
	empty := recording()
	empty.Findings, empty.Scalings, empty.Bursts, empty.Maps, empty.Profiles = nil, nil, nil, nil, nil
	if err := Write(&bytes.Buffer{}, SVG, []results.File{empty}, by); !errors.Is(err, ErrNoCharts) {
		t.Errorf("files without figures give %v, want %v", err, ErrNoCharts)
	}
}

func TestAWriterThatFailsIsTold(t *testing.T) {
	for _, f := range []Format{HTML, SVG, Markdown} {
		if err := Write(full{}, f, everything(), by); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

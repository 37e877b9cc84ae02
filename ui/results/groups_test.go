package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// found is a file with one comparison, whose B does so many times what A does in
// each of a number of windows.
func found(t *testing.T, path, model, a, b string, ratio float64, n int) File {
	t.Helper()
	f := File{Path: path, Source: probes.Measured, Machine: Machine{Model: model, CPUs: 2}}
	finding := Finding{Experiment: "counters", Source: probes.Measured, Quantity: probes.OpsPerSecond, Pairs: n}
	var ratios []float64
	for i, text := range []string{a, b} {
		arm := Arm{Name: armName(i), Scenario: parse(t, text), Windows: n, SetAside: i}
		var values []float64
		for j := range n {
			rate := 100 + float64(j)
			if i == 1 {
				rate *= ratio
				ratios = append(ratios, ratio)
			}
			values = append(values, rate)
			arm.Samples = append(arm.Samples, Sample{Units: int64(rate), Rate: rate})
		}
		arm.Rate = probes.Summarize(values, probes.Confidence)
		finding.Arms = append(finding.Arms, arm)
	}
	finding.Ratio = new(probes.Summarize(ratios, probes.Confidence))
	f.Findings = []Finding{finding}
	return f
}

func TestASweepIsOneTableByItsGrid(t *testing.T) {
	var files []File
	for i, batch := range []int{16, 1, 4} {
		files = append(files, found(t, fmt.Sprintf("sweep/%d.json", i), "X",
			fmt.Sprintf("counter=each line=shared batch=%d writers=2", batch), fmt.Sprintf("counter=each line=padded batch=%d writers=2", batch), 4, 8))
	}
	groups := Groups(files)
	if len(groups) != 1 {
		t.Fatalf("%d groups, want one", len(groups))
	}
	g := groups[0]
	if !slices.Equal(g.Words, []string{"batch"}) || g.A != "counter=each line=shared writers=2" || g.B != "counter=each line=padded writers=2" {
		t.Errorf("words %q, A %q, B %q", g.Words, g.A, g.B)
	}
	var order []string
	for _, r := range g.Rows {
		order = append(order, r.Word("batch"))
	}
	if strings.Join(order, " ") != "1 4 16" {
		t.Errorf("rows by batch: %q, want its numbers in order", order)
	}
	if s := g.Summaries(); len(s) != 0 {
		t.Errorf("summaries %+v of comparisons that ran once each", s)
	}
}

func TestAnotherChangeIsAnotherTable(t *testing.T) {
	const one, apart = "counter=one line=shared writers=2", "counter=each line=padded writers=2"
	files := []File{
		found(t, "a", "X", shared, padded, 4, 8),
		found(t, "b", "X", one, apart, 4, 8),
		found(t, "c", "X", "counter=each line=padded cpus=0,5 writers=2", "counter=each line=shared cpus=0,5 writers=2", 0.25, 8),
	}
	alone := found(t, "d", "X", shared, padded, 4, 8)
	alone.Findings[0].Arms, alone.Findings[0].Ratio = alone.Findings[0].Arms[:1], nil
	groups := Groups(append(files, alone))
	if len(groups) != 3 || !groups[2].Alone || groups[0].Alone {
		t.Fatalf("%d groups, want line's, counter and line's, and A alone", len(groups))
	}
	if r := groups[0].Rows; len(r) != 2 || r[0].Word("line") != "padded to shared" && r[1].Word("line") != "padded to shared" {
		t.Errorf("line's rows %+v", r)
	}
}

func TestRowsAreSortedByMachineNeverByRate(t *testing.T) {
	files := []File{found(t, "z", "Y", shared, padded, 9, 8), found(t, "b", "X", shared, padded, 2, 8), found(t, "a", "X", shared, padded, 1, 8)}
	files[0].Findings[0].Arms[0].Rate.Median = 1e12
	var order []string
	for _, r := range Groups(files)[0].Rows {
		order = append(order, r.Name)
	}
	if strings.Join(order, " ") != "a b z" {
		t.Errorf("rows %q", order)
	}
}

func TestOutcomes(t *testing.T) {
	model := found(t, "m", "X", shared, padded, 3, 1)
	model.Findings[0].Source = probes.Simulated
	for name, c := range map[string]struct {
		file File
		want Outcome
	}{
		"faster":    {found(t, "", "X", shared, padded, 3, 8), Faster},
		"slower":    {found(t, "", "X", shared, padded, 0.5, 8), Slower},
		"the same":  {found(t, "", "X", shared, padded, 1, 8), None},
		"few":       {found(t, "", "X", shared, padded, 3, 2), TooFew},
		"none":      {found(t, "", "X", shared, padded, 3, 0), TooFew},
		"the model": {model, Bare},
	} {
		if got := (Row{Finding: &c.file.Findings[0]}).Outcome(); got != c.want {
			t.Errorf("%s: outcome %d, want %d", name, got, c.want)
		}
	}
}

func TestHundredsOfMachinesAreSummedUp(t *testing.T) {
	var files []File
	for i := range 300 {
		ratio := []float64{1, 2, 0.5}[i%3]
		files = append(files, found(t, fmt.Sprintf("results/host%d.json", i), fmt.Sprintf("CPU %d", i%20), shared, padded, ratio, 8))
	}
	model := found(t, "results/model.json", "M", shared, padded, 40, 8)
	model.Findings[0].Source = probes.Simulated
	files = append(files, model)
	g := Groups(files)[0]
	s := g.Summaries()
	if len(s) != 1 {
		t.Fatalf("%d summaries, want one, without the model's single one", len(s))
	}
	if s[0].Rows != 300 || s[0].Machines != 20 || s[0].Words != "" || s[0].Simulated {
		t.Errorf("summary %+v", s[0])
	}
	if s[0].Outcomes[Faster] != 100 || s[0].Outcomes[Slower] != 100 || s[0].Outcomes[None] != 100 {
		t.Errorf("outcomes %v", s[0].Outcomes)
	}
	if s[0].Low != 0.5 || s[0].Top != 2 || s[0].Median != 1 {
		t.Errorf("ratios from %g to %g, median %g", s[0].Low, s[0].Top, s[0].Median)
	}
	if repeats, crowded := g.Repeats(); len(repeats) != 0 || crowded != 300 {
		t.Errorf("%d repeats, %d crowded; want none of machines of which there are fifteen each", len(repeats), crowded)
	}
}

func TestTwoRunsOnOneMachine(t *testing.T) {
	before, after := found(t, "before.jsonl", "X", shared, padded, 4, 20), found(t, "after.jsonl", "X", shared, padded, 4, 20)
	for i := range after.Findings[0].Arms[0].Samples {
		after.Findings[0].Arms[0].Samples[i].Rate *= 1.5
	}
	after.Machine.Governor = "performance"
	other := found(t, "other.jsonl", "Y", shared, padded, 4, 20)
	groups := Groups([]File{before, after, other})
	list, _ := groups[0].Repeats()
	if len(list) != 1 || list[0].First.Name != "before" || list[0].Second.Name != "after" {
		t.Fatalf("repeats %+v", list)
	}
	a, b := list[0].Arms[0], list[0].Arms[1]
	if !a.Windows || a.Ratio.Low <= 1 || a.Ratio.Median < 1.45 || a.Ratio.Median > 1.55 {
		t.Errorf("A %+v, want half as much again", a)
	}
	if b.Ratio.Differs() || b.Ratio.Median != 1 {
		t.Errorf("B %+v, want no difference", b)
	}
	if s := list[0].First.File.Machine.Settings(list[0].Second.File.Machine); s != "governor unknown, then performance" {
		t.Errorf("settings %q", s)
	}
}

func TestDocumentsSayNoMoreThanWhetherIntervalsOverlap(t *testing.T) {
	before, after := found(t, "a.json", "X", shared, padded, 4, 20), found(t, "b.json", "X", shared, padded, 9, 20)
	for i := range before.Findings[0].Arms {
		before.Findings[0].Arms[i].Samples = nil
	}
	list, _ := Groups([]File{before, after})[0].Repeats()
	a, b := list[0].Arms[0], list[0].Arms[1]
	if a.Windows || !a.Overlap || b.Overlap || b.Ratio.Known() || b.Ratio.Median != 2.25 {
		t.Errorf("A %+v, B %+v", a, b)
	}
}

func TestNamesAreShortAndTellFilesApart(t *testing.T) {
	var files []File
	for _, path := range []string{"x/day1/host.jsonl", "x/day2/host.jsonl", "x/day2/laptop.jsonl.gz", "odd.txt", "same.json", "same.jsonl", "all.json", "all.json", "bell\a.json"} {
		files = append(files, File{Path: path})
	}
	want := "day1/host day2/host laptop odd.txt same.json same.jsonl all#1 all#2 bell "
	if got := strings.Join(Names(files), " "); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAPresetIsCalledByItsName(t *testing.T) {
	if name := of(t, "sim.json").Machine.Short(); name != "2011" {
		t.Errorf("got %q", name)
	}
	if name := (Machine{Model: "Someone's", LineSource: topology.FromModel}).Short(); name != "Someone's" {
		t.Errorf("got %q", name)
	}
	if name := (Machine{}).Short(); name != "unnamed CPU" {
		t.Errorf("got %q", name)
	}
}

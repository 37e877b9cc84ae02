package cli

import (
	"slices"
	"testing"

	"linebounce/assets/machines"
	"linebounce/assets/published"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/ui/cli/output"
)

// Published figures stand beside the predictions that they are of, and beside
// no others.
func TestWhatIsHeldAgainstThePublished(t *testing.T) {
	figures, err := published.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e       modelled
		machine string
		cpus    int
		arms    []string
		want    []float64
	}{
		{hackbenching(), "2011", 16, []string{"path=always", "path=request"}, []float64{9.102, 4.228, ratio(9.102, 4.228)}},
		{hackbenching(), "2011", 16, []string{"path=request", "path=always"}, []float64{4.228, 9.102, ratio(4.228, 9.102)}},
		{hackbenching(), "2011", 16, []string{"path=always", "path=noref"}, []float64{9.102, 2}}, // the second is a claim
		{hackbenching(), "2011", 16, []string{"path=always"}, []float64{9.102}},
		{hackbenching(), "2011", 8, []string{"path=always", "path=request"}, nil},
		{hackbenching(), "2011", 16, []string{"path=always line=padded"}, nil},
		{hackbenching(), "dual-xeon", 16, []string{"path=always", "path=request"}, nil},
		{semaphoring(), "client-ring", 4, []string{"mode=after", "mode=before"}, []float64{8883430, 5048409, ratio(5048409, 8883430)}},
		{semaphoring(), "client-ring", 4, []string{"mode=packed"}, nil},
	} {
		preset, err := machines.Find(c.machine)
		if err != nil {
			t.Fatal(err)
		}
		p := prediction{modelled: c.e, preset: &preset}
		row := output.Row{Row: simulated.Row{CPUs: c.cpus, A: simulated.Point{Rate: 3, Seconds: 2}, B: simulated.Point{Rate: 6, Seconds: 1}, Ratio: 2}}
		for _, text := range c.arms {
			s, err := probes.ParseScenario(text)
			if err != nil {
				t.Fatal(err)
			}
			row.Scenarios = append(row.Scenarios, s.Or(c.e.a))
		}
		if err := p.hold(figures, row); err != nil {
			t.Fatal(err)
		}
		var got []float64
		for _, h := range p.out.Published {
			got = append(got, h.Published)
			predicted := map[string]float64{"A s": 2, "B s": 1, "A /s": 3, "B /s": 6, "B/A ": 2}[h.Figure+" "+h.Unit]
			if h.Predicted != predicted {
				t.Errorf("%v: %+v, want %v beside it", c.arms, h, predicted)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s on %d CPUs of %s, %v: %v, want %v", c.e.name, c.cpus, c.machine, c.arms, got, c.want)
		}
	}
}

// ratio divides as the program does: constants would be divided exactly.
func ratio(a, b float64) float64 { return a / b }

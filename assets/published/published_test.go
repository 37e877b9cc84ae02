package published

import (
	"strings"
	"testing"
)

func TestFiguresAreThoseOfTheirSources(t *testing.T) {
	f, err := All()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]float64{ // seconds, or a rate
		"hackbench 2011 16 path=always":        {9.102, 0},
		"hackbench 2011 16 path=request":       {4.228, 0},
		"semaphores client-ring 4 mode=before": {0, 5048409},
		"semaphores client-ring 4 mode=after":  {0, 8883430},
	}
	for _, r := range f.Runs {
		key := strings.Join([]string{r.Experiment, r.Machine, map[int]string{16: "16", 4: "4"}[r.CPUs], r.Scenario}, " ")
		if got := [2]float64{r.Seconds, r.PerSecond}; got != want[key] || got == [2]float64{} || r.Source == "" {
			t.Errorf("%s: %v from %q, want %v", key, got, r.Source, want[key])
		}
		delete(want, key)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
	if len(f.Claims) != 1 || f.Claims[0].Ratio != 2 || !strings.Contains(f.Claims[0].Source, "0856a304") {
		t.Errorf("claims %+v", f.Claims)
	}
}

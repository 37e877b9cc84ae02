package tui

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"linebounce/probes/disturbance"
)

// What came in the way is told once, stands for a while, and is told again only
// if it goes on.
func TestADisturbanceStandsForAWhile(t *testing.T) {
	const stat = "sys/fs/cgroup/cpu.stat"
	root := fstest.MapFS{
		"proc/self/cgroup": {Data: []byte("0::/\n")},
		stat:               {Data: []byte("nr_periods 10\nnr_throttled 0\n")},
	}
	senses := disturbance.Senses{Root: root, Clocks: func() disturbance.Clocks { return disturbance.Clocks{} },
		Allowed: func() ([]int, error) { return []int{0, 1}, nil }}
	w := watched{watch: disturbance.Begin(senses, []int{0, 1})}
	at := time.Unix(0, 0)
	for _, step := range []struct {
		after time.Duration
		stat  string // "" for no change
		told  string // "" for nothing
		news  bool
	}{
		{lookEvery, "", "", false},
		{lookEvery, "nr_periods 30\nnr_throttled 5\n", "throttled in 5 of 20 periods", true},
		{lookEvery, "", "throttled in 5 of 20 periods", false},
		{lookEvery, "nr_periods 40\nnr_throttled 6\n", "throttled in 6 of 30 periods", true},
		{standing, "", "", true},
		{lookEvery, "", "", false},
		{lookEvery, "nr_periods 50\nnr_throttled 8\n", "throttled in 2 of 10 periods", true},
	} {
		if step.stat != "" {
			root[stat] = &fstest.MapFile{Data: []byte(step.stat)}
		}
		at = at.Add(step.after)
		text, news := w.look(senses, []int{0, 1}, at)
		if news != step.news || !strings.Contains(text, step.told) || (text == "") != (step.told == "") {
			t.Errorf("at %v: told %q, news %t; want %q, %t", at.Sub(time.Unix(0, 0)), text, news, step.told, step.news)
		}
	}
}

package lab

import (
	"math"
	"slices"
	"time"

	"linebounce/probes"
	"linebounce/ui/live"
)

// gapCells is how wide the gap between two stays is drawn. How long a line
// travels is not known, so the gap is not to scale.
const gapCells = 2

// travelling stands in a track where nobody has the line.
const travelling = -1

// replay shows the newest burst of one arm slowly, and the next one when it
// ends.
type replay struct {
	burst  *probes.Burst
	tracks []track
}

// track is one line's strip laid out in cells: for each the CPU that did the
// operation, or travelling.
type track struct {
	name  string
	cells []int
	ops   int     // of the cells
	rate  float64 // operations a second in the capture, 0 where not known
	at    float64 // cells shown
}

// load begins the burst of an arm.
func (r *replay) load(arm live.Arm) {
	*r = replay{burst: arm.Burst}
	if arm.Burst == nil {
		return
	}
	for _, strip := range arm.Burst.Strips {
		t := layOut(strip)
		for _, line := range arm.Lines {
			if line.Name == strip.Line {
				t.rate = line.Rate
			}
		}
		r.tracks = append(r.tracks, t) // an empty one keeps the others in their places
	}
}

func layOut(strip probes.Strip) track {
	t := track{name: strip.Line}
	for i, stay := range strip.Stays {
		if i > 0 {
			t.cells = append(t.cells, slices.Repeat([]int{travelling}, gapCells)...)
		}
		for range stay.Ops {
			t.cells = append(t.cells, stay.CPU)
		}
		t.ops += int(stay.Ops)
	}
	return t
}

// advance moves every track on by dt at the slowdown.
func (r *replay) advance(dt time.Duration, slowdown float64) {
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.ops == 0 {
			continue
		}
		cells := float64(len(t.cells))
		t.at = min(t.at+dt.Seconds()*t.rate/slowdown*cells/float64(t.ops), cells)
	}
}

// empty reports whether there is no operation to show.
func (r *replay) empty() bool {
	for _, t := range r.tracks {
		if t.ops > 0 {
			return false
		}
	}
	return true
}

// over reports whether every track was shown to its end.
func (r *replay) over() bool {
	for _, t := range r.tracks {
		if t.at < float64(len(t.cells)) {
			return false
		}
	}
	return true
}

// finish shows all that fits at once, for a screen without motion.
func (r *replay) finish(room int) {
	for i := range r.tracks {
		r.tracks[i].at = float64(min(len(r.tracks[i].cells), room))
	}
}

// owner returns the CPU that did the last operation shown, and false before
// the first.
func (t track) owner() (int, bool) {
	for i := min(int(t.at), len(t.cells)) - 1; i >= 0; i-- {
		if t.cells[i] != travelling {
			return t.cells[i], true
		}
	}
	return 0, false
}

const (
	// calm is how many hand-offs a second can be followed, and stays under
	// the three flashes a second that are safe to look at.
	calm = 2.5
	// legible is how many operations a second can be followed on the slowest
	// line.
	legible = 60
)

// slowdown returns how much slower than real time both arms are shown: about
// a microsecond a second, as a round number, more where hand-offs would come
// too fast to see.
func slowdown(arms ...live.Arm) float64 {
	need, slowest := 1e6, math.Inf(1)
	for _, arm := range arms {
		for _, line := range arm.Lines {
			if line.Handoffs > 0 { // which also leaves out what is not known
				need = max(need, line.Handoffs/calm)
			}
			if line.Rate > 0 {
				slowest = min(slowest, line.Rate)
			}
		}
	}
	if !math.IsInf(slowest, 1) {
		need = max(need, slowest/legible)
	}
	unit := math.Pow(10, math.Floor(math.Log10(need)))
	for _, step := range []float64{1, 2, 5} {
		if need <= step*unit*1.0000001 {
			return step * unit
		}
	}
	return 10 * unit
}

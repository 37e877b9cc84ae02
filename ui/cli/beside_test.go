package cli

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"linebounce/probes/companion"
	"linebounce/probes/disturbance"
)

// What the system did and other copies do are told by one list, for every command
// that measures.
func TestWhatCameInTheWayIsOneList(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	clocks := disturbance.Clocks{Monotonic: time.Hour, Boot: time.Hour, Wall: 490_000 * time.Hour}
	w := watch{companion.Begin("a test", nil), disturbance.Begin(disturbance.Senses{
		Root: fstest.MapFS{}, Allowed: func() ([]int, error) { return []int{0, 1}, nil }, Clocks: func() disturbance.Clocks { return clocks },
	}, []int{0, 1})}
	defer w.close()
	if found := w.found(); found != nil {
		t.Errorf("%q came in the way of nothing", found)
	}
	clocks.Wall -= time.Minute
	if found := w.found(); !slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, "wall clock was set back") }) {
		t.Errorf("%q, without the clock that was set", found)
	}
}

package tui

import (
	"flag"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/topology"
)

// soak is how long the Lab runs in TestSoak: go test ./ui/tui -run Soak -soak 1h -timeout 2h
var soak = flag.Duration("soak", 0, "how long the Lab runs live, to see that nothing grows")

// levels is what must not grow.
type levels struct {
	heap        uint64 // bytes that are alive
	goroutines  int
	descriptors int
}

func now(t *testing.T) (l levels) {
	t.Helper()
	for range 2 { // what has a finalizer goes with the second
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return levels{m.HeapAlloc, runtime.NumGoroutine(), len(fds)}
}

// The Lab runs live for a long time. After the first minute memory grows by 5% at
// most, and goroutines and descriptors by none.
func TestSoak(t *testing.T) {
	const warm = time.Minute
	if *soak <= warm {
		t.Skip("it takes long: -soak 1h")
	}
	m := topology.Read()
	if _, err := m.Choose(2); err != nil {
		t.Skip(err)
	}
	in, keys := io.Pipe()
	ended := make(chan error, 1)
	env := []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8"}
	go func() {
		_, err := run(t.Context(), Options{Machine: m, Version: "test"}, env, 120, 40, nil, nil, tea.WithoutSignalHandler(), tea.WithEnvironment(env),
			tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithWindowSize(120, 40))
		ended <- err
	}()
	// least is the lowest of some looks, for a window allocates and opens what goes
	// with it.
	least := func() levels {
		low := now(t)
		for range 20 {
			time.Sleep(200 * time.Millisecond)
			l := now(t)
			low = levels{min(low.heap, l.heap), min(low.goroutines, l.goroutines), min(low.descriptors, l.descriptors)}
		}
		return low
	}
	time.Sleep(warm)
	first := least()
	t.Logf("after %v: %+v", warm, first)
	for left := *soak - warm; left > 0; left -= warm {
		time.Sleep(min(left, warm))
		t.Logf("%+v", now(t))
	}
	last := least()
	if _, err := keys.Write([]byte("q")); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if last.goroutines > first.goroutines || last.descriptors > first.descriptors || float64(last.heap) > 1.05*float64(first.heap) {
		all := make([]byte, 1<<20)
		t.Errorf("after the first minute %+v, at the end %+v:\n%s", first, last, all[:runtime.Stack(all, true)])
	}
	t.Logf("at the end: %+v", last)
}

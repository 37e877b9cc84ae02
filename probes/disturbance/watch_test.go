package disturbance

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// world is a machine whose files and clocks a test changes between two looks.
type world struct {
	files   fstest.MapFS
	clocks  Clocks
	allowed []int
	failed  error
}

func (w *world) set(path, text string) {
	w.files[path] = &fstest.MapFile{Data: []byte(text + "\n")}
}

func (w *world) pass(d time.Duration) {
	w.clocks.Monotonic += d
	w.clocks.Boot += d
	w.clocks.Wall += d
}

func (w *world) senses() Senses {
	return Senses{Root: w.files, Clocks: func() Clocks { return w.clocks }, Allowed: func() ([]int, error) { return w.allowed, w.failed }}
}

func quiet() *world {
	w := &world{files: fstest.MapFS{}, allowed: []int{0, 1, 2}, clocks: Clocks{time.Hour, 2 * time.Hour, 1e9 * time.Second}}
	w.set("sys/devices/system/cpu/online", "0-3")
	w.set("proc/self/cgroup", "0::/box")
	w.set("sys/fs/cgroup/box/cpu.stat", "nr_periods 1000\nnr_throttled 400\nthrottled_usec 9000000")
	w.set("proc/stat", "cpu  300 0 0 0 0 0 0 30 0 0\ncpu0 100 0 0 900 0 0 0 10 0 0\ncpu1 100 0 0 900 0 0 0 10 0 0\ncpu3 100 0 0 9 0 0 0 10 0 0")
	return w
}

func TestWhatCameInTheWayIsTold(t *testing.T) {
	for _, c := range []struct {
		title  string
		change func(*world)
		want   []string // of the one sentence; none for silence
	}{
		{"nothing", func(*world) {}, nil},
		{"a group stopped", func(w *world) {
			w.set("sys/fs/cgroup/box/cpu.stat", "nr_periods 1060\nnr_throttled 442\nthrottled_usec 11100000")
		}, []string{"throttled in 42 of 60 periods", "2.1s in all", "/sys/fs/cgroup/box/cpu.stat"}},
		{"a group that worked on without a stop", func(w *world) {
			w.set("sys/fs/cgroup/box/cpu.stat", "nr_periods 1060\nnr_throttled 400\nthrottled_usec 9000000")
		}, nil},
		{"a group above it stopped more often", func(w *world) {
			w.set("sys/fs/cgroup/box/cpu.stat", "nr_periods 1100\nnr_throttled 410")
			w.set("sys/fs/cgroup/cpu.stat", "nr_periods 10\nnr_throttled 9")
		}, []string{"throttled in 9 of 10 periods"}},
		{"steal", func(w *world) {
			w.set("proc/stat", "cpu0 180 0 0 900 0 0 0 20 0 0\ncpu1 180 0 0 900 0 0 0 20 0 0")
		}, []string{"11%", "steal"}},
		{"steal from another CPU", func(w *world) {
			w.set("proc/stat", "cpu0 180 0 0 900 0 0 0 10 0 0\ncpu1 180 0 0 900 0 0 0 10 0 0\ncpu3 100 0 0 9 0 0 0 900 0 0")
		}, nil},
		{"steal too little to speak of", func(w *world) {
			w.set("proc/stat", "cpu0 1100 0 0 900 0 0 0 12 0 0\ncpu1 1100 0 0 900 0 0 0 12 0 0")
		}, nil},
		{"a CPU went offline", func(w *world) {
			w.set("sys/devices/system/cpu/online", "0,2-3")
			w.set("proc/stat", "cpu0 180 0 0 900 0 0 0 10 0 0") // its account is gone too
			w.allowed = []int{0, 2}
		}, []string{"CPU 1 went offline", "unpinned"}},
		{"a CPU that nobody measures on went offline", func(w *world) { w.set("sys/devices/system/cpu/online", "0-2") }, nil},
		{"a CPU left the mask", func(w *world) { w.allowed = []int{0, 2} }, []string{"may not use CPU 1 any more"}},
		{"the mask cannot be read any more", func(w *world) { w.allowed, w.failed = nil, errors.New("no") }, nil},
		{"sleep", func(w *world) { w.clocks.Boot += 90 * time.Minute; w.clocks.Wall += 90 * time.Minute }, []string{"asleep for 1h30m0s"}},
		{"a clock set forward", func(w *world) { w.clocks.Wall += 5 * time.Second }, []string{"set forward by 5s", "No figure"}},
		{"a clock set back", func(w *world) { w.clocks.Wall -= 250 * time.Millisecond }, []string{"set back by 250ms"}},
		{"clocks read a little apart", func(w *world) { w.clocks.Wall += 50 * time.Millisecond; w.clocks.Boot -= 50 * time.Millisecond }, nil},
		{"no files", func(w *world) { clear(w.files) }, nil},
		{"garbage", func(w *world) {
			for path := range w.files {
				w.set(path, "\xff\x00 cpu0 x -1")
			}
		}, nil},
	} {
		w := quiet()
		watch := Begin(w.senses(), []int{1, 0, 1})
		w.pass(3 * time.Second)
		c.change(w)
		found := watch.Found()
		if len(c.want) == 0 {
			if found != nil {
				t.Errorf("%s: %q, want silence", c.title, found)
			}
			continue
		}
		if len(found) != 1 {
			t.Errorf("%s: %q, want one sentence", c.title, found)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(found[0], want) {
				t.Errorf("%s: %q does not say %q", c.title, found[0], want)
			}
		}
	}
}

// A clock that is kept right drifts by seconds in an hour: looked at now and
// then, that is no step. Steps and sleep add up.
func TestClocksAreJudgedFromLookToLook(t *testing.T) {
	w := quiet()
	watch := Begin(w.senses(), []int{0})
	for range 3600 {
		w.pass(time.Second)
		w.clocks.Wall += 500 * time.Microsecond
		if found := watch.Found(); found != nil {
			t.Fatalf("a clock that is kept right gives %q", found)
		}
	}
	for range 2 {
		w.pass(time.Second)
		w.clocks.Wall -= time.Minute
		w.clocks.Boot += 20 * time.Second
		w.clocks.Wall += 20 * time.Second
		watch.Found()
	}
	found := strings.Join(watch.Found(), " ")
	if !strings.Contains(found, "asleep for 40s") || !strings.Contains(found, "set 2 times") {
		t.Errorf("two sleeps and two steps give %q", found)
	}
}

// On this very machine the clocks that cannot run backward do not, and nothing
// is asleep between two looks.
func TestThisMachine(t *testing.T) {
	s := Own()
	first, then := s.Clocks(), s.Clocks()
	if then.Monotonic < first.Monotonic || then.Boot < first.Boot {
		t.Errorf("clocks ran backward: %+v, then %+v", first, then)
	}
	allowed, err := s.Allowed()
	if err != nil {
		t.Skipf("the mask cannot be read here: %v", err)
	}
	times := CPUTimes(os.DirFS("/"), allowed)
	if later := CPUTimes(os.DirFS("/"), allowed); later.Worked < times.Worked {
		t.Errorf("CPUs %v worked %d ticks, and then %d", allowed, times.Worked, later.Worked)
	}
	for _, sentence := range Begin(s, allowed).Found() {
		if strings.Contains(sentence, "asleep") {
			t.Errorf("between two looks: %q", sentence)
		}
	}
}

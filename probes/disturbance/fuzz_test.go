package disturbance

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Whatever the files say at two looks, what came of it is told in sentences, one
// on each thing; and where nothing changed nothing is told but what goes on.
func FuzzWatch(f *testing.F) {
	const group = "0::/a"
	f.Add("cpu0 100 0 0 900 0 0 0 10 0 0\ncpu1 1 0 0 0 0 0 0 0", "cpu0 180 0 0 900 0 0 0 20 0 0", "0-3", "0,2", "nr_periods 1000\nnr_throttled 400", "nr_periods 1060\nnr_throttled 442\nthrottled_usec 5", int32(0), int32(0))
	f.Add("cpu0 -9 0 0 0 0 0 0 -100", "cpu0 9223372036854775807 1 0 0 0 0 0 9223372036854775807", "", "x", "", "nr_periods 9223372036854775807\nnr_throttled 9223372036854775807", int32(-1<<31), int32(1<<31-1))
	f.Add("cpu0 9 0 0 0 0 0 0 -100", "cpu0 90 0 0 0 0 0 0 -4", "0", "1", "nr_periods 5\nnr_throttled 5", "nr_periods 9\nnr_throttled 2", int32(101), int32(99))
	f.Fuzz(func(t *testing.T, stat, laterStat, online, laterOnline, stops, laterStops string, boot, wall int32) {
		w := quiet()
		look := func(stat, online, stops string) {
			w.set("proc/stat", stat)
			w.set("sys/devices/system/cpu/online", online)
			w.set("proc/self/cgroup", group)
			w.set("sys/fs/cgroup/a/cpu.stat", stops)
			if w.failed == nil {
				w.failed = errors.New("the mask is not what this is about")
				w.allowed = nil
			}
		}
		look(stat, online, stops)
		watch := Begin(w.senses(), []int{1, 0})
		if found := watch.Found(); found != nil {
			t.Errorf("nothing changed, and %q was found", found)
		}
		before := CPUTimes(w.files, []int{0, 1})
		look(laterStat, laterOnline, laterStops)
		w.pass(time.Second)
		w.clocks.Boot += time.Duration(boot) * time.Millisecond
		w.clocks.Wall += time.Duration(wall) * time.Millisecond
		now := CPUTimes(w.files, []int{0, 1})
		for _, times := range []Times{before, now, now.Sub(before)} {
			if times.Worked < 0 || times.Stolen < 0 || !(times.Share() >= 0 && times.Share() <= 1) {
				t.Errorf("%+v, a share of %v", times, times.Share())
			}
		}
		found := watch.Found()
		if len(found) > 5 {
			t.Errorf("%d sentences", len(found))
		}
		for _, sentence := range found {
			if !strings.HasSuffix(sentence, ".") || strings.ContainsAny(sentence, "\n\x1b") || strings.Contains(sentence, "NaN") || strings.Contains(sentence, " -") {
				t.Errorf("%q is no sentence", sentence)
			}
		}
		if again := watch.Found(); strings.Join(again, " ") != strings.Join(found, " ") {
			t.Errorf("%q, and a moment later %q", found, again)
		}
	})
}

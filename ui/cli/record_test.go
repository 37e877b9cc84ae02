package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
)

// take records parts into a new file and returns it, what was told on standard
// output and on standard error, and the failure.
func take(t *testing.T, ctx context.Context, named bool, parts ...part) (path, out, told string, failed error) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir) // whatever else measures here is no matter
	files := make([]*os.File, 2)
	for i, name := range []string{"out", "err"} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files[i] = file
	}
	s := &shell{out: files[0], err: files[1], began: time.Now()}
	path = filepath.Join(dir, "new.jsonl")
	failed = s.keep(ctx, &keeping{path: path, parts: parts, named: named, length: duration(time.Second)})
	text := func(file *os.File) string {
		b, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	return path, text(files[0]), text(files[1]), failed
}

// brings is a part that records so many readings and then ends as told.
func brings(t *testing.T, name string, n int, end func() error) part {
	e, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	_, readings := uneven(t, e)
	return part{name: name, run: func(_ context.Context, k *keeping, share time.Duration) error {
		if share <= 0 {
			t.Errorf("%s gets %v", name, share)
		}
		for _, r := range readings[:n] {
			if err := k.kept(name, "reading", k.to.Add(name, r)); err != nil {
				return err
			}
		}
		return end()
	}}
}

func well() error { return nil }

var tooFew = &probes.Unable{What: "no burst could be captured", Why: "a worker did not get its CPU"}

func badly() error { return tooFew }

func TestAPartThatFailsIsToldAndTheOthersAreRecorded(t *testing.T) {
	path, out, told, failed := take(t, context.Background(), false,
		brings(t, "counters", 0, badly), brings(t, "messages", 4, well))
	if failed != nil {
		t.Errorf("fails with %v, though nobody named a part", failed)
	}
	if want := "linebounce: counters was not recorded, or not to its end: no burst could be captured: a worker did not get its CPU.\n"; told != want {
		t.Errorf("tells %q, want %q", told, want)
	}
	if !strings.Contains(out, "messages   4 readings") || strings.Contains(out, "counters") {
		t.Errorf("it is said to hold:\n%s", out)
	}
	r, err := recorded.Open(path)
	if err != nil || !slices.Equal(r.Experiments(), []string{"messages"}) {
		t.Errorf("it holds %v, %v", r, err)
	}
}

func TestANamedPartThatFailsFailsTheCommand(t *testing.T) {
	path, out, told, failed := take(t, context.Background(), true,
		brings(t, "counters", 2, badly), brings(t, "messages", 4, well))
	if code := exitCode(failed); code != incapable || !strings.Contains(failed.Error(), "counters: no burst") {
		t.Errorf("exit code %d of %v, want %d and the part's name", code, failed, incapable)
	}
	if told != "" {
		t.Errorf("it is told twice: %q", told)
	}
	if !strings.Contains(out, "counters   2 readings") || !strings.Contains(out, "messages   4 readings") {
		t.Errorf("it is said to hold:\n%s", out)
	}
	if r, err := recorded.Open(path); err != nil || len(r.Experiments()) != 2 {
		t.Errorf("it holds %v, %v", r, err)
	}
}

func TestWhereNothingIsRecordedThereIsNoFile(t *testing.T) {
	for _, named := range []bool{false, true} {
		path, out, _, failed := take(t, context.Background(), named, brings(t, "counters", 0, badly), brings(t, "messages", 0, badly))
		if code := exitCode(failed); code != incapable {
			t.Errorf("exit code %d of %v, want %d", code, failed, incapable)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || !strings.Contains(out, "no file") {
			t.Errorf("there is a file (%v), and it says %q", err, out)
		}
	}
}

func TestAnInterruptedRecordingEndsThere(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	path, out, told, failed := take(t, ctx, false,
		brings(t, "counters", 3, func() error { cancel(interruption{syscall.SIGINT}); return context.Cause(ctx) }),
		brings(t, "messages", 4, well))
	if code := exitCode(failed); code != interrupted || told != "" {
		t.Errorf("exit code %d of %v, and %q; want %d and nothing", code, failed, told, interrupted)
	}
	if !strings.Contains(out, "It was interrupted; what was recorded until then is kept.") || strings.Contains(out, "messages") {
		t.Errorf("it says\n%s", out)
	}
	if r, err := recorded.Open(path); err != nil || !slices.Equal(r.Experiments(), []string{"counters"}) {
		t.Errorf("it holds %v, %v", r, err)
	}
}

func TestWindowsOfALongRecordingAreLonger(t *testing.T) {
	arms := func(counts ...int) (list []probes.Scenario) {
		for _, n := range counts {
			var cpus []int
			for cpu := range n {
				cpus = append(cpus, cpu)
			}
			list = append(list, probes.Scenario{CPUs: probes.NewCPUList(cpus...)})
		}
		return list
	}
	for _, c := range []struct {
		length time.Duration
		arms   []probes.Scenario
		want   time.Duration
	}{
		{10 * time.Second, arms(2, 2), 0},
		{20 * time.Minute, arms(2, 2), 0},
		{time.Hour, arms(1, 2), 30 * time.Millisecond},
		{time.Hour, arms(2, 8), 120 * time.Millisecond},
		{10 * time.Minute, arms(64), 160 * time.Millisecond},
		{10 * time.Second, arms(64), 0},
		{time.Hour, arms(0), 30 * time.Millisecond},
	} {
		k := &keeping{length: duration(c.length)}
		if got := k.window(c.arms); got != c.want {
			t.Errorf("%s of %v: windows of %s, want %s", c.length, c.arms, got, c.want)
		}
	}
}

func TestSizesOfScaling(t *testing.T) {
	for n, want := range map[int][]int{1: {1}, 2: {1, 2}, 3: {1, 2, 3}, 8: {1, 2, 4, 8}, 12: {1, 2, 4, 8, 12}} {
		if got := sizes(n); !slices.Equal(got, want) {
			t.Errorf("%d CPUs: %v, want %v", n, got, want)
		}
	}
}

func TestAReportIsNamedAfterItsRecording(t *testing.T) {
	for path, want := range map[string]string{"class.jsonl.gz": "class.html", "a b.jsonl": "a b.html", "x/y.json": "x/y.html", "it": "it.html"} {
		if got := page(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestTheNearestWord(t *testing.T) {
	words := []string{"counters", "messages", "record", "replay"}
	for typed, want := range map[string]string{
		"conters": ", did you mean counters?", "rec": ", did you mean record?", "re": ", did you mean record or replay?", "nonsense": "",
	} {
		if got := nearest(typed, words); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
}

func TestWhatIsLeftOutIsSaid(t *testing.T) {
	e, err := catalog.Find("counters")
	if err != nil {
		t.Fatal(err)
	}
	_, readings := uneven(t, e)
	r := readings[4]
	r.Unit = probes.Capture
	strip := probes.Strip{Line: "count", PerCPU: map[int]int64{0: 0, 5: 0}}
	for i := range 20_000 {
		stay := probes.Stay{CPU: 5 * (i % 2), Ops: int64(1 + i%7)}
		strip.Stays = append(strip.Stays, stay)
		strip.PerCPU[stay.CPU] += stay.Ops
	}
	r.Lines = []probes.LineUse{{Name: "count", Ops: 80_000}}
	r.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{strip}}
	_, out, _, failed := take(t, context.Background(), false, part{name: "counters", run: func(_ context.Context, k *keeping, _ time.Duration) error {
		for range 1000 {
			if err := k.kept("counters", "reading", k.to.Add("counters", r)); err != nil {
				return err
			}
			if strips, _ := k.to.LeftOut(); strips == 2 {
				return nil
			}
		}
		return errors.New("there is no end to what it keeps")
	}})
	if failed != nil || !strings.Contains(out, "To stay small it is without the strips of 2 readings.\n") {
		t.Errorf("%v, and it says\n%s", failed, out)
	}
}

package recorded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/scope"
)

// limited returns a writer whose disk is full after so many more bytes.
func limited(t *testing.T, name string, room int64) *Writer {
	t.Helper()
	w, err := Create(filepath.Join(t.TempDir(), name), header, false)
	if err != nil {
		t.Fatal(err)
	}
	size := w.Size()
	inner := w.file.put
	w.file.put = func(text []byte) (int, error) {
		if left := size + room - w.file.size; int64(len(text)) > left {
			n, _ := inner(text[:max(0, left)])
			return n, &fs.PathError{Op: "write", Path: w.path, Err: syscall.ENOSPC}
		}
		return inner(text)
	}
	return w
}

// When the disk is full, every call says so from then on, and what was written
// before is whole.
func TestADiskThatBecomesFull(t *testing.T) {
	for _, name := range []string{"file", "file.gz"} {
		for room := int64(0); room < 1500; room += 97 {
			w := limited(t, name, room)
			var failed error
			added := 0
			for ; failed == nil && added < 500; added++ {
				failed = w.Add("counters", reading(t, 0, added, eachShared))
				if failed == nil && added%4 == 0 {
					w.flush()
				}
			}
			if failed == nil {
				t.Fatal("it never became full")
			}
			for _, again := range []error{w.Add("counters", reading(t, 0, 0, eachShared)), w.Burst(constructed(t, []int{0, 5}, 3)), w.Close()} {
				if again == nil || again.Error() != failed.Error() || !errors.Is(again, syscall.ENOSPC) || !strings.Contains(again.Error(), "free some room") {
					t.Fatalf("then %v, first %v", again, failed)
				}
			}
			r := open(t, w.Path())
			cut := strings.Join(r.Warnings, "\n")
			if got := count(r); name == "file" && (got != added-1 || !strings.Contains(cut, "cut off after")) || got > added || r.Whole || len(r.Warnings) != 1 {
				t.Fatalf("%s with room for %d: %d readings of %d, %q", name, room, got, added, r.Warnings)
			}
			if info, err := os.Stat(w.Path()); err != nil || info.Size() != w.Size() {
				t.Fatalf("it has %d bytes and says %d", info.Size(), w.Size())
			}
		}
	}
}

func TestSeveralGoroutinesWrite(t *testing.T) {
	for _, name := range []string{"file", "file.gz"} {
		path := filepath.Join(t.TempDir(), name)
		w, err := Create(path, header, false)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		burst := constructed(t, []int{0, 5}, 100)
		for _, experiment := range []string{"counters", "messages"} {
			r := reading(t, 0, 0, eachShared)
			all.Go(func() {
				for pair := range 300 {
					r.Pair, r.Start = pair, time.Duration(pair)*time.Millisecond
					if err := errors.Join(w.Add(experiment, r), w.Burst(burst)); err != nil {
						t.Error(err)
					}
					w.Size()
				}
			})
		}
		all.Go(func() {
			for range 20 {
				w.flush()
			}
		})
		all.Wait()
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := open(t, path)
		if !r.Whole || len(r.Warnings) > 0 || r.Bursts() != 600 {
			t.Errorf("%s: whole %v, warnings %q, %d bursts", name, r.Whole, r.Warnings, r.Bursts())
		}
		for _, experiment := range []string{"counters", "messages"} {
			for pair, reading := range drain(t, r, experiment) {
				if reading.Pair != pair {
					t.Fatalf("%s: pair %d of %s in place of %d", name, reading.Pair, experiment, pair)
				}
			}
		}
		for i := range r.Bursts() {
			if _, err := r.Burst(i); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Text is in the file at once; compressed, a recording is flushed within a second
// also when nothing more comes.
func TestACrashLosesTheLastSecondAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, name := range []string{"file", "file.gz"} {
			path := filepath.Join(t.TempDir(), name)
			w, err := Create(path, header, false)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			for pair := range 5 {
				if err := w.Add("counters", reading(t, 0, pair, eachShared)); err != nil {
					t.Fatal(err)
				}
			}
			if name == "file" && count(open(t, path)) != 5 {
				t.Errorf("%d readings are in the text at once", count(open(t, path)))
			}
			time.Sleep(secure)
			synctest.Wait()
			if r := open(t, path); count(r) != 5 || r.Whole {
				t.Errorf("%s: %d readings after a second, whole %v", name, count(r), r.Whole)
			}
			size := w.Size()
			time.Sleep(10 * secure)
			synctest.Wait()
			if w.Size() != size {
				t.Errorf("%s: it grew by %d bytes while nothing came", name, w.Size()-size)
			}
		}
	})
}

// What cannot be recorded is refused, and the recording goes on.
func TestRefusalsEndNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	simulated := reading(t, 0, 0, eachShared)
	simulated.Origin = probes.Simulated
	elsewhere := reading(t, 0, 0, "line=shared writers=2 cpus=0,1")
	crowd := reading(t, 64, 0, eachShared)
	damaged := constructed(t, []int{0, 5}, 9)
	damaged.Lines[0].Ops++
	replayed := constructed(t, []int{0, 5}, 9)
	replayed.Origin = probes.Recorded
	for want, err := range map[string]error{
		"it is simulated":       w.Add("counters", simulated),
		"CPU 1, which":          w.Add("counters", elsewhere),
		"arm 64":                w.Add("counters", crowd),
		"a burst is not":        w.Burst(damaged),
		"it is recorded":        w.Burst(replayed),
		"a latency map is not":  w.Map(latency.Map{}),
		"has no line":           w.Burst(scope.Capture{}),
		"reading of  cannot be": w.Add("", reading(t, 0, 0, eachShared)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	for _, err := range []error{w.Add("counters", reading(t, 0, 0, eachShared)), w.Close(), w.Close()} {
		if err != nil {
			t.Error(err)
		}
	}
	if err := w.Add("counters", reading(t, 0, 0, eachShared)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
	if r := open(t, path); count(r) != 1 || len(r.Warnings) > 0 || !r.Whole {
		t.Errorf("%d readings, warnings %q", count(r), r.Warnings)
	}
}

// Compressed, strips and bursts take half of the room or less, and their
// allowance is of what they take.
func TestPicturesAreCompressedWell(t *testing.T) {
	sizes := map[string]int64{}
	kept := map[string]int{}
	for _, name := range []string{"file", "file.gz"} {
		path := filepath.Join(t.TempDir(), name)
		w, err := Create(path, header, false)
		if err != nil {
			t.Fatal(err)
		}
		w.clock = func() time.Duration { return 0 }
		burst := constructed(t, []int{0, 5}, 20_000)
		for w.end.Bursts == 0 {
			kept[name]++
			if err := w.Burst(burst); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		sizes[name] = w.Size()
	}
	if sizes["file.gz"] > sizes["file"] || kept["file.gz"] < packed*kept["file"]-1 {
		t.Errorf("bytes %v of bursts %v", sizes, kept)
	}
}

// Strips and bursts have room for what a short recording brings. Later the first
// of every arm is kept, and one now and then, while counts always are.
func TestStripsHaveAnAllowance(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	w.clock = func() time.Duration { return now }
	g := newRandom(t, 10*time.Millisecond)
	strip := func(text string) bool {
		t.Helper()
		r := g.capture[0]
		r.Scenario = scenario(t, text)
		g.strip(&r)
		left := w.end.Strips
		if err := w.Add("counters", r); err != nil {
			t.Fatal(err)
		}
		return w.end.Strips == left
	}
	kept := 0
	for strip(eachShared) {
		kept++
	}
	if kept < 300 {
		t.Errorf("only %d strips are kept in a short recording", kept)
	}
	if !strip(eachPadded) || strip(eachPadded) {
		t.Error("of another arm not just the first strip is kept")
	}
	burst := constructed(t, []int{0, 5}, 20_000)
	for range 3 {
		if err := w.Burst(burst); err != nil {
			t.Fatal(err)
		}
	}
	if now = time.Minute; !strip(eachShared) {
		t.Error("a minute later there is no room either")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, path)
	all := drain(t, r, "counters")
	if r.Bursts() != 1 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "2 bursts of the Scope were left out when this was recorded") {
		t.Errorf("%d bursts, warnings %q", r.Bursts(), r.Warnings)
	}
	strips := 0
	for _, reading := range all {
		if reading.Burst != nil {
			strips++
		}
		if reading.Lines[0].Ops == 0 || len(reading.Lines[0].Handoffs) != 2 {
			t.Fatalf("a capture has lost its counts: %+v", reading)
		}
	}
	if len(all) != kept+4 || strips != kept+2 {
		t.Errorf("%d captures with %d strips, want %d with %d", len(all), strips, kept+4, kept+2)
	}
}

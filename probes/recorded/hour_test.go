package recorded

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// mostHour is how large an hour's recording may be.
const mostHour = 20_000_000

// record writes as long a recording as is said, as the real one would come out:
// windows back to back, their captures, and a burst every two minutes.
func record(t testing.TB, path string, length, window time.Duration) (windows int) {
	t.Helper()
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	g := newRandom(t, window)
	w.clock = func() time.Duration { return g.start }
	burst, due := constructed(t, []int{0, 5}, 170_000), time.Duration(0)
	for ; g.start < length; windows++ {
		if err := w.Add("counters", g.next()); err != nil {
			t.Fatal(err)
		}
		if g.start >= due {
			due += 2 * time.Minute
			if err := w.Burst(burst); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return windows
}

// The windows of a long recording are longer, by as much as keeps their number at
// 120 000.
const hoursWindow = time.Hour / 120_000

// An hour is a few minutes and, for every minute more, what the last of them took.
// Windows as short as those of the screen make a larger file, so what the screen
// records is compressed.
func TestAnHourStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	for name, window := range map[string]time.Duration{"hour.jsonl": hoursWindow, "hour.jsonl.gz": 10 * time.Millisecond} {
		var sizes []int64
		for _, minutes := range []time.Duration{3, 5} {
			path := filepath.Join(t.TempDir(), name)
			windows := record(t, path, minutes*time.Minute, window)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, info.Size())
			r := open(t, path)
			length := r.Length("counters")
			if count(r) != windows || !r.Whole || length < minutes*time.Minute || length > minutes*time.Minute+time.Second {
				t.Errorf("%s: %d of %d windows in %v, whole %v", name, count(r), windows, length, r.Whole)
			}
			strips := 0
			for _, reading := range drain(t, r, "counters") {
				if reading.Burst != nil {
					strips++
				}
			}
			if strips < 300 || r.Bursts() < 1 {
				t.Errorf("%s: only %d strips and %d bursts are kept", name, strips, r.Bursts())
			}
		}
		hour := sizes[1] + 55*(sizes[1]-sizes[0])/2
		if hour >= mostHour {
			t.Errorf("%s: an hour has %d bytes", name, hour)
		}
		t.Logf("%s: an hour has %.1f MB", name, float64(hour)/1e6)
	}
}

// hour is a file of an hour, made once for all benchmarks that need it.
func hour(b *testing.B, name string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), name)
	record(b, path, time.Hour, hoursWindow)
	return path
}

func BenchmarkOpenAnHour(b *testing.B) {
	for _, name := range []string{"hour.jsonl", "hour.jsonl.gz"} {
		b.Run(strings.TrimPrefix(filepath.Ext(name), "."), func(b *testing.B) {
			path := hour(b, name)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSeek(b *testing.B) {
	r := open(b, hour(b, "hour.jsonl"))
	s := session(b, r, "counters")
	at := time.Duration(0)
	for b.Loop() {
		at = (at + 1234567891) % time.Hour
		if got := s.Seek(at, 600); len(got) == 0 && at > time.Second {
			b.Fatal("nothing there")
		}
	}
}

func BenchmarkBurst(b *testing.B) {
	r := open(b, hour(b, "hour.jsonl"))
	for b.Loop() {
		if _, err := r.Burst(0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAdd is what recording costs whoever measures.
func BenchmarkAdd(b *testing.B) {
	for _, name := range []string{"file.jsonl", "file.jsonl.gz"} {
		b.Run(strings.TrimPrefix(filepath.Ext(name), "."), func(b *testing.B) {
			w, err := Create(filepath.Join(b.TempDir(), name), header, false)
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			r := reading(b, 0, 0, eachShared)
			for b.Loop() {
				r.Pair++
				r.Start += r.Elapsed
				if err := w.Add("counters", r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

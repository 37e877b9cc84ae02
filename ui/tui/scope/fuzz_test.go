package scope

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
)

// bent returns a value of JSON with one of its numbers, the n-th or so, set to
// another.
func bent(t testing.TB, value any, n int, to int64) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	digits := func(r rune) bool { return !strings.ContainsRune("-0123456789", r) }
	var spans [][2]int
	for from, rest := 0, string(text); ; {
		i := strings.IndexFunc(rest, func(r rune) bool { return !digits(r) })
		if i < 0 {
			break
		}
		j := strings.IndexFunc(rest[i:], digits)
		if j < 0 {
			j = len(rest) - i
		}
		if from+i > 0 && strings.ContainsRune(":[,", rune(text[from+i-1])) {
			spans = append(spans, [2]int{from + i, from + i + j})
		}
		from, rest = from+i+j, rest[i+j:]
	}
	span := spans[n%len(spans)]
	number, _ := json.Marshal(to)
	return slices.Concat(text[:span[0]], number, text[span[1]:])
}

// Whatever a damaged recording holds, what passes its check can be shown, at every
// key.
func FuzzABurstOfARecording(f *testing.F) {
	bases := []bursts.Capture{bounced(one, 2, 60), bounced(one, 5, 40), apart(one), begun(one, 2).done(), bounced(one, 2, 1)}
	for i := range bases {
		f.Add(uint8(i), uint16(40), int64(1), uint16(0), int64(0), "Lg+-0")
	}
	f.Add(uint8(2), uint16(40), int64(1), uint16(187), int64(0), "Lg+-0") // all operations at one moment
	f.Add(uint8(0), uint16(3), int64(1<<41), uint16(9), int64(-1), "++++++++>>>g>L<<-")
	f.Fuzz(func(t *testing.T, base uint8, n uint16, to int64, n2 uint16, to2 int64, keys string) {
		var c bursts.Capture
		if json.Unmarshal(bent(t, bases[int(base)%len(bases)], int(n), to), &c) != nil {
			return
		}
		var again bursts.Capture
		if json.Unmarshal(bent(t, c, int(n2), to2), &again) != nil || again.Check() != nil {
			return
		}
		o := taped(2, 2)
		o.Recorded.Burst = func(i int) (bursts.Capture, error) { return []bursts.Capture{again, bases[0]}[i], nil }
		m := open(t, o, 80, 24)
		for _, k := range keys[:min(len(keys), 12)] {
			if k > ' ' && k <= '~' && k != 's' {
				press(m, string(k))
				m.View()
			}
		}
		m.SetSize(200, 60)
		m.View()
	})
}

// The same for a map.
func FuzzAMapOfARecording(f *testing.F) {
	f.Add(uint16(3), int64(1), uint16(0), int64(0))
	f.Fuzz(func(t *testing.T, n uint16, to int64, n2 uint16, to2 int64) {
		found := mapOf(machineOf(6), latency.CAS, 10)
		found.Pairs[2].High = 30
		var once, again latency.Map
		if json.Unmarshal(bent(t, found, int(n), to), &once) != nil || json.Unmarshal(bent(t, once, int(n2), to2), &again) != nil || again.Check() != nil {
			return
		}
		o := taped(2, 0)
		o.Recorded.Maps = []latency.Map{again}
		m := open(t, o, 80, 24, "m", "down", "right", "end", "w", "w")
		m.View()
		m.SetSize(200, 60)
		m.View()
	})
}

// A place in a recording can be of any time.
func TestPlacesOfLongRecordings(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0:00", 59*time.Second + 999*time.Millisecond: "0:59", 61 * time.Second: "1:01", 3*time.Hour + 2*time.Minute + time.Second: "3:02:01"} {
		if got := clock(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}

package scope

import (
	"testing"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
)

var one = probes.Scenario{Counter: probes.CounterOne, Line: probes.LineShared, Op: probes.OpLock, Writers: 2}

// samples are bursts of many kinds: usual ones, one that is shorter than a picture,
// one with a gap for most of its time, one without hand-offs.
func samples() map[string]*ready {
	few := begun(one, 2)
	few.stay(0, 3)
	few.stay(1, 4)
	gap := begun(one, 2)
	for i := range 400 {
		gap.stay(i%2, 3)
	}
	gap.at += 5_000_000 // nobody gets on
	for i := range 400 {
		gap.stay(i%2, 3)
	}
	list := map[string]*ready{}
	for name, c := range map[string]bursts.Capture{
		"usual": bounced(one, 2, 5_000), "many CPUs": bounced(one, 12, 2_000), "few": few.done(), "silence": gap.done(), "apart": apart(one),
	} {
		list[name] = prepare(c, bursts.Trigger{})
	}
	return list
}

// From the whole burst, looking closer ends at single operations and looking from
// further away at the whole again; no window is ever empty or outside the burst.
func TestZoomGoesToOperationsAndBack(t *testing.T) {
	for name, r := range samples() {
		for _, columns := range []int{62, 100, 180} {
			for _, first := range []int64{-8, 0, 8, 800} {
				w := window{whole: true}.within(r, 0, columns)
				inside := func(what string) {
					t.Helper()
					from, to := w.span(r, 0, columns)
					if from < 0 || to <= from || to > r.Length+1 {
						t.Fatalf("%s, %d columns: %s shows %d to %d ns of %d", name, columns, what, from, to, r.Length)
					}
					if w.single && w.first+int64(columns) > r.lines[0].Ops && r.lines[0].Ops > int64(columns) {
						t.Fatalf("%s, %d columns: %s begins with operation %d of %d", name, columns, what, w.first, r.lines[0].Ops)
					}
				}
				inside("the whole")
				steps := 0
				for ; !w.single; steps++ {
					w = w.zoom(true, r, 0, columns)
					inside("in")
					w = w.pan(first, r, 0, columns)
					inside("pan")
					if steps > 40 {
						t.Fatalf("%s, %d columns: no single operations after %d steps: %+v", name, columns, steps, w)
					}
				}
				w = w.edge(true, r, 0, columns)
				inside("end")
				w = w.edge(false, r, 0, columns)
				inside("home")
				for steps = 0; !w.whole; steps++ {
					w = w.zoom(false, r, 0, columns)
					inside("out")
					if steps > 40 {
						t.Fatalf("%s, %d columns: not the whole after %d steps: %+v", name, columns, steps, w)
					}
				}
			}
		}
	}
}

// A lane's time is that of its stays, and all lanes together have the whole.
func TestLanesAddUp(t *testing.T) {
	for name, r := range samples() {
		if name == "apart" || name == "silence" {
			continue
		}
		for at := int64(0); at <= r.Length; at += r.Length/97 + 1 {
			var sum int64
			for _, l := range r.lanes {
				var want int64
				for _, s := range r.lines[0].Stays {
					if s.CPU == l.cpu {
						want += max(min(s.End, at)-s.Begin, 0)
					}
				}
				if got := l.until(at); got != want {
					t.Fatalf("%s: until %d ns CPU %d had the line for %d ns, want %d", name, at, l.cpu, got, want)
				}
				sum += want
			}
			if sum != at {
				t.Fatalf("%s: until %d ns the lanes add up to %d", name, at, sum)
			}
		}
	}
}

// The order that is drawn is that of the stays, operation by operation, and times
// go with it.
func TestOperationsAreInOrder(t *testing.T) {
	for name, r := range samples() {
		l := r.lines[0]
		var all []int
		for _, s := range l.Stays {
			for range s.Ops {
				all = append(all, s.CPU)
			}
		}
		for _, first := range []int64{0, 1, 5, l.Ops / 2, l.Ops - 1} {
			got := l.owners(first, 300)
			want := all[first:min(int(first)+300, len(all))]
			if len(got) != len(want) {
				t.Fatalf("%s: %d operations from %d on, want %d", name, len(got), first, len(want))
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%s: operation %d is of CPU %d, want %d", name, first+int64(i), got[i], want[i])
				}
			}
		}
		for op := int64(0); op < l.Ops; op += l.Ops/50 + 1 {
			s := l.Stays[l.stayAt(op)]
			if at := l.timeOf(op); at < s.Begin || at > s.End || op < s.First || op >= s.First+s.Ops {
				t.Fatalf("%s: operation %d is at %d ns in the stay %+v", name, op, at, s)
			}
			if back := l.opAt(l.timeOf(op)); back < op-1 || back > op+1 {
				t.Fatalf("%s: operation %d is at a time at which %d are done", name, op, back)
			}
		}
	}
}

func TestStamps(t *testing.T) {
	for _, c := range []struct {
		at, apart int64
		want      string
	}{{312, 10, "312 ns"}, {312_456, 10, "312.456 µs"}, {312_456, 900, "312.5 µs"}, {1_230_000, 300_000, "1.23 ms"}, {0, 2_000_000, "0.0 ms"}, {7_000_000, 9_000_000, "7 ms"}} {
		if got := stamp(c.at, c.apart); got != c.want {
			t.Errorf("%d ns to be told from %d further is %q, want %q", c.at, c.apart, got, c.want)
		}
	}
}

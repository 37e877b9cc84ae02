package scope

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slow says what a column holds by going through every stay.
func slow(c Capture, begin, end int64) (owned map[int]int64, handoffs int64) {
	owned = map[int]int64{}
	for i, s := range c.Lines[0].Stays {
		if length := min(end, s.End) - max(begin, s.Begin); length > 0 {
			owned[s.CPU] += length
		}
		if i > 0 && s.Begin >= begin && s.Begin < end {
			handoffs++
		}
	}
	return owned, handoffs
}

func TestColumnsSayWhatEveryStaySays(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		c := randomCapture(random, 1+random.IntN(5), 1+random.IntN(3000))
		c.Gaps = []Gap{{CPU: 10, Begin: c.Length / 4, End: c.Length / 3}, {CPU: 10, Begin: c.Length / 2, End: c.Length/2 + 1}}
		view := NewView(c, 0)
		from := random.Int64N(c.Length + 1)
		to := from + random.Int64N(c.Length+50)
		n := 1 + random.IntN(150)
		columns := view.Columns(from, to, n)
		if want := int(min(int64(n), to-from)); len(columns) != want {
			t.Fatalf("%d columns from %d to %d, want %d", len(columns), from, to, want)
		}
		at := from
		for _, col := range columns {
			if col.Begin != at || col.End <= col.Begin {
				t.Fatalf("column %+v does not follow on %d", col, at)
			}
			at = col.End
			owned, handoffs := slow(c, col.Begin, col.End)
			var most int64
			for _, length := range owned {
				most = max(most, length)
			}
			if owned[col.CPU] != most || math.Abs(col.Share-float64(most)/float64(col.End-col.Begin)) > 1e-9 || (col.CPU < 0) != (most == 0) {
				t.Fatalf("column %+v, but the CPUs had %v", col, owned)
			}
			if col.Handoffs != handoffs {
				t.Fatalf("column %+v, want %d hand-offs", col, handoffs)
			}
			gap := false
			for _, g := range c.Gaps {
				gap = gap || g.Begin < col.End && g.End > col.Begin
			}
			if col.Gap != gap {
				t.Fatalf("column %+v, want a gap: %v", col, gap)
			}
		}
		if len(columns) > 0 && at != to {
			t.Fatalf("columns end at %d, want %d", at, to)
		}
	}
}

// The whole burst in any number of columns has every hand-off and operation once.
func TestColumnsCoverTheWholeBurst(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		c := randomCapture(random, 1+random.IntN(5), 1+random.IntN(3000))
		if c.Length == 0 {
			continue
		}
		var handoffs, ops int64
		for _, col := range NewView(c, 0).Columns(0, c.Length+1, 1+random.IntN(200)) {
			handoffs += col.Handoffs
			ops += col.Ops
		}
		if handoffs != count(c.Handoffs) || ops != c.Lines[0].Ops {
			t.Fatalf("%d hand-offs and %d operations in columns, want %d and %d", handoffs, ops, count(c.Handoffs), c.Lines[0].Ops)
		}
	}
}

func TestStaysTileOperationsAndTime(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		c := randomCapture(random, 1+random.IntN(5), 1+random.IntN(2000))
		var ops, at int64
		for i, s := range c.Lines[0].Stays {
			if s.First != ops || s.Begin != at || s.End < s.Begin || s.Ops < 1 {
				t.Fatalf("stay %d is %+v, want it to follow %d operations at %d ns", i, s, ops, at)
			}
			ops, at = ops+s.Ops, s.End
		}
		if ops != c.Lines[0].Ops || at != c.Length {
			t.Fatalf("stays end after %d operations at %d, want %d and %d", ops, at, c.Lines[0].Ops, c.Length)
		}
	}
}

func TestNoColumns(t *testing.T) {
	view := NewView(Capture{CPUs: []CPU{{CPU: 3}}, Lines: []Line{{Marks: []Mark{{}}}}}, 0)
	if got := view.Columns(5, 5, 10); got != nil {
		t.Errorf("of no time: %v", got)
	}
	if got := view.Columns(0, 10, 2); len(got) != 2 || got[0].CPU != -1 || got[0].Ops != 0 {
		t.Errorf("of no stays: %+v", got)
	}
}

// BenchmarkView opens a burst of a million operations of two CPUs each, a stay for
// every second one, and zooms about in it.
func BenchmarkView(b *testing.B) {
	random := rand.New(rand.NewPCG(9, 10))
	c := randomCapture(random, 2, 2_000_000)
	b.Logf("%d stays", len(c.Lines[0].Stays))
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			NewView(c, 0)
		}
	})
	b.Run("statistics", func(b *testing.B) {
		for b.Loop() {
			c.Lines[0].StayLengths().Percentiles()
			c.Lines[0].Intervals().Percentiles()
		}
	})
	view := NewView(c, 0)
	for name, part := range map[string]int64{"whole": 1, "hundredth": 100, "operations": 1_000_000} {
		b.Run(name, func(b *testing.B) {
			length := c.Length / part
			for b.Loop() {
				from := random.Int64N(c.Length - length + 1)
				view.Columns(from, from+length, 240)
			}
		})
	}
}

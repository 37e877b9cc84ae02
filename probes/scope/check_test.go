package scope

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
)

// consistent is a burst of two lines, an observer and two gaps.
func consistent() Capture {
	other := Line{Name: "count 9", Ops: 6, Stays: []Stay{{CPU: 9, Ops: 6, End: 210}}, Marks: []Mark{{}, {6, 210}}}
	exact := int64(3)
	return Capture{
		Method: probes.ByValue, Length: 210, Resolution: 30, Lines: []Line{constructed(), other}, HandoffsExact: &exact,
		CPUs:     []CPU{{CPU: 7, Line: 0, Ops: 4}, {CPU: 4, Line: 0, Ops: 6}, {CPU: 9, Line: 1, Ops: 6}, {CPU: 2, Line: -1, Ops: 50}},
		Gaps:     []Gap{{CPU: 9, Begin: 20, End: 80, Cause: Task}, {CPU: 7, Begin: 105, End: 200, Cause: Host, Others: 4}},
		Handoffs: []probes.Handoff{{From: 4, To: 7, Count: 2}, {From: 7, To: 4, Count: 1}},
	}
}

// What contradicts itself is named, whichever part it is.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	if err := consistent().Check(); err != nil {
		t.Fatal(err)
	}
	for want, damage := range map[string]func(*Capture){
		"has no line":                         func(c *Capture) { c.Lines = nil },
		"is -1 ns long":                       func(c *Capture) { c.Length = -1 },
		`known by "guess"`:                    func(c *Capture) { c.Method = "guess" },
		"has a CPU -1":                        func(c *Capture) { c.CPUs[3].CPU = -1 },
		"has a CPU 70000":                     func(c *Capture) { c.CPUs[3].CPU = 70_000 },
		"CPU 9 is twice":                      func(c *Capture) { c.CPUs[3].CPU = 9 },
		"CPU 2 works on line 3":               func(c *Capture) { c.CPUs[3].Line = 2 },
		"no CPU works on line 2":              func(c *Capture) { c.CPUs[2].Line = 0 },
		"line 1 of the burst: stay 2 is of":   func(c *Capture) { c.Lines[0].Stays[1].CPU = 9 },
		"stay 1 is of CPU 100000":             func(c *Capture) { c.Lines[0].Stays[0].CPU = 100_000 },
		"stay 3 has 9223372036854775807":      func(c *Capture) { c.Lines[0].Stays[2].Ops = 1<<63 - 1 },
		"stay 4 has 1 operations from 8":      func(c *Capture) { c.Lines[0].Stays[3].First = 8 },
		"stay 2 goes from 40 to 105":          func(c *Capture) { c.Lines[0].Stays[1].Begin = 40 },
		"stay 4 goes from 200 to 211":         func(c *Capture) { c.Lines[0].Stays[3].End = 211 },
		"add up to 9 operations":              func(c *Capture) { c.Lines[0].Stays = c.Lines[0].Stays[:3] },
		"line 2 of the burst: its readings":   func(c *Capture) { c.Lines[1].Marks = nil },
		"line 1 of the burst: its readings":   func(c *Capture) { c.Lines[0].Marks = c.Lines[0].Marks[1:] },
		"operation 8 and 100 ns":              func(c *Capture) { c.Lines[0].Marks[3].At = 100 },
		"operation 11 and 210 ns":             func(c *Capture) { c.Lines[0].Marks[5].Ops = 11 },
		"CPU 7 of the burst has stays of 4":   func(c *Capture) { c.CPUs[0].Ops = 5 },
		"gap 2 of the burst is of CPU 2":      func(c *Capture) { c.Gaps[1].CPU = 2 },
		"gap 2 of the burst goes from 10":     func(c *Capture) { c.Gaps[1].Begin = 10 },
		"gap 1 of the burst goes from 20 to ": func(c *Capture) { c.Gaps[0].End = 211 },
		`the cause "ghost"`:                   func(c *Capture) { c.Gaps[0].Cause = "ghost" },
		"others did -4":                       func(c *Capture) { c.Gaps[0].Others = -4 },
		"2 hand-offs from CPU 4 to CPU 8":     func(c *Capture) { c.Handoffs[0].To = 8 },
		"counts 2 hand-offs, but its stays":   func(c *Capture) { c.Handoffs[0].Count = 1 },
		"counts -3 hand-offs":                 func(c *Capture) { *c.HandoffsExact = -3 },
	} {
		c := consistent()
		damage(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the fault is %v, want one with %q", err, want)
		}
	}
}

// Whatever passes can be summed up and drawn, and its columns add up to it.
func FuzzCheck(f *testing.F) {
	text, err := json.Marshal(consistent())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"method":"owner","cpus":[{"cpu":0}],"lines":[{"marks":[{}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var c Capture
		if json.Unmarshal(text, &c) != nil || c.Check() != nil {
			return
		}
		c.Matrix()
		c.NextGap(c.Length / 2)
		Trigger{StayOver: 3, Gap: true}.Holds(c)
		for i, l := range c.Lines {
			if got := l.StayLengths().Percentiles().Count; got != int64(len(l.Stays)) {
				t.Errorf("%d stays of %d have a length", got, len(l.Stays))
			}
			l.Intervals().Histogram()
			l.StayLengths().Histogram()
			if n := l.Longest(); n >= 0 && l.Stays[n].Ops > l.Ops {
				t.Errorf("the longest stay has %d of %d operations", l.Stays[n].Ops, l.Ops)
			}
			columns := NewView(c, i).Columns(0, c.Length+1, 70)
			var ops int64
			for _, col := range columns {
				ops += col.Ops
				if col.Ops < 0 || col.Handoffs < 0 || col.Share < 0 || col.Share > 1 || col.CPU >= 0 && !slices.ContainsFunc(c.CPUs, func(cpu CPU) bool { return cpu.CPU == col.CPU && cpu.Line == i }) {
					t.Errorf("column %+v", col)
				}
			}
			if ops != l.Ops {
				t.Errorf("the columns have %d of %d operations", ops, l.Ops)
			}
		}
	})
}

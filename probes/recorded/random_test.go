package recorded

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/scope"
)

// random are windows and captures like those of two arms that are measured, so
// many a second: a capture of each arm every eighth pair.
type random struct {
	dice    *rand.Rand
	arms    [2]probes.Reading
	capture [2]probes.Reading
	pair    int
	start   time.Duration
	queue   []probes.Reading
	window  time.Duration
}

func newRandom(t testing.TB, window time.Duration) *random {
	g := &random{dice: rand.New(rand.NewPCG(1, 2)), window: window}
	for arm, text := range []string{eachShared, eachPadded} {
		g.arms[arm], g.capture[arm] = reading(t, arm, 0, text), captured(t, arm, 0, text)
	}
	return g
}

func (g *random) next() probes.Reading {
	if len(g.queue) == 0 {
		if g.pair%8 == 0 {
			g.queue = append(g.queue, g.capture[:]...)
		}
		g.queue = append(g.queue, g.arms[:]...)
		for i := range g.queue {
			g.queue[i].Pair = g.pair
		}
		g.pair++
	}
	r := g.queue[0]
	g.queue = g.queue[1:]
	r.Elapsed = g.window + time.Duration(g.dice.IntN(2_000_000))
	r.Start = g.start
	g.start += r.Elapsed + 1_700_000
	cpus := r.CPUs
	r.CPUs = nil
	for _, w := range cpus {
		w.Ops = int64(r.Elapsed) / 40 * int64(8+g.dice.IntN(4))
		w.Elapsed = r.Elapsed - time.Duration(g.dice.IntN(20_000))
		w.Busy = w.Elapsed - time.Duration(g.dice.IntN(200_000))
		r.CPUs = append(r.CPUs, w)
	}
	if g.dice.IntN(50) == 0 {
		r.Warnings = []probes.Warning{{Kind: probes.Preempted, CPU: 5,
			Text: fmt.Sprintf("the worker on CPU 5 was kept from its CPU for %d%% of the window", 5+g.dice.IntN(60))}}
	}
	if r.Unit == probes.Capture {
		g.strip(&r)
	}
	return r
}

func (g *random) strip(r *probes.Reading) {
	n := int64(100_000 + g.dice.IntN(100_000))
	r.Lines = []probes.LineUse{{Name: "count", Ops: 5 * n, Handoffs: []probes.Handoff{{From: 0, To: 5, Count: n}, {From: 5, To: 0, Count: n}},
		Stays: probes.StayStats{Logged: 65536, P10: 1, Median: 2, P90: 4, Mean: 2 + g.dice.Float64()}}}
	s := probes.Strip{Line: "count", PerCPU: map[int]int64{}}
	for ops := int64(0); ops < 1024; {
		stay := probes.Stay{CPU: []int{0, 5}[len(s.Stays)%2], Ops: 1 + int64(g.dice.IntN(4))}
		s.Stays = append(s.Stays, stay)
		s.PerCPU[stay.CPU] += stay.Ops
		ops += stay.Ops
	}
	r.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{s}}
}

// constructed is a burst of two CPUs, or more, that take turns on one line.
func constructed(t testing.TB, cpus []int, stays int) scope.Capture {
	dice := rand.New(rand.NewPCG(3, 4))
	c := scope.Capture{
		Scenario: scenario(t, "counter=one line=shared op=lock writers=2 cpus=0,5"), Origin: probes.Measured, Machine: header.Machine,
		Method: probes.ByValue, Gaps: []scope.Gap{}, Handoffs: []probes.Handoff{}, Warnings: []probes.Warning{},
	}
	l := scope.Line{Name: "count", Stays: []scope.Stay{}, Marks: []scope.Mark{{}}}
	sums := map[int]int64{}
	handoffs := map[[2]int]int64{}
	for i := range stays {
		s := scope.Stay{CPU: cpus[i%len(cpus)], First: l.Ops, Ops: 1 + int64(dice.IntN(4))}
		if i > 0 {
			handoffs[[2]int{l.Stays[i-1].CPU, s.CPU}]++
		}
		sums[s.CPU] += s.Ops
		l.Ops += s.Ops
		l.Stays = append(l.Stays, s)
		if last := l.Marks[len(l.Marks)-1]; l.Ops > last.Ops+100 {
			l.Marks = append(l.Marks, scope.Mark{Ops: l.Ops - 1, At: last.At + 2000 + int64(dice.IntN(500))})
		}
	}
	timed(l.Stays, l.Marks)
	l.Marks = append(l.Marks, scope.Mark{Ops: l.Ops, At: l.Marks[len(l.Marks)-1].At + 70})
	l.Stays[len(l.Stays)-1].End = l.Length() // as the end of a burst is: by no rule
	c.Length = l.Length()
	c.Lines = []scope.Line{l}
	for _, cpu := range cpus {
		c.CPUs = append(c.CPUs, scope.CPU{CPU: cpu, Role: probes.Adder, Ops: sums[cpu], Elapsed: 9, Busy: 8, Pinned: true})
		for _, to := range cpus {
			if n := handoffs[[2]int{cpu, to}]; n > 0 {
				c.Handoffs = append(c.Handoffs, probes.Handoff{From: cpu, To: to, Count: n})
			}
		}
	}
	exact := int64(stays - 1)
	c.HandoffsExact = &exact
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

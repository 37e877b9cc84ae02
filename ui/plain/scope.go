package plain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/ui/wording"
)

// scope is the room of the exact order in which CPUs had a line, one burst at a
// time, and of the latency map.
type scope struct {
	*session
	scenario probes.Scenario
	burst    *bursts.Capture // the last that was told
	at       int             // which of a recording comes next
}

func (p *scope) name() string        { return "scope" }
func (p *scope) leave()              {}
func (p *scope) settled() bool       { return true }
func (p *scope) answers(string) bool { return false }

func (p *scope) enter() {
	p.say("The Scope, %s, on %s: the exact order in which CPUs had a line. again takes the next burst, map tells how long a line takes between CPUs.", p.origin(), p.machine())
	if r := p.options.Recording; r != nil {
		p.say("The recording holds %s and %s.", wording.Count(r.Bursts(), "burst"), wording.Count(len(r.Maps()), "latency map"))
	}
	if p.burst == nil {
		p.again("")
	}
}

func (p *scope) more() {
	if p.burst == nil {
		p.enter()
		return
	}
	p.told(*p.burst)
	for _, cpu := range p.burst.CPUs {
		text := fmt.Sprintf("CPU %d, %s: %s operations", cpu.CPU, cpu.Role, amount(float64(cpu.Ops)))
		if !cpu.Pinned {
			text += ", unpinned"
		}
		p.line(text + ".")
	}
	for _, h := range p.burst.Handoffs {
		p.say("From CPU %d to CPU %d: %s.", h.From, h.To, many(h.Count, "hand-off"))
	}
	for _, w := range p.burst.Warnings {
		p.line(wording.Sentence(w.Text))
	}
	p.gaps(p.burst.Gaps, len(p.burst.Gaps))
}

func (p *scope) words() []word {
	return []word{
		{"again", "", "takes the next burst", []string{"space", "n"}, p.again},
		{"a", "WORDS", "makes them the scenario of bursts, such as a counter=each", nil, p.set},
		{"strip", "", "tells the first stays of the last burst again", nil, func(string) { p.strip() }},
	}
}

// set makes words the scenario of the next bursts.
func (p *scope) set(words string) {
	if p.options.Recording != nil {
		p.say("The bursts are recorded. Live, here: linebounce scope -a '%s'", words)
		return
	}
	s, err := probes.ParseScenario(words)
	if err == nil {
		s, _, err = bursts.Prepare(p.options.Machine, s)
	}
	if err != nil {
		p.line(wording.Sentence(err.Error()))
		return
	}
	p.scenario = s
	p.again("")
}

// again takes the next burst: of the recording, or of this machine.
func (p *scope) again(string) {
	if r := p.options.Recording; r != nil {
		if r.Bursts() == 0 {
			p.line("No burst is recorded. linebounce scope takes one here.")
			return
		}
		c, err := r.Burst(p.at % r.Bursts())
		if err != nil {
			p.line(wording.Sentence(err.Error()))
			return
		}
		p.say("Burst %d of %d, recorded at %s.", p.at%r.Bursts()+1, r.Bursts(), clock(r.BurstAt(p.at%r.Bursts())))
		p.at++
		p.burst = &c
		p.told(c)
		return
	}
	scenario, _, err := bursts.Prepare(p.options.Machine, p.scenario)
	if err != nil {
		p.line(wording.Sentence(err.Error()))
		return
	}
	p.scenario = scenario
	p.begin("the burst", func(ctx context.Context) (func(), error) {
		c, err := bursts.Run(ctx, p.options.Machine, scenario, bursts.Options{})
		if err != nil {
			return nil, err
		}
		return func() {
			p.burst = &c
			p.told(c)
		}, nil
	})
}

// shownGaps is how many gaps are told at once.
const shownGaps = 5

// told tells a burst.
func (p *scope) told(c bursts.Capture) {
	l, some := busiest(c)
	if !some {
		p.line("Nobody used the line.")
		return
	}
	how := "known from the values that additions returned"
	if c.Method != probes.ByValue {
		how = "known from an owner word on the line"
	}
	p.say("A burst, %s: %s operations on line %s in %s, in their order, %s. Scenario: %s", p.origin(), amount(float64(l.Ops)), l.Name, span(float64(c.Length)), how, c.Scenario)
	p.say("%s.", many(moved(c), "hand-off"))
	if s := l.StayLengths().Percentiles(); s.Count > 0 {
		p.say("A stay, in operations: 10 in 100 are %d or shorter, half are %d or shorter, 90 in 100 are %d or shorter, the longest is %d. There were %s.", s.P10, s.P50, s.P90, s.Max, many(s.Count, "stay"))
	}
	if i := l.Intervals().Percentiles(); i.Count > 0 {
		p.say("From one hand-off to the next: 10 in 100 take %s or less, half %s, 90 in 100 %s, the longest %s.", span(float64(i.P10)), span(float64(i.P50)), span(float64(i.P90)), span(float64(i.Max)))
	}
	p.gaps(c.Gaps, shownGaps)
	p.strip()
}

// moved is how many hand-offs there were, exact where that is known.
func moved(c bursts.Capture) (n int64) {
	if c.HandoffsExact != nil {
		return *c.HandoffsExact
	}
	for _, h := range c.Handoffs {
		n += h.Count
	}
	return n
}

// busiest returns the line with the most stays.
func busiest(c bursts.Capture) (best bursts.Line, some bool) {
	for _, l := range c.Lines {
		if !some || len(l.Stays) > len(best.Stays) {
			best, some = l, true
		}
	}
	return best, some && len(best.Stays) > 0
}

// gaps tells when a CPU was taken away, the first of them.
func (p *scope) gaps(list []bursts.Gap, most int) {
	if len(list) == 0 {
		p.line("No gaps: no CPU was taken away.")
		return
	}
	for _, g := range list[:min(len(list), most)] {
		p.say("Gap: CPU %d was away for %s, from %s on, cause %s; the others did %s operations meanwhile.", g.CPU, span(float64(g.Length())), span(float64(g.Begin)), g.Cause, amount(float64(g.Others)))
	}
	if n := len(list) - most; n > 0 {
		p.say("And %s; more tells all.", wording.Count(n, "more gap"))
	}
}

// strip tells the first stays of the last burst.
func (p *scope) strip() {
	if p.burst == nil {
		p.line("There is no burst yet.")
		return
	}
	l, some := busiest(*p.burst)
	if !some {
		return
	}
	var stays []string
	for _, s := range l.Stays[:min(len(l.Stays), shownStays)] {
		stays = append(stays, fmt.Sprintf("CPU %d %s", s.CPU, number(s.Ops)))
	}
	p.say("The first stays, each number counts operations: %s.", strings.Join(stays, ", "))
}

// survey measures the latency map, or tells the recorded one.
func (p *scope) survey(rest string) {
	method := latency.CAS
	switch rest {
	case "", string(latency.CAS):
	case string(latency.Store):
		method = latency.Store
	default:
		p.say("map takes one of %s.", strings.Join(latency.Methods(), ", "))
		return
	}
	if r := p.options.Recording; r != nil {
		for _, found := range r.Maps() {
			if found.Method == method {
				p.mapTold(found)
				return
			}
		}
		p.say("No such map is recorded. linebounce latency --method %s measures one here.", method)
		return
	}
	p.begin("the map", func(ctx context.Context) (func(), error) {
		found, err := latency.Measure(ctx, p.options.Machine, latency.Options{Method: method}, nil)
		if err != nil && !(errors.Is(err, context.Canceled) && found.Visits > 0) {
			return nil, err
		}
		return func() { p.mapTold(found) }, nil
	})
}

// shownPairs is how many pairs of a map are told one by one.
const shownPairs = 120

// mapTold tells a map: by kinds of neighbours, then pair by pair.
func (p *scope) mapTold(found latency.Map) {
	p.say("How long a line takes from one CPU to another, one way, %s, method %s.", p.origin(), found.Method)
	for _, g := range found.Groups() {
		if g.Measured > 1 {
			p.say("%s: %s, %s in the middle, %s to %s.", g.Label, wording.Count(g.Measured, "pair"), span(g.Median), span(g.Lowest), span(g.Highest))
		}
	}
	for _, pair := range found.Pairs[:min(len(found.Pairs), shownPairs)] {
		switch {
		case !pair.Measured():
			p.say("CPU %d and CPU %d: no figure. %s", pair.A, pair.B, wording.Sentence(pair.Why))
		case pair.Known():
			p.say("CPU %d and CPU %d: %s, %s to %s.", pair.A, pair.B, span(pair.Median), span(pair.Low), span(pair.High))
		default:
			p.say("CPU %d and CPU %d: %s.", pair.A, pair.B, span(pair.Median))
		}
	}
	if n := len(found.Pairs) - shownPairs; n > 0 {
		p.say("And %s; linebounce latency --format csv has all.", wording.Count(n, "more pair"))
	}
	for _, text := range found.Warnings(p.options.Machine) {
		p.line(wording.Sentence(text))
	}
}

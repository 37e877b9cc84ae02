package latency

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

// Options say what to map and how. The zero value maps every CPU that this
// process may use.
type Options struct {
	Method Method        // "" for CAS
	Serial bool          // one pair at a time instead of all that share no core
	CPUs   []int         // those to map, nil for all that this process may use
	For    time.Duration // the longest it may take; 0 for two seconds on a small machine and at most two and a half minutes on any, longer one pair at a time
}

// Progress says how far a map is.
type Progress struct {
	Elapsed time.Duration
	Left    time.Duration // an estimate
	Coarse  bool          // the first pass is not over
	Pairs   int
	Measured,
	Settled int // of Pairs: those with figures, and those that are done with
}

// Share returns which part of the time is over, from 0 to 1.
func (p Progress) Share() float64 {
	if p.Elapsed+p.Left <= 0 {
		return 0
	}
	return float64(p.Elapsed) / float64(p.Elapsed+p.Left)
}

// tellShare is the most of a map's time that telling may take, as one in so many.
const tellShare = 20

// Measure maps the one-way latency between all CPUs: all pairs coarsely at
// first, then again and again, until the interval of each pair's median is tight
// or the time is over. It calls tell, where not nil, after every round of pairs,
// or less often where a snapshot of a large map takes long; the map that it hands
// over never changes.
//
// A pair or a CPU that fails is marked in the map and the rest is kept. Its
// errors are a *probes.ScenarioError for CPUs that cannot be asked for, a
// *probes.Unable where nothing could be measured, and the context's; with that
// one the map has what was measured until then.
func Measure(ctx context.Context, machine topology.Machine, o Options, tell func(Map, Progress)) (Map, error) {
	if o.Method == "" {
		o.Method = CAS
	}
	var err error
	if o.CPUs, err = choose(machine, o.CPUs); err != nil {
		return Map{}, err
	}
	if err := machine.Pinnable(); err != nil {
		return Map{}, err
	}
	began := time.Now()
	now := func() time.Duration { return time.Since(began) }
	crew := newCrew(o.Method, o.CPUs)
	defer crew.close()
	s := newSurvey(machine, o)
	for _, cpu := range o.CPUs {
		if why := crew.refused[cpu]; why != nil {
			s.drop(cpu, why)
		}
	}
	if standing := len(o.CPUs) - len(crew.refused); standing < 2 {
		return s.snapshot(), firstRefusal(o.CPUs, crew.refused)
	}
	return conduct(ctx, s, now, crew.play, tell)
}

// choose returns the CPUs to map, ascending.
func choose(machine topology.Machine, wanted []int) ([]int, error) {
	if wanted == nil {
		if _, err := machine.Choose(2); err != nil {
			return nil, err
		}
		return machine.Allowed(), nil
	}
	cpus := slices.Clone(wanted)
	slices.Sort(cpus)
	bad := func(problem string) error {
		text := make([]string, len(wanted))
		for i, cpu := range wanted {
			text[i] = strconv.Itoa(cpu)
		}
		return &probes.ScenarioError{Word: "cpus", Value: strings.Join(text, ","), Problem: problem, Accepted: []string{cpulist.Format(machine.Allowed())}}
	}
	for i, cpu := range cpus {
		if _, found := machine.Find(cpu); !found {
			return nil, bad(fmt.Sprintf("names CPU %d, which this process may not use", cpu))
		}
		if i > 0 && cpus[i-1] == cpu {
			return nil, bad(fmt.Sprintf("names CPU %d twice", cpu))
		}
	}
	if len(cpus) < 2 {
		return nil, bad("names too few CPUs, for a line needs two to travel between")
	}
	return cpus, nil
}

func firstRefusal(cpus []int, refused map[int]error) error {
	for _, cpu := range cpus {
		if refused[cpu] != nil {
			return refused[cpu]
		}
	}
	return nil
}

// reason words an error for a row of the map.
func reason(err error) string {
	if unable, ok := errors.AsType[*probes.Unable](err); ok {
		return unable.Why
	}
	return strings.TrimSuffix(err.Error(), ".")
}

// conduct plays rounds until the survey has enough, its time is over or ctx
// ends.
func conduct(ctx context.Context, s *survey, now func() time.Duration, play func(context.Context, []visit) []played, tell func(Map, Progress)) (Map, error) {
	var quiet time.Duration // until when nothing is told
	for ctx.Err() == nil {
		round := s.next(now())
		if round == nil {
			break
		}
		start := now()
		outcomes := play(ctx, round)
		s.take(round, outcomes, now()-start)
		if told := now(); tell != nil && told >= quiet {
			tell(s.snapshot(), s.progress(told))
			quiet = now() + tellShare*(now()-told)
		}
	}
	m := s.finish(ctx.Err() == nil)
	if tell != nil {
		p := s.progress(now())
		p.Left = 0
		tell(m, p)
	}
	if err := ctx.Err(); err != nil {
		return m, err
	}
	if p := m.Pairs[0]; !slices.ContainsFunc(m.Pairs, Pair.Measured) {
		return m, &probes.Unable{What: "no pair of CPUs could be measured", Why: p.Why, Advice: "Something else may keep the CPUs busy."}
	}
	return m, nil
}

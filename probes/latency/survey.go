package latency

import (
	"math"
	"slices"
	"time"

	"linebounce/probes/topology"
)

const (
	coarse = 4  // samples of a pair's first visit, which are dropped for those of a longer one
	sharp  = 16 // samples of every further visit
	warmUp = 1  // samples before them that do not count

	// leastVisits is the fewest from which the median of a pair has an interval
	// at the level of all others. It is taken over the visits' medians: what
	// follows closely on one another is alike, so samples of one visit would
	// claim more than they know.
	leastVisits = 6
	// leastTime is how long a map goes on even if all is tight: what disturbs a
	// machine comes and goes, and a glance sees only what is there at the time.
	leastTime = time.Second
	// mostVisits is when a pair is left as it is, tight or not.
	mostVisits = 1024
	// mostMisses is how often a pair may find its threads kept from their CPUs.
	mostMisses = 3
)

// visit is one stretch in which a pair plays.
type visit struct {
	pair, a, b int // index, and numbers of the CPUs
	samples    int
	spot       int // of the first sample
}

// survey decides which pairs play next and gathers what they showed. It knows no
// clock and touches no machine.
type survey struct {
	shown   Map
	limit   time.Duration
	records []record
	core    []int   // by CPU, as an index into the cores
	all     [][]int // every pair once
	cores   int

	queue   [][]int
	pass    int           // that the queue belongs to, 0 is the coarse one
	steps   int           // samples that rounds have asked for, warm-up included
	spent   time.Duration // by those rounds
	parting int           // visits that the pairs together are thought to need
	longest int           // visits that one pair was thought to need when the pass began
}

func newSurvey(machine topology.Machine, o Options) *survey {
	n := len(o.CPUs)
	groups := cores(machine, o.CPUs)
	s := &survey{
		shown: Map{Method: o.Method, Serial: o.Serial, CPUs: o.CPUs}, limit: o.For,
		core: make([]int, n), all: tournament(groups, n), cores: len(groups), records: make([]record, n*(n-1)/2),
	}
	for g, threads := range groups {
		for _, i := range threads {
			s.core[i] = g
		}
	}
	for i, a := range o.CPUs {
		for _, b := range o.CPUs[i+1:] {
			s.shown.Pairs = append(s.shown.Pairs, Pair{A: a, B: b, Label: Label(machine, a, b)})
		}
	}
	for i := range s.records {
		s.records[i].need = leastVisits
		s.parting += leastVisits
	}
	s.longest = leastVisits
	s.queue = s.alone(s.all)
	if s.limit == 0 {
		s.limit = enough(len(s.queue), o.Serial)
	}
	return s
}

// enough is how long a map may take where nobody says: a quarter of a second a
// round, so that a machine of two CPUs takes at most two seconds and one of 576
// under three minutes. One pair at a time takes as long as it takes.
func enough(rounds int, serial bool) time.Duration {
	const least, most = 2 * time.Second, 150 * time.Second
	if serial {
		return max(least, time.Duration(rounds)*20*time.Millisecond)
	}
	return min(max(least, time.Duration(rounds)*250*time.Millisecond), most)
}

// alone takes rounds apart into rounds of one pair, for a serial map.
func (s *survey) alone(rounds [][]int) [][]int {
	if !s.shown.Serial {
		return rounds
	}
	var single [][]int
	for _, pair := range slices.Concat(rounds...) {
		single = append(single, []int{pair})
	}
	return single
}

// next returns the visits of the next round, none when there is nothing left to
// do or no time for it. spent is the time since the map was begun.
func (s *survey) next(spent time.Duration) []visit {
	for {
		if len(s.queue) == 0 && !s.deal() {
			return nil
		}
		samples := sharp
		if s.pass == 0 {
			samples = coarse
		}
		if s.steps > 0 && spent+s.pace(samples+warmUp) > s.limit {
			return nil
		}
		var round []visit
		for _, i := range s.queue[0] {
			if p := s.shown.Pairs[i]; !s.records[i].settled {
				round = append(round, visit{pair: i, a: p.A, b: p.B, samples: samples, spot: s.records[i].visits * sharp % spots})
			}
		}
		s.queue = s.queue[1:]
		if len(round) > 0 {
			return round
		}
	}
}

// deal begins a pass over all pairs that are not settled, and reports whether
// there are any.
func (s *survey) deal() bool {
	var left []int
	s.longest = 0
	for i, r := range s.records {
		if !r.settled {
			left = append(left, i)
			s.longest = max(s.longest, r.need)
		}
	}
	s.pass++
	switch {
	case len(left) == 0:
		return false
	case s.shown.Serial:
		s.queue = s.alone([][]int{left})
		return true
	case len(left) == len(s.records):
		s.queue = s.all
		return true
	}
	if s.queue = pack(left, s.ends, s.cores); len(s.queue) > len(s.all) {
		s.queue = s.all // next leaves out the settled
	}
	return true
}

// ends returns the cores of a pair, as indexes.
func (s *survey) ends(pair int) (a, b int) {
	p := s.shown.Pairs[pair]
	i, _ := slices.BinarySearch(s.shown.CPUs, p.A)
	j, _ := slices.BinarySearch(s.shown.CPUs, p.B)
	return s.core[i], s.core[j]
}

// pace is how long a round of so many samples takes, judged by those so far.
func (s *survey) pace(samples int) time.Duration {
	return time.Duration(float64(s.spent) / float64(s.steps) * float64(samples))
}

// left estimates how long the map still takes.
func (s *survey) left(spent time.Duration) time.Duration {
	if s.steps == 0 {
		return s.limit
	}
	atOnce := float64(len(s.records)) / float64(len(s.all))
	if s.shown.Serial {
		atOnce = 1
	}
	rounds := math.Ceil(float64(s.parting) / atOnce)
	steps := max(rounds, float64(s.longest)) * (sharp + warmUp)
	if s.parting == 0 {
		steps = 0
	}
	if s.pass == 0 {
		steps += float64(len(s.queue)) * (coarse + warmUp)
	}
	estimate := time.Duration(float64(s.spent) / float64(s.steps) * steps)
	if s.parting > 0 {
		estimate = max(estimate, leastTime-s.spent)
	}
	return max(0, min(estimate, s.limit-spent))
}

// snapshot returns the map as it stands. Nothing changes it later.
func (s *survey) snapshot() Map {
	shown := s.shown
	shown.Pairs, shown.Dropped = slices.Clone(shown.Pairs), slices.Clone(shown.Dropped)
	return shown
}

// progress says how far the map is.
func (s *survey) progress(spent time.Duration) Progress {
	p := Progress{Elapsed: spent, Left: s.left(spent), Pairs: len(s.records), Coarse: s.pass == 0}
	for i, r := range s.records {
		if s.shown.Pairs[i].Measured() {
			p.Measured++
		}
		if r.settled {
			p.Settled++
		}
	}
	return p
}

// finish returns the map at its end, which came by itself or not.
func (s *survey) finish(whole bool) Map {
	m := s.snapshot()
	m.Complete = whole && len(m.Dropped) == 0
	for i, p := range m.Pairs {
		if !p.Measured() {
			m.Complete = false
			if p.Why == "" {
				m.Pairs[i].Why = "the map ended before its turn"
			}
		}
	}
	return m
}

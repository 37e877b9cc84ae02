// Package runs runs workloads that have a size to their end, run by run: the
// session that hackbench and seqpacket share. As with windows, a pair of runs
// is one of each arm, in an order drawn by coin.
package runs

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"linebounce/probes"
)

// Source runs a workload. Its sessions run at least one pair whatever the
// plan's budget says, and no run is cut.
type Source struct {
	// Check returns why a scenario cannot run: a *probes.ScenarioError or a
	// *probes.Unable, or nil.
	Check func(probes.Scenario) error

	// Run does one whole run and returns what it saw: Elapsed, CPUs and
	// Warnings. progress hears its share that is done, from 0 to 1.
	Run func(ctx context.Context, s probes.Scenario, progress func(share float64)) (probes.Reading, error)
}

// Open checks the arms. Nothing stands between runs.
func (s Source) Open(_ context.Context, plan probes.Plan) (probes.Session, error) {
	session := &session{source: s, budget: plan.Budget, progress: plan.Progress, began: time.Now(), coin: func() bool { return rand.Uint64()&1 == 0 }}
	for _, scenario := range plan.Arms {
		if err := s.Check(scenario); err != nil {
			return nil, err
		}
		session.arms = append(session.arms, scenario)
	}
	if session.progress == nil {
		session.progress = func(float64) {}
	}
	session.total = session.runs()
	return session, nil
}

// usualRuns is how many runs a plan has where nobody says it.
const usualRuns = 10

type session struct {
	source   Source
	budget   probes.Budget
	progress func(float64)
	arms     []probes.Scenario
	began    time.Time
	coin     func() bool

	order []int // of the arms still to run in this pair
	pair  int   // of the runs that come next
	total int   // pairs to run, 0 where only the time limits them
	done  int   // whole runs
}

// runs returns how many pairs to run: as the plan says, else its arms, else as
// many as fit the time, else the usual number.
func (s *session) runs() int {
	if s.budget.Runs > 0 {
		return s.budget.Runs
	}
	if s.budget.For > 0 {
		return 0
	}
	runs := 0
	for _, arm := range s.arms {
		runs = max(runs, arm.Runs)
	}
	if runs == 0 {
		return usualRuns
	}
	return runs
}

// Next does the next run.
func (s *session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	if len(s.order) == 0 && !s.another() {
		return probes.Reading{}, io.EOF
	}
	arm := s.order[0]
	s.order = s.order[1:]
	start := time.Since(s.began)
	r, err := s.source.Run(ctx, s.arms[arm], s.tell)
	if err != nil {
		return probes.Reading{}, err
	}
	s.done++
	r.Unit, r.Arm, r.Pair, r.Scenario, r.Origin, r.Start = probes.Run, arm, s.pair, s.arms[arm], probes.Measured, start
	if len(s.order) == 0 {
		s.pair++
	}
	s.tell(0)
	return r, nil
}

// another begins a pair, if the budget has one left. That its time suffices is
// judged by the pairs before it.
func (s *session) another() bool {
	if s.total > 0 && s.pair >= s.total {
		return false
	}
	if spent := time.Since(s.began); s.budget.For > 0 && s.pair > 0 && spent+spent/time.Duration(s.pair) > s.budget.For {
		return false
	}
	for i := range s.arms {
		s.order = append(s.order, i)
	}
	if len(s.order) > 1 && s.coin() {
		s.order[0], s.order[1] = s.order[1], s.order[0]
	}
	return true
}

// tell passes on how much of the whole plan is done: whole runs, and a share
// of the one under way.
func (s *session) tell(share float64) {
	if s.total > 0 {
		s.progress((float64(s.done) + share) / float64(s.total*len(s.arms)))
		return
	}
	s.progress(min(float64(time.Since(s.began))/float64(s.budget.For), 1))
}

// Replace changes one arm and begins a new pair.
func (s *session) Replace(arm int, scenario probes.Scenario) error {
	if arm < 0 || arm >= len(s.arms) {
		return fmt.Errorf("there is no arm %d in a plan of %d", arm, len(s.arms))
	}
	if err := s.source.Check(scenario); err != nil {
		return err
	}
	if s.arms[arm] = scenario; len(s.order) > 0 {
		s.order = nil
		s.pair++
	}
	return nil
}

// Close has nothing to close: a run that was begun has also ended.
func (s *session) Close() error { return nil }

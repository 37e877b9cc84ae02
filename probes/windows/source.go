package windows

import (
	"context"
	"math/rand/v2"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// defaultWindow is short of the 10 ms after which Go's scheduler takes a
// running goroutine off its thread, which would cost the window 1 or 2%.
const defaultWindow = 10 * time.Millisecond

// Source measures a workload on this machine.
type Source struct {
	Machine topology.Machine
	Build   Build
}

// Open lays the arms out, starts a pinned worker on each of their CPUs and runs
// every arm once, unreported, to warm it up.
func (s Source) Open(ctx context.Context, plan probes.Plan) (probes.Session, error) {
	session := &session{
		source: s,
		plan:   plan,
		began:  time.Now(),
		crew:   newCrew(),
		rounds: rounds{captures: plan.Burst > 0, coin: func() bool { return rand.Uint64()&1 == 0 }},
	}
	if session.plan.Budget.Window <= 0 {
		session.plan.Budget.Window = defaultWindow
	}
	for _, scenario := range plan.Arms {
		arm, err := session.open(scenario)
		if err != nil {
			_ = session.Close()
			return nil, err
		}
		session.arms = append(session.arms, arm)
	}
	session.rounds.arms = len(session.arms)
	return session, nil
}

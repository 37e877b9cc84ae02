package simulated

import (
	"context"
	"fmt"
	"io"
	"time"

	"linebounce/probes"
	"linebounce/sim"
)

const (
	// defaultWindow is of simulated time: some thousand hand-offs.
	defaultWindow = time.Millisecond

	// captureEvery is how many rounds pass between captures, as on real CPUs.
	captureEvery = 8

	// pieces is in how many parts a window is simulated, so that it can be
	// interrupted in between.
	pieces = 64
)

// Source simulates scenarios on a machine of the model.
type Source struct {
	Model Model
	Seed  uint64
}

// Open makes the arms ready and runs each for one window, unreported. Time is
// simulated: a window of the budget, and the whole session's length. A budget
// of runs counts pairs of windows, or windows where there is one arm. A session
// without any budget goes on for ever.
func (s Source) Open(ctx context.Context, plan probes.Plan) (probes.Session, error) {
	session := &session{source: s, plan: plan, window: plan.Budget.Window}
	if session.window <= 0 {
		session.window = defaultWindow
	}
	for _, scenario := range plan.Arms {
		running, err := session.open(ctx, scenario)
		if err != nil {
			return nil, err
		}
		session.arms = append(session.arms, running)
	}
	return session, nil
}

type session struct {
	source Source
	plan   probes.Plan
	window time.Duration
	arms   []*running
	queue  []turn
	pair   int           // rounds dealt so far
	clock  time.Duration // simulated by now
}

// turn is one window to simulate.
type turn struct {
	arm, pair int
	unit      probes.Unit
}

// running is one arm's simulation, and those that keep its stays.
type running struct {
	arm
	sim     *sim.Sim
	watched []watched  // its lines, once the first capture is due
	capture []*sim.Sim // what captures advance
}

func (s *session) open(ctx context.Context, scenario probes.Scenario) (*running, error) {
	a, err := s.source.Model.prepare(s.plan.Experiment, scenario)
	if err != nil {
		return nil, err
	}
	r := &running{arm: a}
	r.sim, err = s.start(ctx, r)
	return r, err
}

// start begins a simulation of an arm and warms it up.
func (s *session) start(ctx context.Context, r *running) (*sim.Sim, error) {
	model, err := sim.New(s.source.Model.Machine, r.Workload, s.source.Seed)
	if err != nil {
		return nil, err
	}
	return model, advance(ctx, model, s.window)
}

// advance simulates a stretch of time.
func advance(ctx context.Context, model *sim.Sim, stretch time.Duration) error {
	end := model.Now() + sim.Time(stretch.Nanoseconds())*sim.Nanosecond
	step := max((end-model.Now())/pieces, 1)
	for model.Now() < end {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !model.Run(min(model.Now()+step, end)) {
			return fmt.Errorf("every task of the simulation has ended")
		}
	}
	return nil
}

// Next simulates the next window: of each arm compared in turn, then of one of
// the others, and now and then a capture of those compared.
func (s *session) Next(ctx context.Context) (probes.Reading, error) {
	if len(s.arms) == 0 {
		return probes.Reading{}, io.EOF
	}
	if len(s.queue) == 0 {
		if runs := s.plan.Budget.Runs; runs > 0 && s.pair >= runs {
			return probes.Reading{}, io.EOF
		}
		s.deal()
	}
	if limit := s.plan.Budget.For; limit > 0 && s.clock+s.window > limit {
		return probes.Reading{}, io.EOF
	}
	t := s.queue[0]
	reading, err := s.simulate(ctx, t)
	if err != nil {
		return probes.Reading{}, err
	}
	s.queue = s.queue[1:]
	s.clock += s.window
	return reading, nil
}

func (s *session) deal() {
	compared := min(2, len(s.arms))
	if s.plan.Burst > 0 && s.pair%captureEvery == 0 {
		for i := range compared {
			s.queue = append(s.queue, turn{i, s.pair, probes.Capture})
		}
	}
	for i := range compared {
		s.queue = append(s.queue, turn{i, s.pair, probes.Window})
	}
	if beside := len(s.arms) - 2; beside > 0 {
		s.queue = append(s.queue, turn{2 + s.pair%beside, s.pair, probes.Window})
	}
	s.pair++
}

// simulate runs one window of one arm and reads it off.
func (s *session) simulate(ctx context.Context, t turn) (probes.Reading, error) {
	r := s.arms[t.arm]
	reading := probes.Reading{
		Unit: t.unit, Arm: t.arm, Pair: t.pair, Scenario: r.scenario, Origin: probes.Simulated, Start: s.clock, Elapsed: s.window,
	}
	watch := t.unit == probes.Capture || r.scenario.Track == probes.On
	simulated := r.sim
	if watch {
		if err := s.watch(ctx, r); err != nil {
			return reading, err
		}
		simulated = r.capture[0]
	}
	before := r.units(simulated)
	if watch {
		if err := s.follow(ctx, r, &reading); err != nil {
			return reading, err
		}
	} else if err := advance(ctx, simulated, s.window); err != nil {
		return reading, err
	}
	for task, done := range r.units(simulated) {
		done -= before[task]
		round := r.Rounds[task]
		reading.CPUs = append(reading.CPUs, probes.CPUWork{
			CPU: r.cpus[task], Role: r.roles[task], Ops: done * int64(round.Operations), Messages: done * int64(round.Sent+round.Received),
			Elapsed: s.window, Busy: s.window, Pinned: true,
		})
	}
	for _, note := range r.notes {
		reading.Warnings = append(reading.Warnings, probes.Warning{Kind: probes.General, Text: note})
	}
	return reading, nil
}

func (r *running) units(simulated *sim.Sim) []int64 {
	done := make([]int64, len(r.Tasks))
	for task := range done {
		done[task] = r.Units(simulated, task)
	}
	return done
}

// Replace begins one arm anew.
func (s *session) Replace(i int, scenario probes.Scenario) error {
	if i < 0 || i >= len(s.arms) {
		return fmt.Errorf("there is no arm %d in a plan of %d", i, len(s.arms))
	}
	next, err := s.open(context.Background(), scenario)
	if err != nil {
		return err
	}
	s.arms[i], s.queue = next, nil
	return nil
}

// Close has nothing to give back.
func (s *session) Close() error { return nil }

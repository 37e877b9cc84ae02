package windows

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linebounce/probes"
	"linebounce/probes/lines"
)

// fullShare is the share of a window's time for which nobody may have kept a
// worker from its CPU, or the window does not count.
const fullShare = 0.95

// leastLines is room for the experiments of two CPUs, leastBytes the shortest
// line that structures are laid out for.
const (
	leastLines = 256
	leastBytes = 64
)

type session struct {
	source Source
	plan   probes.Plan
	began  time.Time
	crew   *crew
	arms   []arm
	rounds rounds
	given  int           // readings so far
	memory *lines.Memory // of all arms
}

// arm is one scenario with its memory and its workers.
type arm struct {
	scenario probes.Scenario
	workload Workload
	workers  []*worker
	cold     bool // it has not run since it was laid out
}

func (s *session) open(scenario probes.Scenario) (arm, error) {
	workload, err := s.source.Build(s.source.Machine, scenario, s.plan.Burst)
	if err != nil {
		return arm{}, err
	}
	workers, err := s.workers(scenario.CPUs.Numbers())
	if err != nil {
		return arm{}, errors.Join(err, workload.Close())
	}
	if roles := len(workload.Roles()); roles != len(workers) {
		return arm{}, errors.Join(workload.Close(), &probes.ScenarioError{Word: "cpus", Value: string(scenario.CPUs),
			Problem: fmt.Sprintf("names %d CPUs for %d workers", len(workers), roles)})
	}
	s.place(workload)
	if sharing, ok := workload.(Sharing); ok {
		for _, other := range s.arms {
			if err := sharing.Share(other.workload); err != nil {
				return arm{}, errors.Join(err, workload.Close())
			}
		}
	}
	return arm{scenario: scenario, workload: workload, workers: workers, cold: true}, nil
}

// workers returns a worker pinned to each CPU. Where a sandbox only says that it
// pins, none is started.
func (s *session) workers(cpus []int) ([]*worker, error) {
	if err := s.source.Machine.Pinnable(); err != nil && len(cpus) > 0 {
		return nil, err
	}
	return s.crew.on(cpus)
}

// place puts a workload on the lines of all arms. Where they are too few, all
// arms move to more.
func (s *session) place(workload Workload) {
	placed, ok := workload.(Placed)
	if !ok {
		return
	}
	if s.memory == nil || s.memory.Lines() < placed.Lines() {
		s.memory = lines.New(max(leastLines, placed.Lines()), max(leastBytes, s.source.Machine.LineBytes))
		for i := range s.arms {
			if other, ok := s.arms[i].workload.(Placed); ok {
				other.Place(s.memory)
				s.arms[i].cold = true
			}
		}
	}
	placed.Place(s.memory)
}

// Next runs the next window of the round.
func (s *session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	for i := range s.arms {
		if s.arms[i].cold {
			if _, err := s.window(ctx, turn{arm: i, unit: probes.Window}); err != nil {
				return probes.Reading{}, err
			}
			s.arms[i].cold = false
		}
	}
	limit := s.plan.Budget.For
	spent := limit > 0 && time.Since(s.began)+s.plan.Budget.Window > limit
	if spent && s.given >= len(s.arms) { // on a busy machine an arm may come late, but none is left out
		return probes.Reading{}, io.EOF
	}
	s.given++
	return s.window(ctx, s.rounds.next())
}

// window runs one window of one arm and reads it off.
func (s *session) window(ctx context.Context, t turn) (probes.Reading, error) {
	arm := s.arms[t.arm]
	r := probes.Reading{
		Unit: t.unit, Arm: t.arm, Pair: t.pair, Scenario: arm.scenario, Origin: probes.Measured,
		Start: time.Since(s.began),
	}
	spans, whole := allMissed(len(arm.workers)), s.crew.settle()
	if whole {
		arm.workload.Reset(t.unit == probes.Capture)
		spans, whole = s.crew.run(ctx, arm.workload, arm.workers, s.plan.Budget.Window)
	}
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	if mortal, is := arm.workload.(Mortal); is && whole {
		if err := mortal.Lost(); err != nil {
			return probes.Reading{}, err
		}
	}
	for i, role := range arm.workload.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{
			CPU: arm.workers[i].cpu, Role: role, Elapsed: spans[i].elapsed, Busy: spans[i].busy, Pinned: spans[i].pinned,
		})
		r.Elapsed = max(r.Elapsed, spans[i].elapsed)
		r.Warnings = append(r.Warnings, spans[i].warnings(arm.workers[i].cpu)...)
	}
	if whole {
		arm.workload.Report(&r)
	}
	return r, nil
}

// Replace lays one arm out anew. The other arms keep their memory.
func (s *session) Replace(i int, scenario probes.Scenario) error {
	if i < 0 || i >= len(s.arms) {
		return fmt.Errorf("there is no arm %d in a plan of %d", i, len(s.arms))
	}
	if !s.crew.settle() {
		return errors.New("a worker is kept from running, so nothing can be changed just now; try again")
	}
	next, err := s.open(scenario)
	if err != nil {
		return err
	}
	err = s.arms[i].workload.Close()
	s.arms[i] = next
	s.rounds.restart()
	return err
}

// Close stops the workers and frees what the arms hold.
func (s *session) Close() error {
	err := s.crew.close()
	for _, arm := range s.arms {
		err = errors.Join(err, arm.workload.Close())
	}
	s.arms = nil
	return err
}

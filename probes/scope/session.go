package scope

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// longest is how long a burst may take. At a million operations each, sixteen
// CPUs on one line take about that long.
const longest = 2 * time.Second

// attempts is how often a burst is tried for which a worker came too late.
const attempts = 3

// Session is a scenario on standing pinned workers, which captures one burst
// after the other. It is used from one goroutine.
type Session struct {
	machine  topology.Machine
	options  Options
	windows  probes.Session
	load     *workload
	built    *workload // by the last call of build
	warnings []string  // about the CPUs
}

// Run captures one burst of a scenario, after an unreported one to warm up.
// Unnamed words have their Default, and CPUs are chosen where none are named. Its
// errors are a *probes.ScenarioError, a *probes.Unable and the context's.
func Run(ctx context.Context, m topology.Machine, s probes.Scenario, o Options) (Capture, error) {
	session, err := Open(ctx, m, s, o)
	if err != nil {
		return Capture{}, err
	}
	c, err := session.Next(ctx)
	return c, errors.Join(err, session.Close())
}

// Open lays a scenario out and starts its workers. Its errors are those of Run.
func Open(ctx context.Context, m topology.Machine, s probes.Scenario, o Options) (*Session, error) {
	session := &Session{machine: m, options: o}
	s, warnings, err := Prepare(m, s)
	if err != nil {
		return nil, err
	}
	source := windows.Source{Machine: m, Build: session.build}
	session.windows, err = source.Open(ctx, probes.Plan{Arms: []probes.Scenario{s}, Budget: probes.Budget{Window: longest}})
	if err != nil {
		return nil, err
	}
	session.load, session.warnings = session.built, warnings
	return session, nil
}

func (s *Session) build(m topology.Machine, scenario probes.Scenario, _ int) (windows.Workload, error) {
	w, err := build(m, scenario, s.options)
	if err != nil {
		return nil, err
	}
	s.built = w
	return w, nil
}

// Scenario returns what is captured, every word named.
func (s *Session) Scenario() probes.Scenario { return s.load.scenario }

// Next captures a burst. The capture shares nothing with the next one.
func (s *Session) Next(ctx context.Context) (Capture, error) {
	for range attempts {
		r, err := s.burst(ctx)
		if err != nil {
			return Capture{}, err
		}
		if !s.load.shows() {
			continue
		}
		c := s.load.capture(s.machine, r)
		for _, text := range s.warnings {
			c.warn(text)
		}
		return c, nil
	}
	return Capture{}, &probes.Unable{What: "no burst could be captured",
		Why:    fmt.Sprintf("a worker on CPUs %s did not get its CPU in time, %d times over", s.load.scenario.CPUs, attempts),
		Advice: "Something else may keep it busy."}
}

// burst runs a burst, in which the garbage collector takes no CPU away.
func (s *Session) burst(ctx context.Context) (probes.Reading, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return s.windows.Next(ctx)
}

// Replace changes the scenario from the next burst on. Its errors are those of
// Open, after which the scenario is as it was.
func (s *Session) Replace(scenario probes.Scenario) error {
	scenario, warnings, err := Prepare(s.machine, scenario)
	if err != nil {
		return err
	}
	if err := s.windows.Replace(0, scenario); err != nil {
		return err
	}
	s.load, s.warnings = s.built, warnings
	return nil
}

// Close stops the workers and waits for them.
func (s *Session) Close() error { return s.windows.Close() }

package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

const (
	here  = calibration.Name
	pairs = 8 // of windows: enough for an interval

	// manyCPUs is up to how many hand-offs are counted: each line that changes
	// hands takes a simulation of its own.
	manyCPUs = 64
)

// calibrating is how long it may take to calibrate on this machine and to
// measure beside: longer where something else had the CPUs before.
var calibrating = []time.Duration{4 * time.Second, 8 * time.Second, 12 * time.Second}

// prediction is one run of sim.
type prediction struct {
	modelled
	flags    *simFlags
	typed    []probes.Scenario
	preset   *machines.Preset // nil for this machine
	stations []station        // by number of CPUs
	full     int              // the station that is shown in full
	out      output.Prediction
}

// station is one number of CPUs, with the scenarios as they are there.
type station struct {
	model        simulated.Model
	ready, shown []probes.Scenario
	notes        []string
}

// newPrediction finds the machine and holds everything that was asked for
// against it, so that nothing runs in vain. Together with an error it returns
// what there is to show, nil for nothing.
func (s *shell) newPrediction(ctx context.Context, f *simFlags, e modelled, typed []probes.Scenario, m *meter) (*prediction, error) {
	p := &prediction{modelled: e, flags: f, typed: typed, out: output.Prediction{Workload: e.workload, Unit: e.unit}}
	make, own, err := p.machine(ctx, m)
	if err != nil {
		if p.out.Here == nil {
			return nil, err
		}
		p.out.Result = output.Predicted(p.session(station{model: p.out.Here.Model}), nil)
		return p, err
	}
	cpus := []int(f.cpus)
	if len(cpus) == 0 && p.isDefault() {
		cpus = e.cpus
	}
	if len(cpus) == 0 {
		cpus = []int{own}
	}
	for i, n := range cpus {
		st, err := p.station(make, n)
		if err != nil {
			return nil, err
		}
		p.stations = append(p.stations, st)
		if n == own || cpus[p.full] != own {
			p.full = i
		}
	}
	p.out.Result = output.Predicted(p.session(p.stations[p.full]), nil)
	return p, nil
}

// isDefault reports whether no machine was named.
func (p *prediction) isDefault() bool { return p.flags.machine == "" }

func (p *prediction) machineName() string {
	if p.isDefault() {
		return p.modelled.machine
	}
	return p.flags.machine
}

// machine returns the machine that was asked for with any number of CPUs, and
// how many it has.
func (p *prediction) machine(ctx context.Context, m *meter) (simulated.Machines, int, error) {
	if name := p.machineName(); name != here {
		preset, err := machines.Find(name)
		if err != nil {
			return nil, 0, err
		}
		p.preset = &preset
		return simulated.Presets(preset, machines.OneByOne), preset.CPUs, nil
	}
	top := topology.Read()
	if why := unable(top); why != nil {
		return nil, 0, why
	}
	for _, n := range p.flags.cpus { // before any time is spent
		if have := len(top.CPUs); n > have {
			return nil, 0, usagef("--cpus: this machine has %d CPUs to calibrate on, not %d; accepted: 1 to %d, or a preset", have, n, have)
		}
	}
	w := meanwhile("sim --machine "+here, top, top.Allowed())
	defer w.close()
	err := p.calibrate(ctx, m, top)
	if err != nil {
		return nil, 0, err
	}
	p.out.Here.Notes = append(p.out.Here.Notes, w.found()...)
	return p.out.Here.Machines, len(top.CPUs), nil
}

// calibrate calibrates on this machine, again and longer while too little of it
// could be used. What it came to when it failed is in p.out, if anything.
func (p *prediction) calibrate(ctx context.Context, m *meter, top topology.Machine) (err error) {
	for _, limit := range calibrating {
		m.begin(fmt.Sprintf("calibrating for %.0f s", limit.Seconds()), 0)
		var r calibration.Result
		r, err = calibration.Here(top).Run(ctx, limit)
		err = cause(ctx, err)
		if known := p.out.Here; len(r.Values) > 0 && (known == nil || len(r.Judged) >= len(known.Judged)) {
			p.out.Here = &r
		}
		_, unable := errors.AsType[*probes.Unable](err)
		if tooNoisy := unable && r.Windows > 0; err != nil && !tooNoisy || err == nil && len(p.out.Unjudged()) == 0 {
			return err
		}
	}
	if p.out.Here != nil {
		return nil // some of it is better than nothing
	}
	return err
}

// station makes the scenarios ready for a number of CPUs.
func (p *prediction) station(machine simulated.Machines, cpus int) (st station, err error) {
	if st.model, err = machine(cpus); err != nil {
		return st, err
	}
	for _, typed := range p.typed {
		ready, shown, notes, err := p.complete(typed, st.model)
		if err == nil {
			_, err = p.load(ready)(st.model)
		}
		if err != nil {
			return st, err
		}
		st.ready, st.shown = append(st.ready, ready), append(st.shown, shown)
		for _, n := range notes {
			st.notes = note(st.notes, n)
		}
	}
	return st, nil
}

// session is what there is to say of a station besides its figures.
func (p *prediction) session(st station) output.Session {
	about := output.Session{
		Experiment: p.name, Origin: probes.Simulated, Machine: st.model.Topology, Quantity: p.quantity, Scenarios: st.shown, Warnings: st.notes,
		Again: againSim(p.flags, p.modelled, p.machineName(), p.typed),
	}
	if p.out.Here != nil {
		about.Warnings = append(about.Warnings, p.out.Here.Notes...)
		if missing := p.out.Unjudged(); len(missing) > 0 {
			about.Warnings = append(about.Warnings, fmt.Sprintf(
				"Something else had the CPUs in every window of %s, so nothing is said of the model there.", strings.Join(missing, ", ")))
		}
	}
	if st.model.Extrapolated {
		about.Warnings = append(about.Warnings, fmt.Sprintf("The machine has %d CPUs; further ones are extrapolated, as sockets of the same kind.", p.preset.CPUs))
	}
	return about
}

// run predicts everything. What is done when it fails is in p.out.
func (p *prediction) run(ctx context.Context, m *meter) error {
	full := p.stations[p.full]
	if p.flags.events != "" {
		m.begin("keeping the events of arm A", 0)
		e, err := writeEvents(ctx, p.flags.events, p.name, full.model, full.shown[0], p.load(full.ready[0]))
		if err != nil {
			return cause(ctx, err)
		}
		p.out.Events = &e
	}
	failed := p.scaling(ctx, m)
	if failed == nil {
		failed = p.windows(ctx, m, full)
	}
	if err := p.background(full); err != nil {
		return err
	}
	if failed == nil {
		failed = p.variants(ctx, m, full)
	}
	if failed != nil {
		return cause(ctx, failed)
	}
	return nil
}

// scaling predicts both arms at every number of CPUs, as many at a time as
// there are CPUs here.
func (p *prediction) scaling(ctx context.Context, m *meter) error {
	m.begin("simulating", len(p.stations)*len(p.typed))
	points := make([][]simulated.Point, len(p.stations))
	done := make([][]bool, len(p.stations))
	var running errgroup.Group
	running.SetLimit(runtime.NumCPU())
	for i, st := range p.stations {
		points[i], done[i] = make([]simulated.Point, 2), make([]bool, len(st.ready))
		for arm, s := range st.ready {
			running.Go(func() (err error) {
				if points[i][arm], err = simulated.Predict(ctx, st.model, p.load(s)); err == nil {
					done[i][arm] = true
				}
				m.step()
				return err
			})
		}
	}
	err := running.Wait()
	for i, st := range p.stations {
		whole := true
		for _, d := range done[i] {
			whole = whole && d
		}
		if !whole {
			continue
		}
		row := output.Row{Row: simulated.Row{CPUs: len(st.model.Topology.CPUs), Extrapolated: st.model.Extrapolated, A: points[i][0], B: points[i][1]}, Scenarios: st.shown}
		if len(st.ready) > 1 {
			row.Ratio = row.B.Rate / row.A.Rate
		}
		p.out.Rows = append(p.out.Rows, row)
		if i == p.full {
			p.out.Result = output.Predicted(p.session(st), points[i][:len(st.ready)])
		}
	}
	return err
}

// windows has the model make windows of the full machine, as a run does, and
// counts hand-offs in between.
func (p *prediction) windows(ctx context.Context, m *meter, st station) error {
	if p.window == nil {
		return nil
	}
	cpus := len(st.model.Topology.CPUs)
	plan := probes.Plan{Experiment: p.name, Arms: st.ready, Budget: probes.Budget{Window: p.window(cpus, st.ready[0]), Runs: pairs}}
	if cpus <= manyCPUs && slices.Contains(p.words, "track") { // else nobody counts hand-offs of it
		plan.Burst = burst
	}
	m.begin("simulating windows", pairs*len(st.ready))
	var c probes.Comparison
	about := p.session(st)
	about.Warnings = append(about.Warnings, "Intervals are those of the model's own windows; they do not say how right the model is.")
	err := collect(ctx, simulated.Source{Model: st.model, Seed: seed}, plan, func(r probes.Reading) error {
		r.Burst = nil
		c.Add(r)
		about.Warnings = notes(about.Warnings, r)
		if r.Unit == probes.Window {
			m.step()
		}
		return nil
	})
	if c.Arms() > 0 {
		p.out.Result = output.New(about, &c)
	}
	return err
}

// seed is that of every simulation, so that it comes out the same again.
const seed = 1

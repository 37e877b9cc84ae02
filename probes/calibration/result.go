package calibration

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linebounce/probes"
	"linebounce/probes/simulated"
)

// Result is a calibrated machine, and how well the model does on it.
type Result struct {
	Model    simulated.Model // from the medians of all calibrations
	Machines simulated.Machines
	CPUs     []int // calibrated and judged on
	Values   []Value
	Judged   []Judged
	Windows  int // measured
	SetAside int // of them, because a worker was kept from its CPU
	Notes    []string
}

// Value is one figure of the calibration.
type Value struct {
	Name, Unit string
	probes.Interval
	How string
}

// Judged is one scenario: what the model predicts and what was measured. The
// error is that of each prediction against the window next to it, as a share of
// the measured: 0.1 says ten percent too much.
type Judged struct {
	Name       string // in the four cells: "one shared", "each padded" and so on
	Cell       bool   // one of the four of counter and line
	Taken      bool   // the calibration was taken from it, so it shows only that the model gives back what it was given
	Experiment string
	Scenario   probes.Scenario
	Quantity   string // ops_per_s, messages_per_s or handoffs_per_s

	Predicted, Measured, Error probes.Interval
	Latency                    probes.Interval // of a transfer in ns, in the calibrations that were the newest
}

// handoffsPerSecond is the quantity of those that are judged by it.
const handoffsPerSecond = "handoffs_per_s"

// closing is the part of the time that the predictions get.
const closing = 0.25

// Run calibrates on two CPUs and judges the model there, within a limit of
// time. Its errors are a *probes.Unable where this machine has no two CPUs or
// cannot pin, and the context's, with what was measured by then.
func (b Bench) Run(ctx context.Context, limit time.Duration) (Result, error) {
	cpus, err := b.Machine.Choose(2)
	if err != nil {
		return Result{}, err
	}
	oneWay, err := b.OneWay(ctx, cpus[0], cpus[1])
	if err != nil {
		return Result{}, err
	}
	r := Result{CPUs: cpus}
	measured, interrupted := b.gather(ctx, cpus, time.Duration((1-closing)*float64(limit)))
	r.Windows, r.SetAside, r.Notes = measured.windows, measured.setAside, measured.left
	if len(measured.states) == 0 {
		return r, errors.Join(interrupted, tooNoisy(measured))
	}
	middle := typical(measured.states)
	far := b.far(middle.model(b.Machine, nil).Machine, oneWay, func(x, y int) (probes.Interval, error) { return b.OneWay(ctx, x, y) })
	r.Model = middle.model(b.Machine, far)
	r.Machines = numbers(r.Model)
	r.Values = values(measured.states, oneWay)
	_, from := protocol(b.Machine.Model)
	r.Notes = append(r.Notes,
		fmt.Sprintf("The protocol is taken to be %s, after %s.", r.Model.Machine.Protocol, from),
		"The home is taken to serve one request for a line at a time: then, but for the operation that an owner ends first, the latency is the measured period and the request's share of it the owner's.",
		"A locked operation waits for the stores before it. The model knows no such waiting, so it is too fast where a message takes references on lines that nobody else has.")
	r.Judged, err = b.judge(ctx, measured.samples, far)
	if interrupted != nil {
		return r, interrupted
	}
	return r, err
}

func tooNoisy(g gathered) error {
	return &probes.Unable{What: "this machine could not be calibrated",
		Why:    fmt.Sprintf("of %d windows %d were set aside, because something else had the CPUs, and what was left does not suffice", g.windows, g.setAside),
		Advice: "Give it more time, or stop what else runs."}
}

// each puts one figure of all states into a list, without those not known.
func each(states []state, figure func(state) float64) (list []float64) {
	for _, s := range states {
		if x := figure(s); x > 0 {
			list = append(list, x)
		}
	}
	return list
}

// typical is the medians of states.
func typical(states []state) state {
	median := func(figure func(state) float64) float64 {
		if list := each(states, figure); len(list) > 0 {
			return probes.Summarize(list, probes.Confidence).Median
		}
		return 0
	}
	return state{
		locked: median(func(s state) float64 { return s.locked }), owned: median(func(s state) float64 { return s.owned }),
		period: median(func(s state) float64 { return s.period }), hit: median(func(s state) float64 { return s.hit }),
		addition: median(func(s state) float64 { return s.addition }),
		ring:     median(func(s state) float64 { return s.ring }), socket: median(func(s state) float64 { return s.socket }),
	}
}

// values lists the calibration for printing.
func values(states []state, oneWay probes.Interval) []Value {
	list := []Value{}
	add := func(name, unit, how string, figure func(state) float64) {
		if found := each(states, figure); len(found) > 0 {
			list = append(list, Value{name, unit, probes.Summarize(found, probes.Confidence), how})
		}
	}
	add("locked add", "ns", "one CPU, nobody else on the line", func(s state) float64 { return s.locked })
	add("period", "ns", "one counter, two CPUs: from one hand-off of its line to the next", func(s state) float64 { return s.period })
	add("owner's share", "of the period", "what both CPUs do on one counter, of what one does undisturbed", state.share)
	list = append(list, Value{"one way", "ns", oneWay, "a compare-and-swap ping-pong; shown beside the period, and used only to scale it to other distances"})
	add("load", "ns", "one CPU, a line that it has", func(s state) float64 { return s.hit })
	add("addition", "ns", fmt.Sprintf("one CPU, %d in a register before each locked add", batch), func(s state) float64 { return s.addition })
	add("message, ring", "ns", "no references", func(s state) float64 { return s.ring })
	add("message, socketpair", "ns", "no credentials", func(s state) float64 { return s.socket })
	return list
}

// judge predicts every judged window from its calibration and gathers the
// predictions by scenario.
func (b Bench) judge(ctx context.Context, samples []sample, far scales) ([]Judged, error) {
	var list []Judged
	for _, s := range sessions {
		for _, m := range s.arms {
			j := Judged{Name: m.name, Cell: m.cell, Taken: m.part == together, Experiment: s.experiment}
			var predicted, measured, off, latency []float64
			for _, sample := range samples {
				if sample.measurement != m {
					continue
				}
				p, err := predict(ctx, sample.state.model(b.Machine, far), sample)
				if err != nil {
					return list, err
				}
				x, quantity := figure(sample, sample.reading)
				y, _ := figure(sample, p)
				j.Scenario, j.Quantity = sample.scenario, quantity
				predicted, measured, off = append(predicted, y), append(measured, x), append(off, y/x-1)
				latency = append(latency, sample.state.latency())
			}
			if len(off) == 0 {
				continue
			}
			j.Predicted, j.Measured, j.Error, j.Latency = summary(predicted), summary(measured), summary(off), summary(latency)
			list = append(list, j)
		}
	}
	return list, nil
}

func summary(values []float64) probes.Interval { return probes.Summarize(values, probes.Confidence) }

// figure is what a sample is judged by.
func figure(s sample, r probes.Reading) (float64, string) {
	if s.handoffs {
		rate, _ := r.HandoffsPerSecond()
		return rate, handoffsPerSecond
	}
	return r.Rate(), string(r.Quantity())
}

// stretches are how much simulated time tells a rate.
var stretches = map[string]time.Duration{"counters": 100 * time.Microsecond, "messages": 500 * time.Microsecond, "sockets": 2 * time.Millisecond}

// predict simulates the window that a sample is.
func predict(ctx context.Context, m simulated.Model, s sample) (probes.Reading, error) {
	plan := probes.Plan{Experiment: s.experiment, Arms: []probes.Scenario{s.scenario}, Budget: probes.Budget{Window: stretches[s.experiment]}}
	session, err := simulated.Source{Model: m}.Open(ctx, plan)
	if err != nil {
		return probes.Reading{}, err
	}
	r, err := session.Next(ctx)
	if err == io.EOF {
		err = fmt.Errorf("a simulation of %s ended before its first window", s.name)
	}
	return r, errors.Join(err, session.Close())
}

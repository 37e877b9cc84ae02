package results

import (
	"context"
	"fmt"
	"io"
	"slices"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// recording returns what a recording holds, summed up.
func recording(path string, from io.Reader) (File, error) {
	r, err := recorded.Read(from)
	if err != nil {
		return File{}, err
	}
	f := File{
		Path: path, Recording: true, Source: probes.Recorded, Made: r.Made, Program: clean(r.Program), Machine: machineOf(r.Machine),
	}
	for _, w := range r.Warnings {
		f.Warnings = append(f.Warnings, clean(w))
	}
	for _, experiment := range r.Experiments() {
		if err := f.add(r, experiment); err != nil {
			return File{}, err
		}
	}
	f.captures(r)
	for _, m := range r.Maps() {
		f.addMap(m)
	}
	for _, p := range r.Profiles() {
		f.Profiles = append(f.Profiles, cleanProfile(p))
	}
	if f.empty() {
		return File{}, fmt.Errorf("the recording holds no readings")
	}
	return f, nil
}

// machineOf returns a machine as results name it.
func machineOf(m topology.Machine) Machine {
	return Machine{
		Model: clean(m.Model), CPUs: len(m.CPUs), LineBytes: m.LineBytes, LineSource: topology.LineSource(clean(string(m.LineSource))),
		Kernel: clean(m.Kernel), Arch: clean(m.Arch), Governor: clean(m.Governor), Turbo: clean(m.Turbo), SMT: clean(m.SMT), Hypervisor: m.Hypervisor,
	}
}

// scaling is the name under which a recording keeps counters at several numbers
// of CPUs, and counters is what they are.
const scaling, counters = "scaling", "counters"

// add sums an experiment of a recording up, stretch by stretch.
func (f *File) add(r *recorded.Recording, experiment string) error {
	if !isName(experiment) {
		f.Warnings = append(f.Warnings, fmt.Sprintf("Readings of %q are left out: that is no name of an experiment.", clean(experiment)))
		return nil
	}
	var found []Finding
	err := stretches(r.Source(experiment), func(c *probes.Comparison) {
		if finding, any := newFinding(experiment, c); any {
			found = append(found, finding)
		}
	})
	if err != nil || len(found) == 0 {
		return err
	}
	if experiment == scaling {
		f.Scalings = append(f.Scalings, newScaling(found, f.Machine))
		return nil
	}
	f.Findings = append(f.Findings, found...)
	return nil
}

// stretches hands on what was recorded while A and B stayed the same, one
// comparison after another. A comparison holds its windows, so that no more than
// one is in memory.
func stretches(source probes.Source, take func(*probes.Comparison)) error {
	ctx := context.Background()
	session, err := source.Open(ctx, probes.Plan{})
	if err != nil {
		return err
	}
	defer session.Close()
	var c probes.Comparison
	var compared [2]*probes.Scenario
	for {
		r, err := session.Next(ctx)
		if err == io.EOF {
			take(&c)
			return nil
		}
		if err != nil {
			return err
		}
		r.Burst = nil // its strip is not summed up
		if r.Arm < len(compared) {
			if before := compared[r.Arm]; before != nil && *before != r.Scenario {
				take(&c)
				c, compared = probes.Comparison{}, [2]*probes.Scenario{}
			}
			compared[r.Arm] = &r.Scenario
		}
		c.Add(r)
	}
}

// newFinding sums a comparison up, and returns false for one that has nothing
// of arm A.
func newFinding(experiment string, c *probes.Comparison) (Finding, bool) {
	f := Finding{Experiment: experiment, Source: probes.Recorded, Quantity: probes.OpsPerSecond}
	if e, err := catalog.Find(experiment); err == nil {
		f.Quantity = e.Quantity
	}
	for i := range c.Arms() {
		shown := c.Arm(i)
		if shown.SetAside == nil { // it never ran, so that those behind it have nothing to stand beside
			break
		}
		if len(shown.Windows) > 0 {
			f.Quantity = shown.Windows[0].Quantity()
		}
		f.Arms = append(f.Arms, newArm(i, shown))
	}
	if len(f.Arms) == 0 {
		return f, false
	}
	if len(f.Arms) > 1 {
		f.Ratio, f.Pairs = new(c.Ratio(probes.Confidence)), c.Pairs()
	}
	f.Command = command(f, Machine{})
	return f, true
}

func newArm(i int, shown probes.ArmResult) Arm {
	a := Arm{
		Name: armName(i), Scenario: shown.Scenario, Rate: shown.Rate(), Stays: shown.Stays(),
		Windows: len(shown.Windows), Unpinned: shown.Unpinned, Samples: make([]Sample, 0, len(shown.Windows)),
	}
	for _, n := range shown.SetAside {
		a.SetAside += n
	}
	if rate, counted := shown.Handoffs(); counted {
		a.Handoffs = &rate.Median
	}
	if mean, counted := shown.OpsPerStay(); counted && mean > 0 { // 0 where nobody touched the line
		a.OpsPerStay = &mean
	}
	for _, w := range shown.Windows {
		a.Samples = append(a.Samples, Sample{Units: w.Units(), Rate: w.Rate()})
	}
	return a
}

func (f *File) addMap(m latency.Map) {
	if n := len(m.CPUs); len(m.Pairs) != n*(n-1)/2 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("A latency map is left out: it has %d pairs for %d CPUs.", len(m.Pairs), n))
		return
	}
	m.Pairs, m.Dropped = slices.Clone(m.Pairs), slices.Clone(m.Dropped)
	m.Method = latency.Method(clean(string(m.Method)))
	for i, p := range m.Pairs {
		m.Pairs[i].Label, m.Pairs[i].Why = clean(p.Label), clean(p.Why)
	}
	for i, d := range m.Dropped {
		m.Dropped[i].Why = clean(d.Why)
	}
	f.Maps = append(f.Maps, m)
}

func cleanProfile(p profile.Result) profile.Result {
	p.Event, p.Absent = clean(p.Event), clean(p.Absent)
	p.Symbols, p.Counters, p.Warnings = slices.Clone(p.Symbols), slices.Clone(p.Counters), slices.Clone(p.Warnings)
	for i, s := range p.Symbols {
		p.Symbols[i].Name = clean(s.Name)
	}
	for i, c := range p.Counters {
		p.Counters[i].Name, p.Counters[i].Counts = clean(c.Name), clean(c.Counts)
	}
	for i, w := range p.Warnings {
		p.Warnings[i] = clean(w)
	}
	return p
}

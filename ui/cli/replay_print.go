package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"linebounce/assets/published"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/latency"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
	"linebounce/ui/wording"
)

// printParts prints parts of a recording, each as the command that measured it
// does. An experiment that this program does not know is told and left out where
// there was anything else.
func (s *shell) printParts(ctx context.Context, r *recorded.Recording, parts []string, f output.Format) error {
	for i, name := range parts {
		if i > 0 && !slices.Contains(partNames(), name) {
			fmt.Fprintln(s.err, "linebounce: "+stranger(name).Error())
			continue
		}
		if i > 0 {
			if _, err := fmt.Fprintln(s.out); err != nil {
				return written(err)
			}
		}
		if err := s.printPart(ctx, r, name, f); err != nil {
			return err
		}
	}
	return nil
}

// stranger says that a recording has an experiment of another version's.
func stranger(name string) error {
	return fmt.Errorf("the recording was made by another version of linebounce: this one has no experiment %q", name)
}

func (s *shell) printPart(ctx context.Context, r *recorded.Recording, name string, f output.Format) error {
	unbenched := name == scopePart || name == latencyPart || name == profilePart
	if unbenched && f == output.Bench {
		return usagef("%q is no format of %s; accepted: %s, %s, %s", f, name, output.Text, output.JSON, output.CSV)
	}
	switch name {
	case scopePart:
		return s.printBursts(r, f)
	case latencyPart:
		return s.printMaps(r, f)
	case profilePart:
		return s.printProfiles(r, f)
	case scalingPart:
		return s.printScaling(ctx, r, f)
	}
	e, err := catalog.Find(name)
	if err != nil {
		return stranger(name)
	}
	scenarios := r.Scenarios(name)
	compared := scenarios[:min(2, len(scenarios))]
	session := output.Session{
		Experiment: name, Origin: probes.Recorded, Made: r.Made, Machine: r.Machine, Quantity: e.Quantity,
		Scenarios: compared, Warnings: about(r.Machine, compared), Again: again(name, compared, 0),
	}
	return s.compare(ctx, r.Source(name), probes.Plan{Experiment: name}, session, f, &progress{}, nil)
}

// about returns what is to be known of the CPUs of some scenarios, as a run of them
// on that machine says it.
func about(m topology.Machine, scenarios []probes.Scenario) (list []string) {
	for _, s := range scenarios {
		cpus := s.CPUs.Numbers()
		if slices.ContainsFunc(cpus, func(cpu int) bool { _, found := m.Find(cpu); return !found }) {
			continue // a machine that is not whole in the file
		}
		for _, w := range m.Warnings(cpus) {
			list = note(list, w)
		}
	}
	return list
}

// printMaps prints every map, and as CSV, which has no place for a second one,
// the last.
func (s *shell) printMaps(r *recorded.Recording, f output.Format) error {
	all := r.Maps()
	for i, m := range s.printable(len(all), "map", f) {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		found := all[m]
		l := output.Latency{
			Machine: r.Machine, Map: found, Origin: probes.Recorded, Made: r.Made,
			Again: latencyAgain(latency.Options{Method: found.Method, Serial: found.Serial}, 0),
		}
		if err := l.Write(s.out, f); err != nil {
			return written(err)
		}
	}
	return nil
}

func (s *shell) printProfiles(r *recorded.Recording, f output.Format) error {
	then, err := published.Profile2011()
	if err != nil {
		return err
	}
	all := r.Profiles()
	for i, p := range s.printable(len(all), "profile", f) {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		table := output.Profile{
			Machine: r.Machine, Result: all[p], Published: then, Origin: probes.Recorded, Made: r.Made, Again: "linebounce kernel profile",
		}
		if err := table.Write(s.out, f); err != nil {
			return written(err)
		}
	}
	return nil
}

// printable returns which of n things a format can print, and says so where it
// cannot print all.
func (s *shell) printable(n int, noun string, f output.Format) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if f != output.CSV || n == 1 {
		return all
	}
	fmt.Fprintf(s.err, "linebounce: the recording has %s, and CSV is of the last; text and JSON are of all\n", wording.Count(n, noun))
	return all[n-1:]
}

// sweep is all bursts of one scenario.
type sweep struct {
	plain, owned output.Scope // by whether a burst also kept an owner word
	owner        *bursts.Capture
}

// printBursts prints what the bursts of each scenario come to.
func (s *shell) printBursts(r *recorded.Recording, f output.Format) error {
	var order []*sweep
	by := map[probes.Scenario]*sweep{}
	for i := range r.Bursts() {
		c, err := r.Burst(i)
		if err != nil {
			return err
		}
		w := by[c.Scenario]
		if w == nil {
			w = &sweep{}
			by[c.Scenario], order = w, append(order, w)
		}
		w.add(c)
	}
	for i, w := range s.printable(len(order), "scenario of bursts", f) {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		o := order[w].all()
		o.Machine, o.Origin, o.Made = r.Machine, probes.Recorded, r.Made
		o.Again = fmt.Sprintf("linebounce scope -a '%s'", o.Scenario())
		if err := o.Write(s.out, f); err != nil {
			return written(err)
		}
	}
	return nil
}

func (w *sweep) add(c bursts.Capture) {
	if c.HandoffsExact == nil || c.HandoffsByOwner == nil {
		w.plain.Add(c)
		return
	}
	w.owned.Add(c)
	w.owner = &c
}

// all returns what the bursts come to. Those that counted both ways have shorter
// stays, so beside others only what the last of them counted is told.
func (w *sweep) all() *output.Scope {
	o := &w.plain
	if w.plain.Bursts() == 0 {
		o = &w.owned
	}
	if w.owner != nil {
		o.Both(*w.owner)
	}
	return o
}

// printScaling prints the comparison at each number of CPUs.
func (s *shell) printScaling(ctx context.Context, r *recorded.Recording, f output.Format) error {
	e := catalog.All()[0]
	points := map[int]*probes.Comparison{}
	var warnings []string
	err := collect(ctx, r.Source(scalingPart), probes.Plan{Experiment: scalingPart}, func(r probes.Reading) error {
		r.Burst = nil
		n := r.Scenario.Workers()
		if points[n] == nil {
			points[n] = &probes.Comparison{}
		}
		points[n].Add(r)
		warnings = notes(warnings, r)
		return nil
	})
	if err != nil {
		return err
	}
	table := output.Scaling{Warnings: warnings}
	for _, n := range slices.Sorted(maps.Keys(points)) {
		session := output.Session{Experiment: e.Name, Origin: probes.Recorded, Made: r.Made, Machine: r.Machine, Quantity: e.Quantity}
		for arm := range min(2, points[n].Arms()) {
			session.Scenarios = append(session.Scenarios, points[n].Arm(arm).Scenario)
		}
		session.Warnings = about(r.Machine, session.Scenarios)
		table.Points = append(table.Points, output.New(session, points[n]))
		for i := range session.Scenarios {
			session.Scenarios[i] = withoutCPUs(session.Scenarios[i])
		}
		table.Again = "linebounce record scaling.jsonl scaling" + armWords(session.Scenarios)
	}
	return written(table.Write(s.out, f))
}

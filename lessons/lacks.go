package lessons

import (
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/catalog"
)

// complete reports whether the stage was read without faults.
func (s *Stage) complete() bool {
	if s.Experiment == Credentials {
		return true
	}
	_, known := find(s.Experiment)
	return known && len(s.Arms) > 0 && !slices.Contains(s.Arms, probes.Scenario{})
}

// lacks returns why a stage cannot give a value, "" where it can.
func (s *Stage) lacks(v Value) (wanted, why string) {
	if (v.Quantity == Differing) != (s.Experiment == Credentials) {
		return "differing where the experiment is credentials, and nothing else there", s.Experiment + " has no " + string(v.Quantity)
	}
	if s.Experiment == Credentials {
		return "", ""
	}
	if len(s.Arms) < 2 && (v.Ratio || v.Arm == 1) {
		return "a B in the stage, or a value of A", v.String() + " needs an arm B"
	}
	e, _ := find(s.Experiment)
	if why := e.Name + " has no " + string(v.Quantity); !s.gives(e, v) {
		return strings.Join(s.given(e), ", "), why
	}
	if v.Quantity == LostShare {
		return "op=plain in its scenario", s.keeps(e, v)
	}
	if v.Role != "" {
		return s.misses(e, v)
	}
	return "", ""
}

// given lists the quantities of a stage's experiment.
func (s *Stage) given(e catalog.Experiment) []string {
	var names []string
	for _, q := range quantities {
		if s.gives(e, Value{Quantity: Quantity(q)}) {
			names = append(names, q)
		}
	}
	return names
}

// gives reports whether an experiment has a quantity: hand-offs where tracking
// means something, a latency where CPUs do, and of whole machines and whole runs
// the rate that they are about.
func (s *Stage) gives(e catalog.Experiment, v Value) bool {
	whole := e.Sized || s.CPUs > 0
	switch v.Quantity {
	case Ops:
		return e.Quantity == probes.OpsPerSecond || !whole
	case Messages:
		return e.Quantity == probes.MessagesPerSecond
	case Handoffs, OpsPerStay, Period:
		return slices.Contains(e.Words, "track") && !whole
	case LostShare:
		return slices.Contains(e.Words, "op") && !whole
	case Latency:
		return slices.Contains(e.Words, "cpus") && !whole && s.pairs(e)
	}
	return false
}

// pairs reports whether an arm has two CPUs.
func (s *Stage) pairs(e catalog.Experiment) bool {
	return slices.ContainsFunc(s.Arms, func(a probes.Scenario) bool { return a.Or(e.Default).Workers() > 1 })
}

// keeps says why an arm loses nothing.
func (s *Stage) keeps(e catalog.Experiment, v Value) string {
	for i, a := range s.Arms {
		if op := a.Or(e.Default).Op; (v.Ratio || v.Arm == i) && op != probes.OpPlain {
			return "arm " + string(rune('A'+i)) + " loses nothing with op=" + op
		}
	}
	return ""
}

// misses says which arm has no worker of a role. Roles are what the model lays
// out; of an experiment that it does not know they are not told.
func (s *Stage) misses(e catalog.Experiment, v Value) (wanted, why string) {
	if s.CPUs > 0 {
		return "a value without a role", "roles are not told apart on a whole machine"
	}
	for i, a := range s.Arms {
		if !v.Ratio && v.Arm != i {
			continue
		}
		full := a.Or(e.Default)
		full.CPUs = ""
		_, m := machine("")
		laid, err := m.Lay(e.Name, full)
		if err != nil || slices.Contains(laid.Roles, v.Role) {
			continue
		}
		var there []string
		for _, role := range laid.Roles {
			if !slices.Contains(there, string(role)) {
				there = append(there, string(role))
			}
		}
		return strings.Join(there, ", "), "arm " + string(rune('A'+i)) + " has no " + string(v.Role)
	}
	return "", ""
}

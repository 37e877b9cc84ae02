package probes

import (
	"math"
	"slices"
)

// Roles returns the roles of the arm's workers, each once.
func (a ArmResult) Roles() []Role {
	var roles []Role
	if len(a.Windows) == 0 {
		return nil
	}
	for _, w := range a.Windows[0].CPUs {
		if !slices.Contains(roles, w.Role) {
			roles = append(roles, w.Role)
		}
	}
	return roles
}

// Role returns the operations a second of all workers of one role together.
func (a ArmResult) Role(role Role) Interval {
	return a.each(func(r Reading) float64 { return r.RoleRate(role) })
}

// RoleRate returns the operations a second of all workers of one role together.
func (r Reading) RoleRate(role Role) float64 {
	var rate float64
	for _, w := range r.CPUs {
		if w.Role == role {
			rate += w.OpsPerSecond()
		}
	}
	return rate
}

// RoleRatio returns the median of B/A over the pairs and its interval, of the
// operations of one role alone.
func (c *Comparison) RoleRatio(role Role, confidence float64) Interval {
	a, b := c.Arm(0), c.Arm(1)
	partner := map[int]Reading{}
	for _, r := range a.Windows {
		partner[r.Pair] = r
	}
	var ratios []float64
	for _, r := range b.Windows {
		if first, found := partner[r.Pair]; found && first.RoleRate(role) > 0 {
			ratios = append(ratios, r.RoleRate(role)/first.RoleRate(role))
		}
	}
	return Summarize(ratios, confidence)
}

// LostShare returns the median share of the arm's operations that another CPU
// overwrote, and false where none could be lost.
func (a ArmResult) LostShare() (float64, bool) {
	var shares []float64
	for _, r := range a.Windows {
		var ops int64
		for _, w := range r.CPUs {
			if w.Role != Observer {
				ops += w.Ops
			}
		}
		if r.Scenario.Op == OpPlain && ops > 0 {
			shares = append(shares, float64(r.Lost)/float64(ops))
		}
	}
	if len(shares) == 0 {
		return math.NaN(), false
	}
	return Summarize(shares, Confidence).Median, true
}

package lessons

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
)

// claims reads the lines of a fence of claims.
func (r *reader) claims(at int, lines []numbered) []Claim {
	var list []Claim
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		c, err := ParseClaim(l.text)
		if err != nil {
			r.claimFault(l.number, err)
			continue
		}
		c.Line = l.number
		list = append(list, c)
	}
	if len(lines) == 0 {
		r.add(at, claimForm, "the fence claims nothing")
	}
	return list
}

func (r *reader) claimFault(line int, err error) {
	if e, is := errors.AsType[*claimError](err); is {
		r.add(line, e.wanted, "%s", e.problem)
		return
	}
	r.add(line, "", "%s", err)
}

// checkStep holds the parts of a step against each other and against the steps
// before it.
func (r *reader) checkStep(i int) {
	s := &r.lesson.Steps[i]
	if r.lesson.Kind == Test {
		r.checkTest(s)
	} else {
		r.checkTold(s)
	}
	for _, c := range s.Claims {
		r.checkClaim(i, c)
	}
	if q := s.Question; q != nil && q.Kind == Number && q.asked > 0 {
		if s.Stage == nil {
			r.add(q.Line, "a stage, which brings the figure", "a number is asked for on a step without a stage")
			return
		}
		r.checkValue(q.asked, s.Stage, q.Asked, "")
	}
}

// checkTest holds a step of a test against what a test is.
func (r *reader) checkTest(s *Step) {
	for _, has := range []struct {
		what  string
		there bool
	}{
		{"prose", len(s.Prose) > 0}, {"a stage", s.Stage != nil}, {"claims", len(s.Claims) > 0}, {"hints", len(s.Hints) > 0},
		{"an explanation", len(s.Explanation) > 0},
	} {
		if has.there {
			r.add(s.Line, "a question and nothing else, notes apart", "a step of a test has %s", has.what)
		}
	}
	if s.Question == nil {
		r.add(s.Line, "a question", "a step of a test asks nothing")
	}
}

// checkTold names what a step has that nobody would be shown.
func (r *reader) checkTold(s *Step) {
	if len(s.Hints) > 0 && s.Question == nil {
		r.add(s.Line, "a question, or no hint", "a step that asks nothing has hints")
	}
	if len(s.Prose) == 0 && s.Question == nil && s.Stage == nil {
		r.add(s.Line, "prose, a stage or a question before its first ###", "a step says nothing")
	}
}

// checkClaim holds a claim against its step's stage, and the one that it
// compares with.
func (r *reader) checkClaim(i int, c Claim) {
	s := r.lesson.Steps[i]
	if s.Stage == nil {
		r.add(c.Line, "a stage in this step", "a claim stands on a step without a stage")
		return
	}
	r.checkValue(c.Line, s.Stage, c.Value, "")
	if c.State != AnyState {
		r.checkValue(c.Line, s.Stage, Value{Quantity: Latency}, "in "+string(c.State)+": ")
	}
	for _, b := range []*Bound{c.Above, c.Below} {
		switch {
		case b == nil:
		case b.Of != nil:
			r.checkValue(c.Line, s.Stage, *b.Of, "")
		case b.Step > i:
			r.add(c.Line, "the number of an earlier step", "step %d is not before step %d", b.Step, i+1)
		case b.Step > 0:
			r.checkEarlier(c, b.Step)
		}
	}
}

func (r *reader) checkEarlier(c Claim, step int) {
	stage := r.lesson.Steps[step-1].Stage
	if stage == nil {
		r.add(c.Line, "an earlier step with a stage", "step %d has no stage", step)
		return
	}
	if stage.complete() {
		r.checkValue(c.Line, stage, c.Value, "")
	}
}

// checkValue says what keeps a stage from giving a value, as far as that can be
// told without running it.
func (r *reader) checkValue(line int, s *Stage, v Value, before string) {
	if !s.complete() {
		return // its own faults come first
	}
	if wanted, why := s.lacks(v); why != "" {
		r.add(line, wanted, "%s%s", before, why)
	}
}

// complete reports whether the stage was read without faults.
func (s *Stage) complete() bool {
	if s.Experiment == Credentials {
		return true
	}
	_, err := catalog.Find(s.Experiment)
	return err == nil && len(s.Arms) > 0 && !slices.Contains(s.Arms, probes.Scenario{})
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
	e, _ := catalog.Find(s.Experiment)
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
		laid, err := usual().Lay(e.Name, full)
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

// usual is the machine of the model where nobody names one.
var usual = sync.OnceValue(func() simulated.Model {
	p, err := machines.Find(usualMachine)
	if err != nil {
		return simulated.Model{} // knows no experiment; the tests of machines fail first
	}
	return simulated.FromPreset(p)
})

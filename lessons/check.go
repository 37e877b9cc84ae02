package lessons

import (
	"errors"
	"fmt"

	"linebounce/probes"
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
	switch {
	case c.On == probes.Measured && s.Stage.Screen == Simulator:
		r.add(c.Line, "on simulated, or no on", "a stage of the Simulator is never measured")
	case c.On == probes.Simulated && s.Stage.Experiment == Credentials:
		r.add(c.Line, "on measured, or no on", "the truth table is never simulated")
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
	r.checkValue(c.Line, stage, c.Value, fmt.Sprintf("step %d: ", step))
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

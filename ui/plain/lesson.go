package plain

import (
	"context"
	"errors"

	course "linebounce/lessons"
	"linebounce/lessons/trial"
	"linebounce/probes"
	"linebounce/ui/wording"
)

// step tells the step that is read, as far as it got.
func (l *lessons) step() {
	r := l.reading
	if r.Ended() {
		l.ended()
		return
	}
	s := r.Step()
	at, of := r.Place()
	l.say("%s Step %d of %d: %s", wording.Sentence(r.Lesson().Title), at, of, wording.Sentence(s.Title))
	l.blocks(s.Prose)
	if s.Stage != nil {
		l.stage(s.Stage)
	}
	if s.Question != nil {
		l.line(s.Question.Text)
		for i, o := range r.Options() {
			l.say("%d. %s", i+1, o)
		}
	}
	if r.Asking() {
		l.line(howTo[s.Question.Kind] + " hint gives a hint.")
		return
	}
	l.said()
}

var howTo = map[course.QuestionKind]string{
	course.Choose: "Type the number of your prediction.",
	course.Order:  "Type the numbers in your order, such as 2 1 3.",
	course.Number: "Type the number that you predict.",
}

// stage tells what a step runs.
func (l *lessons) stage(s *course.Stage) {
	text := "What is shown, in the " + wording.Sentence(string(s.Screen)) + " " + wording.Sentence(s.Experiment)
	if s.Machine != "" {
		text += " On the machine " + s.Machine + "."
	}
	for i, a := range s.Arms {
		words := a.String()
		if words == "" {
			words = "as usual"
		}
		text += " " + arm(i) + ": " + words + "."
	}
	l.line(text)
}

// said tells what follows an answer: the result and the explanation, once the
// stage's figures are there.
func (l *lessons) said() {
	if l.reading.Running() {
		l.run()
		return
	}
	for _, text := range l.reading.Result() {
		l.line(text)
	}
	l.blocks(l.reading.Step().Explanation)
	l.line("next goes on.")
	l.keep()
}

// run brings the figures of the stage: measured here, or where that cannot be the
// model's.
func (l *lessons) run() {
	r, step, here, unmet := l.reading, l.reading.Step(), l.options.Here, l.reading.Unmet()
	modelled := step.Stage.Screen == course.Simulator || unmet != ""
	l.line(map[bool]string{true: "The model runs.", false: "Measuring on this machine for some seconds."}[modelled])
	l.begin("the step", func(ctx context.Context) (func(), error) {
		f, reason, err := figures(ctx, step, modelled, unmet, func() (*course.Figures, error) { return trial.Step(ctx, step, here) })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return func() {
			if l.reading == r {
				r.Came(f, reason, err)
				l.said()
			}
		}, nil
	})
}

// figures measures, and asks the model where that is told or nothing can be
// measured.
func figures(ctx context.Context, step course.Step, modelled bool, reason string, measure func() (*course.Figures, error)) (*course.Figures, string, error) {
	if !modelled {
		f, err := measure()
		unable, is := errors.AsType[*probes.Unable](err)
		if !is {
			return f, "", err
		}
		reason = unable.Error()
	}
	f, err := trial.ModelStep(ctx, step, "")
	return f, reason, err
}

func (l *lessons) forward() {
	if l.reading.Ended() {
		n := l.shelf.Following()
		if n == 0 {
			l.list("")
			return
		}
		l.reading, l.sitting = l.shelf.Open(n)
		l.enter()
		return
	}
	if problem := l.reading.Forward(); problem != "" {
		l.line(problem)
		return
	}
	l.step()
	l.keep()
}

func (l *lessons) back() {
	l.stop()
	if !l.reading.Back() {
		l.line("This is the first step.")
		return
	}
	l.step()
}

func (l *lessons) hint() {
	if !l.reading.Asking() {
		l.line("Hints are for a question that is open.")
		return
	}
	hint, some := l.reading.Hint()
	if !some {
		l.line("There is no further hint.")
		return
	}
	l.blocks(hint)
}

// ended tells that the last step was left.
func (l *lessons) ended() {
	l.say("The lesson %q is finished. %s next goes to what follows, list to the list.", l.reading.Lesson().Title, l.shelf.Points())
}

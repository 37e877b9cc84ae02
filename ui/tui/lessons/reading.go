package lessons

import (
	"fmt"
	"strings"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/ui/wording"
)

// Reading is a lesson of a shelf that is open, at one of its steps.
type Reading struct{ room *Model }

// Lesson returns it.
func (r *Reading) Lesson() lessons.Lesson { return r.room.play.lesson }

// Step returns the step that is read.
func (r *Reading) Step() lessons.Step { return r.room.play.step().Step }

// Place says which step of how many it is, from 1.
func (r *Reading) Place() (at, of int) { return r.room.play.at + 1, len(r.room.play.steps) }

// Asking reports whether a question waits for its answer.
func (r *Reading) Asking() bool { return r.room.play.phase() == asking }

// Running reports whether the stage waits for its figures: Came brings them.
func (r *Reading) Running() bool { return r.room.play.phase() == running }

// Ended reports whether the last step was left.
func (r *Reading) Ended() bool { return r.room.play.ended }

// Unmet says why the stage is not measured here, "" where it is, or where it is
// one of the model anyway.
func (r *Reading) Unmet() string { return r.room.unmet() }

// Options are the answers to choose from, as they are numbered, none for a number.
func (r *Reading) Options() []string { return r.room.play.step().options() }

func (s *step) options() []string {
	var list []string
	for place := range s.Question.Options {
		o := place
		if s.Question.Kind == lessons.Order {
			o = s.shown[place]
		}
		list = append(list, s.Question.Options[o].Text)
	}
	return list
}

// Answer commits to an answer as it was typed, and says what is wrong with one
// that is none. What it is worth is known once the stage's figures came.
func (r *Reading) Answer(typed string) (problem string) {
	p := r.room.play
	s := p.step()
	if problem = s.take(typed); problem != "" {
		return problem
	}
	s.answer = s.given(p.at)
	s.answer.At = r.room.now()
	s.answer, s.answered = progress.Judge(*s.Question, s.answer), true
	if s.Stage == nil {
		r.room.judge()
	}
	return ""
}

// take reads an answer to the question of a step.
func (s *step) take(typed string) (problem string) {
	n := len(s.Question.Options)
	switch s.Question.Kind {
	case lessons.Choose:
		i := digit(strings.TrimSpace(typed))
		if i < 0 || i >= n {
			return fmt.Sprintf("Type the number of your answer, 1 to %d.", n)
		}
		s.cursor = i
	case lessons.Order:
		s.picked = nil
		for _, word := range numbers(typed) {
			s.ordering(word)
		}
		if len(s.picked) != n {
			return fmt.Sprintf("Type the numbers of all %d, in your order, such as 2 1 3.", n)
		}
	default:
		s.typed = strings.Replace(strings.TrimSpace(typed), ",", ".", 1)
		if _, known := s.number(); !known {
			return "Type a number."
		}
	}
	return ""
}

// Hint returns the next one, none where there is no further one. One that is read
// takes a point off the answer.
func (r *Reading) Hint() ([]lessons.Block, bool) {
	s := r.room.play.step()
	if s.hints == len(s.Hints) {
		return nil, false
	}
	s.hints++
	return s.Hints[s.hints-1], true
}

// Came takes what the stage came to: its figures, a reason where they are the
// model's though they should be this machine's, or why there are none.
func (r *Reading) Came(f *lessons.Figures, reason string, err error) {
	s := r.room.play.step()
	s.figures, s.reason, s.failed = f, reason, err
	r.room.judge()
}

// Forward goes to the next step, and from the last to the end. It says why it
// does not.
func (r *Reading) Forward() (problem string) {
	p := r.room.play
	switch {
	case p.phase() == asking:
		return "Predict first: what comes out is worth more once you have committed."
	case p.phase() == running:
		return "The figures are on their way."
	case p.at < len(p.steps)-1:
		p.at++
	default:
		p.ended = true
		if p.lesson.Kind == lessons.Teaching {
			r.room.book.Finish(p.lesson.ID, r.room.now())
		}
		return ""
	}
	r.reach()
	return ""
}

// Back goes to the step before, and reports whether there is one.
func (r *Reading) Back() bool {
	p := r.room.play
	switch {
	case p.ended:
		p.ended = false
	case p.at > 0:
		p.at--
	default:
		return false
	}
	return true
}

func (r *Reading) reach() {
	if p := r.room.play; p.lesson.Kind == lessons.Teaching {
		r.room.book.Reach(p.lesson.ID, p.at, r.room.now())
	}
}

// Result tells what the stage came to, what the answer was worth, and which claims
// hold.
func (r *Reading) Result() []string {
	m := r.room
	s := m.play.step()
	var told []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			told = append(told, text)
		}
	}
	if s.answered && s.Question.Kind != lessons.Choose {
		add("You said: " + s.said() + ".")
	}
	switch {
	case s.failed != nil:
		add("There is no figure: " + wording.Sentence(s.failed.Error()))
	case s.figures != nil:
		add(s.came())
		add(s.rests())
	}
	if s.Question != nil {
		said, words := m.judgement(s)
		add(said + " " + words)
		if s.Question.Kind == lessons.Order {
			for i, o := range s.Question.Options {
				add(fmt.Sprintf("%d. %s", i+1, o.Text))
			}
		}
	}
	for _, o := range s.outcomes {
		switch {
		case o.Skip != "":
			add(fmt.Sprintf("The course claims: %s. It was skipped: %s", o.Claim.Text, wording.Sentence(o.Skip)))
		case o.Holds:
			add(fmt.Sprintf("The course claims: %s. It holds: it is %s.", o.Claim.Text, inWords(o.Claim.Value, o.Value.Median)))
		default:
			add(fmt.Sprintf("The course claims: %s. It does not hold here: it is %s.", o.Claim.Text, inWords(o.Claim.Value, o.Value.Median)))
		}
	}
	return told
}

// came is the step's figure with its interval.
func (s *step) came() string {
	v, i, known := s.headline()
	if !known {
		return "Too few windows counted to say anything."
	}
	text := fmt.Sprintf("It came to %s, %s", inWords(v, i.Median), named(v))
	if number, isRate := strings.CutSuffix(inWords(v, i.Median), " a second"); isRate {
		text = fmt.Sprintf("It came to %s %s", number, named(v))
	}
	if i.Known() && i.Confidence > 0 {
		text += fmt.Sprintf(", %s to %s in %.0f of 100 cases", inWords(v, i.Low), inWords(v, i.High), 100*i.Confidence)
	}
	return text + "."
}

// rests says where the figures are from and what the rates of the arms are.
func (s *step) rests() string {
	f := s.figures
	text := "This is " + string(f.Origin)
	if f.Origin != probes.Simulated {
		text += " on this machine"
		if f.Ratio.Samples > 1 {
			text += ", over " + wording.Count(f.Ratio.Samples, "pair") + " of windows"
		}
		if f.SetAside > 0 {
			text += fmt.Sprintf(", %s set aside", wording.Count(f.SetAside, "window"))
		}
	}
	text += "."
	var rates []string
	for i := range f.Arms {
		v := lessons.Value{Quantity: lessons.Quantity(f.Quantity), Arm: i}
		if rate, known := f.Of(v); known {
			rates = append(rates, fmt.Sprintf("%c %s", 'A'+i, inWords(v, rate.Median)))
		}
	}
	if len(rates) > 0 {
		text += fmt.Sprintf(" %s: %s.", of(f.Quantity), list(rates))
	}
	if s.reason != "" {
		text += " Not measured here: " + wording.Sentence(s.reason)
	}
	for _, note := range f.Notes {
		text += " " + wording.Sentence(note)
	}
	return text
}

func of(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "Messages"
	}
	return "Operations"
}

// units are the units of figures in words.
var units = map[string]string{
	"G/s": "thousand million a second", "M/s": "million a second", "k/s": "thousand a second", "/s": "a second", "%": "percent", "ns": "nanoseconds",
}

// inWords is a figure with its unit in words.
func inWords(v lessons.Value, x float64) string {
	number, unit := parts(v, x)
	if v.Ratio {
		return strings.Replace(number, "×", " times", 1)
	}
	return strings.TrimSpace(number + " " + units[unit])
}

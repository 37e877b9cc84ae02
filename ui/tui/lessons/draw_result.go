package lessons

import (
	"fmt"
	"strings"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// resultRows are what a stage came to and what the answer was worth.
func (m *Model) resultRows(s *step, width int) []row {
	g := m.theme.Glyphs
	var rows []row
	add := func(more []row) {
		if len(more) > 0 && len(rows) > 0 {
			rows = append(rows, nil)
		}
		rows = append(rows, more...)
	}
	if s.answered && s.Question.Kind != lessons.Choose {
		add(text(g, theme.Plain, width, "You said: "+s.said()))
	}
	switch {
	case s.Stage == nil:
	case s.figures != nil:
		add(m.figureRows(s, width))
	case s.failed != nil:
		add(text(g, theme.Plain, width, "There is no figure: "+wording.Sentence(s.failed.Error())))
	default:
		add(text(g, theme.Plain, width, m.underWay()))
	}
	if m.play.phase() != told {
		return rows
	}
	add(m.judgementRows(s, width))
	add(m.claimRows(s, width))
	return rows
}

// said is the answer in words.
func (s *step) said() string {
	if s.Question.Kind != lessons.Order {
		return strings.TrimSpace(s.answer.Given + " " + unit(s.Question.Asked))
	}
	var places []string
	for _, o := range s.answer.Order {
		places = append(places, fmt.Sprint(o+1)) // by the numbers of the right order, which stands below
	}
	return strings.Join(places, ", ") + ", by the numbers below"
}

// underWay says how far the stage is.
func (m *Model) underWay() string {
	switch {
	case m.run != nil && m.run.measures:
		return fmt.Sprintf("Measuring on this machine for %.0f s; nothing else runs meanwhile.", m.now().Sub(m.run.began).Seconds())
	case m.run != nil:
		return fmt.Sprintf("The model has run for %.0f s.", m.now().Sub(m.run.began).Seconds())
	case !m.waiting.IsZero():
		return fmt.Sprintf("Measuring on this machine: %s of windows.", wording.Count(m.options.Lab.Pairs(), "pair"))
	}
	return "It runs again when the lesson is open."
}

// mark says where the figures of a step come from.
func (m *Model) mark(s *step) string {
	g := m.theme.Glyphs
	return map[probes.Origin]string{
		probes.Measured:  string(g.Measured) + " measured",
		probes.Simulated: string(g.Simulated) + " simulated",
		probes.Recorded:  string(g.Recorded) + " recorded",
	}[s.figures.Origin]
}

// headline is the figure that the step is about: the one asked for, else the one
// that the first claim is of, else the ratio.
func (s *step) headline() (v lessons.Value, i probes.Interval, known bool) {
	var candidates []lessons.Value
	if q := s.Question; q != nil && q.Kind == lessons.Number {
		candidates = append(candidates, q.Asked)
	}
	for _, c := range s.Claims {
		candidates = append(candidates, c.Value)
	}
	candidates = append(candidates,
		lessons.Value{Ratio: true, Quantity: lessons.Quantity(s.figures.Quantity)}, lessons.Value{Quantity: lessons.Differing},
		lessons.Value{Quantity: lessons.Quantity(s.figures.Quantity)})
	for _, v := range candidates {
		if i, known := s.figures.Of(v); known {
			return v, i, true
		}
	}
	return v, i, false
}

// figureRows are the step's figure, big, and what it rests on.
func (m *Model) figureRows(s *step, width int) []row {
	g, f := m.theme.Glyphs, s.figures
	v, i, known := s.headline()
	if !known {
		return text(g, theme.Plain, width, "Too few windows counted to say anything.")
	}
	number, unit := parts(v, i.Median)
	var rows []row
	for at, line := range widgets.BigLines(g, number, widgets.BigRows) {
		r := row{{Style: theme.Strong, Text: line}}
		if at == widgets.BigRows-1 && unit != "" {
			r = append(r, widgets.Span{Style: theme.Strong, Text: " " + unit})
		}
		rows = append(rows, r)
	}
	words := named(v)
	switch b := bounds(v, i); {
	case b != "":
		words += ", " + b
	case f.Origin != probes.Simulated && i.Samples > 1:
		words += "; too few pairs for an interval"
	}
	rows = append(rows, text(g, theme.Plain, width, words)...)
	rows = append(rows, text(g, theme.Dim, width, m.basis(s))...)
	if arms := m.armWords(f); arms != "" {
		rows = append(rows, text(g, theme.Dim, width, arms)...)
	}
	return rows
}

// basis says where the figures come from and what to know about them.
func (m *Model) basis(s *step) string {
	f := s.figures
	said := m.mark(s)
	if f.Origin != probes.Simulated {
		said += " on this machine"
		if f.Ratio.Samples > 1 {
			said += ", " + wording.Count(f.Ratio.Samples, "pair")
		}
		if cpus := most(f.Arms); cpus != "" {
			said += ", CPUs " + strings.ReplaceAll(cpus, ",", " and ")
		}
		if f.SetAside > 0 {
			said += fmt.Sprintf(", %s set aside", wording.Count(f.SetAside, "window"))
		}
	}
	said += "."
	if s.reason != "" {
		said += " Not measured here: " + wording.Sentence(s.reason)
	}
	for _, note := range f.Notes {
		said += " " + wording.Sentence(note)
	}
	return said
}

// armWords are the rates of both arms.
func (m *Model) armWords(f *lessons.Figures) string {
	var list []string
	for i := range f.Arms {
		v := lessons.Value{Quantity: lessons.Quantity(f.Quantity), Arm: i}
		if rate, known := f.Of(v); known {
			list = append(list, fmt.Sprintf("%c %s", 'A'+i, figure(v, rate.Median)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, ", ") + " " + called[lessons.Quantity(f.Quantity)][:strings.Index(called[lessons.Quantity(f.Quantity)], " ")] + "."
}

// judgementRows say whether the prediction was right.
func (m *Model) judgementRows(s *step, width int) []row {
	g := m.theme.Glyphs
	if s.Question == nil {
		return nil
	}
	verdict, words := m.judgement(s)
	said := append(letters(g, []lessons.Span{{Text: verdict}}, theme.Strong), letters(g, []lessons.Span{{Text: " " + words}}, theme.Plain)...)
	rows := wrap(said, width)
	if s.Question.Kind == lessons.Order {
		for i, o := range s.Question.Options {
			rows = append(rows, hang(fmt.Sprintf("%d. ", i+1), theme.Plain, text(g, theme.Plain, width-3, o.Text))...)
		}
	}
	return rows
}

func (m *Model) judgement(s *step) (verdict, words string) {
	q, a := s.Question, s.answer
	choose := q.Kind == lessons.Choose
	switch {
	case s.contradicted():
		verdict, words = "Not what the course expects.", "See below what came out here."
		if choose {
			words = fmt.Sprintf("It expects: %s This machine shows otherwise, as the claims below say.", wording.Sentence(right(q)))
		}
		if s.answered {
			words += " No points are lost."
		}
	case !s.answered:
		if choose {
			words = "The course's answer: " + right(q)
		} else if q.Kind == lessons.Order {
			words = "The order is:"
		}
	case !a.Judged():
		words = "What came is not known, so nothing is counted."
	case q.Kind == lessons.Number:
		verdict = [...]string{"Far off.", "The right direction.", "Close.", "Well predicted."}[worth(a)]
		words = points(a)
	case a.Right:
		verdict, words = "Right.", points(a)
	case choose:
		verdict = "Not this time."
		words = "The course's answer: " + wording.Sentence(right(q))
		if a.Belief != "" {
			words += fmt.Sprintf(" Many expect yours: behind it is the belief that %s.", belief(a.Belief))
		}
	default:
		verdict, words = "Not quite.", points(a)+" The order is:"
	}
	if q.Kind == lessons.Order && s.answered && a.Right {
		words += " The order is:"
	}
	return verdict, words
}

// worth is what an answer is worth without the hints that were read.
func worth(a progress.Answer) int {
	return progress.Points(lessons.Question{Kind: lessons.Number}, a, 0)
}

// belief sets a belief in words off.
func belief(words string) string { return strings.TrimRight(words, ".") }

// points says what an answer brought.
func points(a progress.Answer) string {
	said := fmt.Sprintf("%d of %d points", a.Points, progress.MostPoints)
	if a.Hints > 0 {
		said += fmt.Sprintf(", %s read", wording.Count(a.Hints, "hint"))
	}
	return said + "."
}

// claimRows say of each claim whether it holds.
func (m *Model) claimRows(s *step, width int) []row {
	g := m.theme.Glyphs
	var rows []row
	for _, o := range s.outcomes {
		label, style, words := "holds    ", theme.Dim, o.Claim.Text
		if o.Skip == "" {
			words += ": it is " + figure(o.Claim.Value, o.Value.Median)
		}
		switch {
		case o.Skip != "":
			label, words = "skipped  ", words+": "+wording.Sentence(o.Skip)
		case !o.Holds:
			label, style = "does not hold here  ", theme.Strong
		}
		rows = append(rows, hang(label, style, text(g, theme.Dim, width-len(label), words))...)
	}
	if len(rows) > 0 {
		rows = append(text(g, theme.Dim, width, "What the course claims of this step:"), rows...)
	}
	return rows
}

// most returns the CPUs of the arm that runs on more of them.
func most(arms []lessons.ArmFigures) string {
	var cpus probes.CPUList
	for _, arm := range arms {
		if len(arm.Scenario.CPUs.Numbers()) > len(cpus.Numbers()) {
			cpus = arm.Scenario.CPUs
		}
	}
	return string(cpus)
}

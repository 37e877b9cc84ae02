package lessons

import (
	"fmt"
	"regexp"
	"strings"
)

// mostOptions is how many answers have a key each.
const mostOptions = 9

// question reads one of the three kinds.
func (r *reader) question(kind QuestionKind, at int, lines []numbered) *Question {
	q := &Question{Kind: kind, Line: at}
	isAnswer := map[QuestionKind]func(string) bool{
		Choose: func(s string) bool { return strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "- ") },
		Order:  ordinal.MatchString,
		Number: func(s string) bool { return strings.HasPrefix(s, "=") },
	}[kind]
	var asked []string
	var answers []numbered
	for _, l := range lines {
		switch {
		case l.text == "":
		case isAnswer(l.text):
			answers = append(answers, l)
		case len(answers) > 0:
			r.add(l.number, answerForm[kind], "%q is no answer", short(l.text))
		default:
			asked = append(asked, l.text)
		}
	}
	if q.Text = strings.Join(asked, " "); q.Text == "" {
		r.add(at, "what is asked, on the first line", "the question asks nothing")
	}
	switch kind {
	case Choose:
		r.choose(q, answers)
	case Order:
		r.order(q, answers)
	case Number:
		r.number(q, answers)
	}
	return q
}

// ordinal begins an option of an order.
var ordinal = regexp.MustCompile(`^(\d+)\. +(\S.*)$`)

// answerForm is what a line of an answer looks like.
var answerForm = map[QuestionKind]string{
	Choose: "* and the right answer, or - and another, each on one line",
	Order:  "1. and the first, 2. and the second and so on, each on one line",
	Number: "= and the value that is asked for, as the last line",
}

func (r *reader) choose(q *Question, answers []numbered) {
	right := 0
	for _, l := range answers {
		o := Option{Right: strings.HasPrefix(l.text, "*")}
		text, belief, split := strings.Cut(l.text[1:]+" ", " | ")
		o.Text, o.Belief = strings.TrimSpace(text), strings.TrimSpace(belief)
		switch {
		case split && o.Right:
			r.add(l.number, "the right answer without | and a belief", "a right answer shows no belief")
		case split && o.Belief == "":
			r.add(l.number, "the belief that the answer shows after |", "no belief stands after |")
		}
		if o.Right {
			if right++; right > 1 {
				r.add(l.number, "- before all answers but one", "the question has a second right answer")
			}
		}
		r.option(q, l.number, o)
	}
	if right == 0 && len(answers) > 0 {
		r.add(q.Line, "* before one of the answers", "the question has no right answer")
	}
	r.enough(q)
}

func (r *reader) order(q *Question, answers []numbered) {
	for i, l := range answers {
		found := ordinal.FindStringSubmatch(l.text)
		if want := fmt.Sprint(i + 1); found[1] != want {
			r.add(l.number, want+".", "option %s. is out of its place", found[1])
		}
		r.option(q, l.number, Option{Text: found[2]})
	}
	r.enough(q)
}

// option adds an answer, which must be unlike the others.
func (r *reader) option(q *Question, at int, o Option) {
	for _, other := range q.Options[:min(len(q.Options), mostOptions)] {
		if other.Text == o.Text {
			r.add(at, "answers that differ", "%q is an answer already", short(o.Text))
		}
	}
	q.Options = append(q.Options, o)
}

func (r *reader) enough(q *Question) {
	if n := len(q.Options); n < 2 || n > mostOptions {
		r.add(q.Line, fmt.Sprintf("2 to %d, %s", mostOptions, answerForm[q.Kind]), "the question has %s", count(n, "answer"))
	}
}

func (r *reader) number(q *Question, answers []numbered) {
	switch len(answers) {
	case 0:
		r.add(q.Line, answerForm[Number], "the question does not say which value it asks for")
		return
	case 1:
	default:
		r.add(answers[1].number, "one line that begins with =", "the question asks for a second value")
	}
	value, err := parseValue(strings.Fields(answers[0].text[1:]))
	if err != nil {
		r.claimFault(answers[0].number, err)
		return
	}
	q.Asked, q.asked = value, answers[0].number
}

// count is a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

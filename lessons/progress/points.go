package progress

import (
	"math"
	"strconv"
	"strings"

	"linebounce/lessons"
)

// MostPoints is what the best answer to a question is worth.
const MostPoints = 3

// Points returns what an answer is worth: MostPoints for a right one, less for
// one that came close, and one less for each hint that was read, but never below
// 0. How long it took does not count.
func Points(q lessons.Question, a Answer, hints int) int {
	return max(worth(q, a)-max(hints, 0), 0)
}

// worth is what an answer is worth without hints.
func worth(q lessons.Question, a Answer) int {
	switch q.Kind {
	case lessons.Choose:
		if a.Chosen >= 0 && a.Chosen < len(q.Options) && q.Options[a.Chosen].Right {
			return MostPoints
		}
	case lessons.Order:
		return ordered(a.Order, len(q.Options))
	case lessons.Number:
		if a.Figure != nil {
			return near(a.Guess, a.Figure.Value, q.Asked.Ratio)
		}
	}
	return 0
}

// ordered is MostPoints for all n in their places and 1 where two neighbours of
// at least three stand in each other's.
func ordered(order []int, n int) int {
	if len(order) != n {
		return 0
	}
	var wrong []int
	for at, option := range order {
		if at != option {
			wrong = append(wrong, at)
		}
	}
	switch {
	case len(wrong) == 0:
		return MostPoints
	case n > 2 && len(wrong) == 2 && wrong[1] == wrong[0]+1 && order[wrong[0]] == wrong[1] && order[wrong[1]] == wrong[0]:
		return 1
	}
	return 0
}

// near judges a guess by its ratio to the figure, either way round: within a
// tenth, within a third, and within a factor of two. For that last a guess of a
// ratio must also be on the figure's side of 1: the wrong side is the wrong arm.
func near(guess, figure float64, ratio bool) int {
	if guess == figure {
		return MostPoints
	}
	off := math.Max(guess/figure, figure/guess)
	switch {
	case !(guess > 0) || !(figure > 0) || math.IsInf(guess, 0):
		return 0
	case off <= 1.1:
		return MostPoints
	case off <= 4.0/3:
		return 2
	case off <= 2 && (!ratio || (guess > 1) == (figure > 1)):
		return 1
	}
	return 0
}

// Judge fills in what follows from an answer to a question: its words, whether
// it is right, what it is worth.
func Judge(q lessons.Question, a Answer) Answer {
	a.Kind, a.Question, a.Given, a.Belief = q.Kind, q.Text, given(q, a), ""
	a.Points, a.Right = Points(q, a, a.Hints), worth(q, a) > 1
	if q.Kind == lessons.Choose && a.Chosen >= 0 && a.Chosen < len(q.Options) {
		a.Belief = q.Options[a.Chosen].Belief
	}
	return a
}

// given is the answer in words.
func given(q lessons.Question, a Answer) string {
	var words []string
	for _, i := range chosen(q, a) {
		if i >= 0 && i < len(q.Options) {
			words = append(words, q.Options[i].Text)
		}
	}
	if q.Kind == lessons.Number {
		words = []string{strconv.FormatFloat(a.Guess, 'g', -1, 64)}
	}
	return strings.Join(words, "; ")
}

// chosen are the options of an answer, in its order.
func chosen(q lessons.Question, a Answer) []int {
	if q.Kind == lessons.Choose {
		return []int{a.Chosen}
	}
	return a.Order
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

package windows

import "linebounce/probes"

// captureEvery is how many rounds pass between captures: often enough for a
// picture that moves, seldom enough to leave most windows to the comparison.
const captureEvery = 8

// turn is one window to run.
type turn struct {
	arm, pair int
	unit      probes.Unit
}

// rounds deals out the windows: each round one pair of arms 0 and 1 in the
// order of a coin, then one further arm in its turn, and now and then a capture
// of both arms.
type rounds struct {
	arms     int
	captures bool
	coin     func() bool

	queue []turn
	pair  int // rounds dealt so far
}

func (r *rounds) next() turn {
	if len(r.queue) == 0 {
		r.deal()
	}
	t := r.queue[0]
	r.queue = r.queue[1:]
	return t
}

// restart drops what is left of a round, whose pair would mix two scenarios.
func (r *rounds) restart() { r.queue = nil }

func (r *rounds) deal() {
	compared := []int{0, 1}[:min(2, r.arms)]
	if len(compared) == 2 && r.coin() {
		compared = []int{1, 0}
	}
	if r.captures && r.pair%captureEvery == 0 {
		for _, arm := range compared {
			r.queue = append(r.queue, turn{arm, r.pair, probes.Capture})
		}
	}
	for _, arm := range compared {
		r.queue = append(r.queue, turn{arm, r.pair, probes.Window})
	}
	if beside := r.arms - 2; beside > 0 {
		r.queue = append(r.queue, turn{2 + r.pair%beside, r.pair, probes.Window})
	}
	r.pair++
}

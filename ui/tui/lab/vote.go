package lab

import (
	"fmt"

	"linebounce/probes"
)

// The answers a class can give.
const (
	noVote = iota
	voteA
	voteB
	voteSame
)

var answers = [...]string{voteA: "A is faster", voteB: "B is faster", voteSame: "no difference"}

// voteOrReveal hides the figures of all experiments, so that no card gives
// away the next vote, or reveals those of the chosen one.
func (m *Model) voteOrReveal() {
	e := m.experiment()
	if !e.secret {
		m.hide()
		m.note = "Every figure is hidden. Ask the class, press 1, 2 or 3, then v for the result."
		return
	}
	e.secret = false
	m.note = e.judge()
}

func (m *Model) hide() {
	for _, e := range m.list {
		e.secret, e.vote = true, noVote
	}
}

// cast remembers what the class said.
func (m *Model) cast(vote int) {
	e := m.experiment()
	if !e.secret {
		m.note = "There is no vote to answer. Press v to hide the figures and ask the class first."
		return
	}
	e.vote = vote
	m.note = fmt.Sprintf("The class says: %s. Press v for the result.", answers[vote])
}

// judge says whether the class was right.
func (e *experiment) judge() string {
	if e.vote == noVote {
		return "Here is the result. Nobody voted."
	}
	said := fmt.Sprintf("The class said: %s.", answers[e.vote])
	truth := outcome(e.ratio())
	switch {
	case truth == noVote:
		return said + " There are too few windows yet to say."
	case truth == e.vote:
		return said + " The class was right."
	case truth == voteSame:
		return said + " The measurement found no difference."
	}
	return said + fmt.Sprintf(" It was not so: %s.", answers[truth])
}

// outcome is the answer that a ratio B/A gives.
func outcome(ratio probes.Interval) int {
	switch {
	case !ratio.Known():
		return noVote
	case !ratio.Differs():
		return voteSame
	case ratio.Low > 1:
		return voteB
	}
	return voteA
}

// Voting reports whether the figures are hidden for a class, so that 1, 2 and 3
// are answers. In a lesson they are not.
func (m *Model) Voting() bool { return m.stage == nil && m.experiment().secret }

package kernel

import (
	"linebounce/probes/credentials"
)

// Story is what a card tells without a picture: what was published of a repair,
// and what can be compared on the kernel of today.
type Story struct {
	Name, Title     string
	Published       string // the figures and their ratio
	About, Compares string
}

// Stories returns the cards' in their order.
func Stories() []Story {
	var list []Story
	for _, c := range cards {
		about := c.about
		if c.more != "" {
			about += "; " + c.more
		}
		list = append(list, Story{c.name, c.title, c.figures + ", " + c.ratio, about, c.compares})
	}
	return list
}

// Agreement is the whole truth table in a sentence.
func Agreement(rows []credentials.Row) string { return (&Model{rows: rows}).agreement() }

package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Published is somebody else's figure, and what the model predicts in its place.
type Published struct {
	Figure    string  // "A", "B" or "B/A"
	Unit      string  // "s", "/s" or, of a ratio, ""
	CPUs      int     // that it is of
	Published float64 // above 0, as is Predicted
	Predicted float64
	Rate      float64 // Published a second, NaN for a ratio, and for a time of work that the document does not tell
	Source    string
}

// Error is how far the prediction is off, as a share of the published.
func (p Published) Error() float64 { return p.Predicted/p.Published - 1 }

type publishedDocument struct {
	Figure    string  `json:"figure"`
	Unit      string  `json:"unit"`
	CPUs      int     `json:"cpus"`
	Published float64 `json:"published"`
	Predicted float64 `json:"predicted"`
	Source    string  `json:"source"`
}

// published returns the figures that a document of sim holds its prediction
// against. A profile has another kind of object under that name.
func (d *document) published() ([]Published, error) {
	if !bytes.HasPrefix(d.Published, []byte("[")) {
		return nil, nil
	}
	var held []publishedDocument
	if err := json.Unmarshal(d.Published, &held); err != nil {
		return nil, fmt.Errorf("what was published: %v", err) // whose place in the file it does not know
	}
	var list []Published
	for _, h := range held {
		if !(h.Published > 0) || !(h.Predicted > 0) {
			return nil, fmt.Errorf("published: the figure %s for %d CPUs is %g beside %g, and both have to be above 0", clean(h.Figure), h.CPUs, h.Published, h.Predicted)
		}
		list = append(list, Published{
			Figure: clean(h.Figure), Unit: clean(h.Unit), CPUs: h.CPUs, Published: h.Published, Predicted: h.Predicted,
			Rate: d.rate(h), Source: clean(h.Source),
		})
	}
	return list, nil
}

// rate is a published figure a second. A time is one of the work that the row of
// as many CPUs did: what it does a second, as long as it takes.
func (d *document) rate(h publishedDocument) float64 {
	if h.Unit == "/s" {
		return h.Published
	}
	i := slices.IndexFunc(d.Scaling, func(p pointDocument) bool { return p.CPUs == h.CPUs })
	if h.Unit != "s" || i < 0 {
		return math.NaN()
	}
	row := d.Scaling[i]
	rate, seconds := row.A, row.Time.A
	switch h.Figure {
	case "A":
	case "B":
		rate, seconds = row.B, row.Time.B
	default:
		return math.NaN()
	}
	return or(rate, math.NaN()) * or(seconds, math.NaN()) / h.Published
}

package output

import (
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"

	"linebounce/lessons"
	"linebounce/lessons/trial"
	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// Claims is what became of the claims of lessons, ready for text or JSON.
type Claims struct {
	Source  probes.Origin
	Machine topology.Machine // measured, or of the model
	Preset  string           // of the model, "" where it was measured
	Claims  []trial.Claimed
	Again   string
}

type claimDocument struct {
	Lesson  string        `json:"lesson"`
	Step    int           `json:"step"`
	Claim   string        `json:"claim"`
	Source  probes.Origin `json:"source"`
	Value   *float64      `json:"value"` // null where it was not judged, as holds
	Low     *float64      `json:"low"`   // of its interval, null where it has none
	High    *float64      `json:"high"`
	Above   *float64      `json:"above"` // what its bounds came to, null for none
	Below   *float64      `json:"below"`
	Holds   *bool         `json:"holds"`
	Skipped *string       `json:"skipped"` // why it was not judged
}

// JSON prints the claims as a document.
func (c Claims) JSON(w io.Writer) error {
	d := struct {
		Document
		Preset *string         `json:"preset"`
		Claims []claimDocument `json:"claims"`
	}{NewDocument(c.Source, c.Machine), known(c.Preset), []claimDocument{}}
	for _, claimed := range c.Claims {
		d.Claims = append(d.Claims, newClaimDocument(claimed))
	}
	return WriteDocument(w, d)
}

func newClaimDocument(c trial.Claimed) claimDocument {
	o := c.Outcome
	d := claimDocument{Lesson: c.Lesson, Step: c.Step, Claim: o.Claim.Text, Source: o.Source, Skipped: known(o.Skip)}
	if o.Skip != "" {
		return d
	}
	d.Value, d.Above, d.Below, d.Holds = finite(&o.Value.Median), finite(&o.Above), finite(&o.Below), &o.Holds
	if o.Value.Known() {
		d.Low, d.High = &o.Value.Low, &o.Value.High
	}
	return d
}

// Line prints one claim as text, with its lesson and step where they differ from
// those of the claim before.
func (c Claims) Line(w io.Writer, claimed trial.Claimed) error {
	var b strings.Builder
	last := len(c.Claims) - 1
	if last < 0 || c.Claims[last].Lesson != claimed.Lesson || c.Claims[last].Step != claimed.Step {
		fmt.Fprintf(&b, "%s, step %d\n", claimed.Lesson, claimed.Step)
	}
	o := claimed.Outcome
	verdict, value := "holds", came(o)
	switch {
	case o.Skip != "":
		verdict, value = "skipped", o.Skip
	case !o.Holds:
		verdict = "DOES NOT HOLD"
	}
	fmt.Fprintf(&b, "  %-13s  %-44s  %s\n", verdict, o.Claim.Text, value)
	_, err := io.WriteString(w, b.String())
	return err
}

// came is what a claim's value came to, with the bounds that are no number in it.
func came(o lessons.Outcome) string {
	text := claimFigure(o.Value.Median)
	low, high := claimFigure(o.Value.Low), claimFigure(o.Value.High)
	if o.Value.Known() && low != high {
		text += fmt.Sprintf(" (%s to %s)", low, high)
	}
	var bounds []string
	if derived(o.Claim.Above) {
		bounds = append(bounds, "above "+claimFigure(o.Above))
	}
	if derived(o.Claim.Below) {
		bounds = append(bounds, "below "+claimFigure(o.Below))
	}
	if len(bounds) > 0 {
		text += ", to be " + strings.Join(bounds, " and ")
	}
	return text
}

// derived reports whether a bound is of another figure.
func derived(b *lessons.Bound) bool { return b != nil && (b.Of != nil || b.Step > 0) }

// claimFigure writes ratios and times as they are, rates with a prefix.
func claimFigure(x float64) string {
	if math.Abs(x) >= 1e4 {
		return benchunit.Scale(x, benchunit.Decimal)
	}
	return fmt.Sprintf("%.3g", x)
}

// Count returns how many claims hold, do not hold and were skipped.
func (c Claims) Count() (hold, fail, skipped int) {
	for _, claimed := range c.Claims {
		switch {
		case claimed.Outcome.Skip != "":
			skipped++
		case claimed.Outcome.Holds:
			hold++
		default:
			fail++
		}
	}
	return hold, fail, skipped
}

// Summary prints what the claims came to as text.
func (c Claims) Summary(w io.Writer) error {
	where := "measured on " + Describe(c.Machine)
	if c.Preset != "" {
		where = "simulated, machine " + c.Preset
	}
	hold, fail, skipped := c.Count()
	not := "do not"
	if fail == 1 {
		not = "does not"
	}
	_, err := fmt.Fprintf(w, "\n%s, %s: %d hold, %d %s, %d skipped.\nagain: %s\n", wording.Count(len(c.Claims), "claim"), where, hold, fail, not, skipped, c.Again)
	return err
}

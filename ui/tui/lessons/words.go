package lessons

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/ui/verdict"
)

// called are the quantities in words.
var called = map[lessons.Quantity]string{
	lessons.Ops:        "operations a second",
	lessons.Messages:   "messages a second",
	lessons.Handoffs:   "hand-offs a second",
	lessons.OpsPerStay: "operations a stay",
	lessons.Period:     "from one hand-off to the next",
	lessons.LostShare:  "share of additions lost",
	lessons.Latency:    "that a line travels, one way",
	lessons.Differing:  "answers that are not as expected",
}

// named is a value in words.
func named(v lessons.Value) string {
	text := called[v.Quantity]
	switch {
	case v.Ratio:
		text = "B over A in " + text
	case v.Quantity != lessons.Latency && v.Quantity != lessons.Differing:
		text += " in " + string(rune('A'+v.Arm))
	}
	if v.Role != "" {
		text += " of the " + string(v.Role)
	}
	return text
}

// figure writes what a value came to, with its unit.
func figure(v lessons.Value, x float64) string {
	number, unit := parts(v, x)
	return strings.TrimSpace(number + " " + unit)
}

// parts are a figure's number and its unit, which may be drawn apart.
func parts(v lessons.Value, x float64) (number, unit string) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "unknown", ""
	case v.Ratio:
		return verdict.Times(x) + "×", ""
	}
	switch v.Quantity {
	case lessons.Ops, lessons.Messages, lessons.Handoffs:
		return scaled(x)
	case lessons.LostShare:
		return significant(100 * x), "%"
	case lessons.Latency, lessons.Period:
		return significant(x), "ns"
	}
	return significant(x), ""
}

// scaled writes a rate: three digits and its unit.
func scaled(perSecond float64) (number, unit string) {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e9, "G/s"}, {1e6, "M/s"}, {1e3, "k/s"}} {
		if perSecond >= u.of {
			return significant(perSecond / u.of), u.name
		}
	}
	return significant(perSecond), "/s"
}

// significant writes three digits, and none behind the point where there are
// as many before it.
func significant(x float64) string {
	if x == math.Trunc(x) || math.Abs(x) >= 100 {
		return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
	}
	digits := 2
	if math.Abs(x) >= 10 {
		digits = 1
	}
	if math.Abs(x) < 0.1 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// bounds writes an interval, "" where there is none.
func bounds(v lessons.Value, i probes.Interval) string {
	if !i.Known() || i.Confidence == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%: %s to %s", 100*i.Confidence, figure(v, i.Low), figure(v, i.High))
}

// unit is what a prediction of a value is counted in, "" for what needs none.
func unit(v lessons.Value) string {
	switch {
	case v.Ratio:
		return "times"
	case v.Quantity == lessons.Latency || v.Quantity == lessons.Period:
		return "ns"
	case v.Quantity == lessons.LostShare:
		return "parts of 1"
	}
	return ""
}

// list joins words: "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"

	"linebounce/probes"
)

const unknown = "–" // a figure that nobody has

// rate writes what happens so often a second with an SI prefix, "84.21M".
func rate(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return unknown
	case x == 0:
		return "0"
	}
	return benchunit.Scale(x, benchunit.Decimal)
}

// exactly reports whether an interval is one figure and no more, as the model's is.
func exactly(i probes.Interval) bool { return i.Known() && i.Low == i.High }

// spread writes a rate with its interval, where it has one.
func spread(i probes.Interval) string {
	if !i.Known() || exactly(i) {
		return rate(i.Median)
	}
	return fmt.Sprintf("%s (%s to %s)", rate(i.Median), rate(i.Low), rate(i.High))
}

// optional writes a rate that may not have been counted.
func optional(x *float64) string {
	if x == nil {
		return unknown
	}
	return rate(*x)
}

// plain writes a number of operations or nanoseconds without needless digits.
func plain(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return unknown
	case math.Abs(x) >= 100 || x == math.Trunc(x):
		return grouped(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// grouped writes a whole number with its thousands apart.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	from := 0
	if n < 0 {
		from = 1
	}
	for i := len(text) - 3; i > from; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// count writes how many there are of something.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(int64(n)) + " " + noun + "s"
}

// list joins parts as a sentence does.
func list(parts []string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// units is what a rate counts.
func units(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages"
	}
	return "operations"
}

func date(t time.Time) string { return t.Format("2006-01-02") }

// sentence begins text with a capital letter.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

package charts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes"
)

const unknown = "not known"

// absurd is beyond every figure that means something. What is larger is as good as
// infinite, what is smaller than its inverse is as good as 0.
const absurd = 1e100

func finite(x float64) bool { return math.Abs(x) < absurd }

// whole reports whether an interval and all its figures can be drawn.
func whole(i probes.Interval) bool {
	return i.Known() && finite(i.Median) && finite(i.Low) && finite(i.High)
}

// rounded writes a number with so many significant digits and no more.
func rounded(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'e', digits-1, 64)
	short, _ := strconv.ParseFloat(text, 64)
	if short == 0 {
		return "0"
	}
	places := max(digits-1-int(math.Floor(math.Log10(math.Abs(short)))), 0)
	return strconv.FormatFloat(short, 'f', places, 64)
}

// amount writes a number with three digits and an SI prefix: "12.3M".
func amount(x float64) string { return prefixed(x, 3) }

func prefixed(x float64, digits int) string {
	if !finite(x) {
		return unknown
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	switch size := math.Abs(short); {
	case size >= 1e15 || size != 0 && size < 1e-3:
		return strconv.FormatFloat(x, 'g', digits, 64)
	case size >= 1e12:
		return rounded(short/1e12, digits) + "T"
	case size >= 1e9:
		return rounded(short/1e9, digits) + "G"
	case size >= 1e6:
		return rounded(short/1e6, digits) + "M"
	case size >= 1e3:
		return rounded(short/1e3, digits) + "k"
	}
	return rounded(short, digits)
}

// mark writes a figure of an axis, which is round: "50M".
func mark(x float64) string {
	text := amount(x)
	digits := strings.TrimRight(text, "kMGT")
	if !strings.Contains(digits, ".") || strings.Contains(digits, "e") {
		return text
	}
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".") + text[len(digits):]
}

// rate is an amount a second: "12.3M/s".
func rate(x float64) string {
	if !finite(x) {
		return unknown
	}
	return amount(x) + "/s"
}

// spread reports whether an interval has a length to draw. The model's has none.
func spread(i probes.Interval) bool { return whole(i) && i.Low < i.High }

// exactly reports whether an interval is one figure and no more, as the model's is.
func exactly(i probes.Interval) bool { return whole(i) && i.Low == i.High }

// counted writes a whole number with commas: "2,000,000".
func counted(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return counted(n) + " " + noun + "s"
}

// noun is what a quantity counts.
func noun(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages"
	}
	return "operations"
}

// bounds writes an interval, "" where there are too few samples for one or it is
// one figure.
func bounds(i probes.Interval, write func(float64) string) string {
	if !spread(i) {
		return ""
	}
	return write(i.Low) + " to " + write(i.High)
}

// level is a confidence as a percentage.
func level(i probes.Interval) string {
	if !(i.Confidence > 0 && i.Confidence < 1) {
		return "95%"
	}
	return strconv.FormatFloat(100*i.Confidence, 'g', 3, 64) + "%"
}

// said is an interval in words: "82.1M (95%: 80.2M to 84.3M)".
func said(i probes.Interval, write func(float64) string) string {
	switch {
	case !finite(i.Median):
		return unknown
	case !whole(i):
		return write(i.Median) + " (too few samples for an interval)"
	case exactly(i):
		return write(i.Median)
	}
	return fmt.Sprintf("%s (%s: %s)", write(i.Median), level(i), bounds(i, write))
}

// figure is a rate in words. The model's has no interval and wants none.
func figure(i probes.Interval, from From) string {
	if from.Source == probes.Simulated && finite(i.Median) {
		return amount(i.Median)
	}
	return said(i, amount)
}

// telling returns, for each scenario, the words in which it differs from any
// other, and all of its words where it differs in none.
func telling(scenarios ...probes.Scenario) []string {
	var names []string
	for _, name := range probes.Words() {
		differ := func(s probes.Scenario) bool {
			follows := name == "cpus" && s.Workers() != scenarios[0].Workers() // another number of workers has other CPUs
			return s.Get(name) != scenarios[0].Get(name) && !follows
		}
		if slices.ContainsFunc(scenarios, differ) {
			names = append(names, name)
		}
	}
	list := make([]string, len(scenarios))
	for i, s := range scenarios {
		var words []string
		for _, name := range names {
			if value := s.Get(name); value != "" {
				words = append(words, name+"="+value)
			}
		}
		if list[i] = strings.Join(words, " "); list[i] == "" {
			list[i] = s.String()
		}
	}
	return list
}

package plain

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/ui/verdict"
)

// amount writes a number as it is read aloud: three digits, with thousands and
// millions in words.
func amount(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "unknown"
	case x >= 1e6:
		return digits(x/1e6) + " million"
	case x >= 1e4:
		return digits(x/1e3) + " thousand"
	}
	return digits(x)
}

func digits(x float64) string {
	switch {
	case x >= 100 || x == math.Trunc(x):
		return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// counted is what a quantity counts.
func counted(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages"
	}
	return "operations"
}

// found says what a comparison found, and how sure that is.
func found(experiment string, a, b probes.Scenario, ratio probes.Interval) string {
	v := verdict.Of(experiment, a, b, ratio)
	text := v.Claim
	if ratio.Known() {
		_, low, high := verdict.Spread(ratio)
		if !ratio.Differs() {
			text += ": the ratio of B to A is"
		} else {
			text += ","
		}
		text += fmt.Sprintf(" %s to %s in %.0f of 100 cases", low, high, 100*ratio.Confidence)
	}
	return strings.TrimSpace(text + ". " + v.Reason)
}

// span writes a length of time with its unit in words.
func span(ns float64) string {
	switch {
	case ns >= 1e9:
		return digits(ns/1e9) + " seconds"
	case ns >= 1e6:
		return digits(ns/1e6) + " milliseconds"
	case ns >= 1e4:
		return digits(ns/1e3) + " microseconds"
	}
	return digits(ns) + " nanoseconds"
}

// clock writes a time of a recording: "1:20".
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// parseClock reads one: 1:20, 80 or 80s.
func parseClock(text string) (time.Duration, bool) {
	if d, err := time.ParseDuration(text); err == nil {
		return d, d >= 0
	}
	total, fields := time.Duration(0), strings.Split(text, ":")
	for _, field := range fields {
		n, err := strconv.ParseUint(field, 10, 16)
		if err != nil {
			return 0, false
		}
		total = 60*total + time.Duration(n)*time.Second
	}
	return total, len(fields) < 4
}

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// number writes a small number as a word.
func number(n int64) string {
	if n >= 0 && n < int64(len(numbers)) {
		return numbers[n]
	}
	return strconv.FormatInt(n, 10)
}

// many writes so many of something, with large numbers in words.
func many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return amount(float64(n)) + " " + noun + "s"
}

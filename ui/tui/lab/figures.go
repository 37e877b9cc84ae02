package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"linebounce/probes"
)

// scale is a power of ten that figures which stand side by side share.
type scale struct {
	unit   float64
	prefix string
}

func scaleFor(top float64) scale {
	switch {
	case top >= 1e6 || math.IsNaN(top):
		return scale{1e6, "M"}
	case top >= 1e3:
		return scale{1e3, "k"}
	}
	return scale{1, ""}
}

// digits writes a rate in the scale with three digits, "?" where it is not
// known.
func (s scale) digits(rate float64) string {
	if math.IsNaN(rate) || math.IsInf(rate, 0) {
		return "?"
	}
	x := rate / s.unit
	switch {
	case x >= 100 || x == 0:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// rate writes a rate of its own with its unit: "42.1 M/s".
func rate(perSecond float64) string {
	s := scaleFor(perSecond)
	return s.digits(perSecond) + " " + s.prefix + "/s"
}

// count writes a rate before the noun it counts: "3.10 M hand-offs/s".
func count(perSecond float64, noun string) string {
	s := scaleFor(perSecond)
	return strings.TrimSpace(s.digits(perSecond)+" "+s.prefix) + " " + noun + "/s"
}

// unitName is what a quantity counts.
func unitName(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages"
	}
	return "operations"
}

// grouped writes a whole number with commas: "2,000,000".
func grouped(x float64) string {
	text := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// age says how long ago something was: "4 s ago".
func age(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	}
	return fmt.Sprintf("%d min ago", int(d.Minutes()))
}

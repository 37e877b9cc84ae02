package simulator

import (
	"fmt"
	"strconv"
	"strings"

	"linebounce/sim"
)

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// duration writes a simulated time in its largest unit.
func duration(t sim.Time) string {
	ns := float64(t) / float64(sim.Nanosecond)
	switch {
	case ns >= 1e6:
		return strconv.FormatFloat(ns/1e6, 'g', 3, 64) + " ms"
	case ns >= 1e4:
		return strconv.FormatFloat(ns/1e3, 'g', 3, 64) + " µs"
	}
	return strconv.FormatFloat(ns, 'f', 0, 64) + " ns"
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return grouped(int64(n)) + " " + what + "s"
}

// shape says what a machine is made of: "2 × 4 cores × 2 threads".
func shape(t sim.Topology) string {
	var parts []string
	if t.Sockets > 1 {
		parts = append(parts, plural(t.Sockets, "socket"))
	}
	if t.L3s > 1 {
		parts = append(parts, fmt.Sprintf("%d L3s", t.L3s))
	}
	parts = append(parts, plural(t.Cores, "core"))
	if t.Threads > 1 {
		parts = append(parts, plural(t.Threads, "thread"))
	}
	return strings.Join(parts, " × ")
}

// percent writes a share.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// off writes how far a prediction is from what it is held against.
func off(predicted, other float64) string { return fmt.Sprintf("%+.0f %%", 100*(predicted/other-1)) }

package scope

import (
	"fmt"
	"strconv"

	bursts "linebounce/probes/scope"
)

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// short writes a number in at most five characters or so.
func short(n int64) string {
	switch {
	case n < 10_000:
		return strconv.FormatInt(n, 10)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	case n < 1_000_000:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	case n < 100_000_000:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0fM", float64(n)/1e6)
}

// duration writes a length of time with three digits or so.
func duration(ns int64) string {
	switch {
	case ns < 1000:
		return fmt.Sprintf("%d ns", ns)
	case ns < 1_000_000:
		return digits(float64(ns)/1e3) + " µs"
	}
	return digits(float64(ns)/1e6) + " ms"
}

func digits(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// stamp writes a time since the beginning of a burst finely enough to tell it
// from another that is so many ns apart.
func stamp(at, apart int64) string {
	unit, name := 1e6, "ms"
	switch {
	case at < 1000 && apart < 1000:
		return fmt.Sprintf("%d ns", at)
	case apart < 1000:
		unit, name = 1e3, "µs"
	}
	places := 0
	for step := unit; places < 3 && step > float64(apart)/5; step /= 10 {
		places++
	}
	return fmt.Sprintf("%.*f %s", places, float64(at)/unit, name)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%s %ss", grouped(int64(n)), noun)
}

// why says who took a CPU away.
func why(c bursts.Cause) string {
	switch c {
	case bursts.Host:
		return "taken by the host"
	case bursts.Task:
		return "taken by another task"
	case bursts.Program:
		return "while this program's scheduler ran"
	}
	return "why is unknown"
}

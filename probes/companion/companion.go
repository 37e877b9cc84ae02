package companion

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"linebounce/probes/topology/cpulist"
)

// Copy is a copy of this program that measures.
type Copy struct {
	PID     int    `json:"pid"`
	Command string `json:"command"` // its words, without the program's name
	CPUs    []int  `json:"cpus"`    // that its workers are pinned to, nil where the scheduler places them
}

// String names the copy: "pid 1234, run counters, CPUs 0-1".
func (c Copy) String() string {
	text := fmt.Sprintf("pid %d, %s", c.PID, printable(c.Command))
	if len(c.CPUs) > 0 {
		text += ", " + cpulist.Name(c.CPUs)
	}
	return text
}

// Disturbs says what the copy does to figures that are measured on some CPUs, in
// a sentence or two; nil stands for CPUs that the scheduler chooses.
func (c Copy) Disturbs(cpus []int) string {
	text := fmt.Sprintf("Another linebounce (%s) measures at the same time", c)
	apart := len(cpus) > 0 && len(c.CPUs) > 0 && !slices.ContainsFunc(cpus, func(cpu int) bool { return slices.Contains(c.CPUs, cpu) })
	if apart {
		return text + ". It has other CPUs, but clock rate and the outer caches may be shared, so figures may be lower."
	}
	return text + ": figures are lower and windows are set aside."
}

// printable is what may be shown of words that may hold anything, such as the
// name of a file.
func printable(words string) string {
	const most = 60
	words = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, words)
	if runes := []rune(words); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return words
}

package companion

import (
	"fmt"
	"slices"
	"strconv"
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
	if c.apart(cpus) {
		return text + ". It has other CPUs, but clock rate and the outer caches may be shared, so figures may be lower."
	}
	return text + ": figures are lower and windows are set aside."
}

// apart reports whether the copy is known to use none of these CPUs.
func (c Copy) apart(cpus []int) bool {
	return len(cpus) > 0 && len(c.CPUs) > 0 && !slices.ContainsFunc(cpus, func(cpu int) bool { return slices.Contains(c.CPUs, cpu) })
}

// named is how many of many copies are named.
const named = 4

// Together says of all copies in a sentence or two what they do to figures that are
// measured on some CPUs, "" where there are none.
func Together(copies []Copy, cpus []int) string {
	switch len(copies) {
	case 0:
		return ""
	case 1:
		return copies[0].Disturbs(cpus)
	}
	var pids []string
	for _, c := range copies[:min(len(copies), named)] {
		pids = append(pids, strconv.Itoa(c.PID))
	}
	last := len(pids) - 1
	list := strings.Join(pids[:last], ", ") + " and " + pids[last]
	if more := len(copies) - named; more > 0 {
		list = fmt.Sprintf("%s and %d more", strings.Join(pids, ", "), more)
	}
	text := fmt.Sprintf("%d other copies of linebounce (pids %s) measure at the same time", len(copies), list)
	if !slices.ContainsFunc(copies, func(c Copy) bool { return !c.apart(cpus) }) {
		return text + ". They have other CPUs, but clock rate and the outer caches may be shared, so figures may be lower."
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

// Package cpulist reads and writes lists of CPU numbers as the Linux kernel
// does: "0-3,8".
package cpulist

import (
	"fmt"
	"strconv"
	"strings"
)

// tooMany is more CPUs than any kernel is built for, so that a damaged list
// does not fill the memory.
const tooMany = 1 << 16

// Parse reads a list of CPU numbers as the kernel writes it, such as
// "0-3,8"; an empty text is no CPUs.
func Parse(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var cpus []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		low, err := strconv.Atoi(first)
		high := low
		if err == nil && isRange {
			high, err = strconv.Atoi(last)
		}
		if err != nil || low < 0 || high < low || high >= tooMany || len(cpus)+high-low >= tooMany {
			return nil, fmt.Errorf("%q is not a list of CPU numbers", text)
		}
		for cpu := low; cpu <= high; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// Format writes ascending CPU numbers as the kernel does: "0-3,8".
func Format(cpus []int) string {
	var parts []string
	for i := 0; i < len(cpus); {
		last := i
		for last+1 < len(cpus) && cpus[last+1] == cpus[last]+1 {
			last++
		}
		part := strconv.Itoa(cpus[i])
		if last > i {
			part += "-" + strconv.Itoa(cpus[last])
		}
		parts = append(parts, part)
		i = last + 1
	}
	return strings.Join(parts, ",")
}

// Name writes ascending CPU numbers for a sentence: "CPU 3", "CPUs 0-3,8" or
// "no CPU".
func Name(cpus []int) string {
	switch len(cpus) {
	case 0:
		return "no CPU"
	case 1:
		return "CPU " + Format(cpus)
	}
	return "CPUs " + Format(cpus)
}

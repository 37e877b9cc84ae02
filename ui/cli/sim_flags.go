package cli

import (
	"slices"
	"strconv"
	"strings"

	"linebounce/probes"
	"linebounce/sim"
)

// counts is a flag that takes numbers of CPUs, such as 16 or 2,4,8.
type counts []int

func (c *counts) String() string { return string(probes.NewCPUList(*c...)) }
func (c *counts) Type() string   { return "N[,N…]" }
func (c *counts) Set(text string) error {
	*c = nil
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > sim.MaxCPUs {
			return usagef("%q is no number of CPUs; accepted: 1 to %d, or a list such as 1,2,4,8", part, sim.MaxCPUs)
		}
		if slices.Contains(*c, n) {
			return usagef("%d is named twice; accepted: different numbers of 1 to %d", n, sim.MaxCPUs)
		}
		*c = append(*c, n)
	}
	return nil
}

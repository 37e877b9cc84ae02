package doctor

import (
	"fmt"
	"strings"

	"linebounce/probes/topology"
)

// naming advises to name two CPUs of those that may be used, which are such as
// whoever reads it may know better than the system; an example has the first and
// one that comes so many behind it. It is "" where nobody has a choice.
func naming(m topology.Machine, such string, behind int) string {
	if len(m.CPUs) <= 2 || !m.CanPin {
		return ""
	}
	return fmt.Sprintf("If you know two %s, name them: cpus=%d,%d", such, m.CPUs[0].Number, m.CPUs[behind].Number)
}

// mapping advises to measure what the system does not say of two CPUs, "" where
// that cannot be done.
func mapping(m topology.Machine) string {
	if len(m.CPUs) != 2 || !m.CanPin {
		return ""
	}
	return fmt.Sprintf("To see how near CPUs %d and %d are: linebounce latency", m.CPUs[0].Number, m.CPUs[1].Number)
}

// besides adds a second advice, "" for none, to the first.
func besides(first, second string) string {
	if second == "" {
		return first
	}
	return first + "; " + strings.ToLower(second[:1]) + second[1:]
}

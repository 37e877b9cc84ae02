package topology

import "linebounce/probes"

// Choose picks n CPUs for n workers.
func (m Machine) Choose(n int) ([]int, error) {
	if n > len(m.CPUs) {
		return nil, &probes.Unable{What: "this needs more CPUs", Why: "too few"}
	}
	return m.Allowed()[:n], nil
}

// Warnings says what is wrong with a choice of CPUs.
func (m Machine) Warnings(cpus []int) []string { return nil }

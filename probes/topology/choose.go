package topology

import (
	"cmp"
	"slices"
)

// Choose picks n CPUs for n workers, in the order in which workers take them.
// They are different cores as long as there are enough: all under one
// last-level cache if possible, else in one NUMA node, else in one socket.
// Performance cores come before efficiency cores, and SMT siblings only when
// there is no core left. The error is a *probes.Unable.
func (m Machine) Choose(n int) ([]int, error) {
	if n > len(m.CPUs) {
		return nil, m.tooFew(n)
	}
	if n < 1 {
		return nil, nil
	}
	all := cores(m.CPUs)
	for _, level := range []func(CPU) int{
		func(c CPU) int { return c.L3 },
		func(c CPU) int { return c.Node },
		func(c CPU) int { return c.Package },
	} {
		if picked := bestGroup(all, level, n); picked != nil {
			return firstThreads(picked), nil
		}
	}
	sortCores(all)
	return threads(all)[:n], nil
}

// core is the CPUs of one core, ascending.
type core []CPU

// cores groups CPUs by core, in the order of their lowest number. A CPU whose
// core is not known is taken for one of its own.
func cores(cpus []CPU) []core {
	type id struct{ pkg, core int }
	at := make(map[id]int)
	var found []core
	for _, cpu := range cpus {
		name := id{cpu.Package, cpu.Core}
		if i, known := at[name]; known && cpu.Core >= 0 {
			found[i] = append(found[i], cpu)
			continue
		}
		at[name] = len(found)
		found = append(found, core{cpu})
	}
	return found
}

// bestGroup returns the first n cores of the best group that has so many, or
// nil. A group is the cores with one number at a level, and the best has the
// fewest efficiency cores among its first n; of equals, the lowest CPU.
func bestGroup(all []core, level func(CPU) int, n int) []core {
	groups := make(map[int][]core)
	var order []int
	for _, c := range all {
		id := level(c[0])
		if id < 0 {
			continue
		}
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], c)
	}
	var best []core
	for _, id := range order {
		if len(groups[id]) < n {
			continue
		}
		sortCores(groups[id])
		if picked := groups[id][:n]; best == nil || slow(picked) < slow(best) {
			best = picked
		}
	}
	return best
}

// sortCores orders cores for picking: the faster kind first, then neighbours
// beside each other.
func sortCores(all []core) {
	slices.SortStableFunc(all, func(a, b core) int {
		return cmp.Or(
			cmp.Compare(efficiency(a), efficiency(b)),
			cmp.Compare(unknownLast(a[0].Package), unknownLast(b[0].Package)),
			cmp.Compare(unknownLast(a[0].Node), unknownLast(b[0].Node)),
			cmp.Compare(unknownLast(a[0].L3), unknownLast(b[0].L3)),
			cmp.Compare(a[0].Number, b[0].Number),
		)
	})
}

// unknownLast puts what is not known behind everything that is.
func unknownLast(n int) uint { return uint(n) }

func efficiency(c core) int {
	if c[0].Kind == "E" {
		return 1
	}
	return 0
}

func slow(picked []core) (n int) {
	for _, c := range picked {
		n += efficiency(c)
	}
	return n
}

func firstThreads(picked []core) []int {
	return threads(picked)[:len(picked)]
}

// threads lists the CPU numbers of cores: the first of each, then the second
// of each that has one, and so on.
func threads(picked []core) []int {
	var numbers []int
	for i, more := 0, true; more; i++ {
		more = false
		for _, c := range picked {
			if i < len(c) {
				numbers = append(numbers, c[i].Number)
				more = true
			}
		}
	}
	return numbers
}

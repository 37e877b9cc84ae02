package latency

import "linebounce/probes/topology"

// cores groups the CPUs of a map by core, as indexes: threads of one core that
// measured with different partners at the same time would slow each other down.
// A CPU whose core is not known counts as one of its own.
func cores(m topology.Machine, cpus []int) [][]int {
	type id struct{ pkg, core int }
	at := make(map[id]int)
	var found [][]int
	for i, number := range cpus {
		cpu, _ := m.Find(number)
		name := id{cpu.Package, cpu.Core}
		if g, known := at[name]; known && cpu.Core >= 0 {
			found[g] = append(found[g], i)
			continue
		}
		at[name] = len(found)
		found = append(found, []int{i})
	}
	return found
}

// tournament deals every pair of n CPUs, by index, out into rounds in which no
// core appears twice: first the pairs within cores, then the cores against each
// other by the circle method, where a round of cores takes as many rounds as two
// cores have pairs of threads.
func tournament(cores [][]int, n int) (rounds [][]int) {
	for k := 0; ; k++ {
		var round []int
		for _, threads := range cores {
			if a, b, found := within(threads, k); found {
				round = append(round, index(a, b, n))
			}
		}
		if len(round) == 0 {
			break
		}
		rounds = append(rounds, round)
	}
	for _, matches := range circle(len(cores)) {
		for k := 0; ; k++ {
			var round []int
			for _, match := range matches {
				first, second := cores[match[0]], cores[match[1]]
				if k < len(first)*len(second) {
					a, b := first[k%len(first)], second[k/len(first)]
					round = append(round, index(min(a, b), max(a, b), n))
				}
			}
			if len(round) == 0 {
				break
			}
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// within returns the k-th pair of a core's threads.
func within(threads []int, k int) (a, b int, found bool) {
	for i := range threads {
		if rest := len(threads) - 1 - i; k < rest {
			return threads[i], threads[i+1+k], true
		} else {
			k -= rest
		}
	}
	return 0, 0, false
}

// circle returns the rounds of a round-robin tournament of n: one stays in its
// place, the others move on around a circle, and each plays whoever stands
// opposite. With an odd number the one that stays is nobody.
func circle(n int) [][][2]int {
	if n < 2 {
		return nil
	}
	moving := n - 1 + n%2
	rounds := make([][][2]int, moving)
	for r := range rounds {
		if n%2 == 0 {
			rounds[r] = append(rounds[r], [2]int{r, moving})
		}
		for k := 1; k <= moving/2; k++ {
			rounds[r] = append(rounds[r], [2]int{(r + k) % moving, (r + moving - k) % moving})
		}
	}
	return rounds
}

// pack deals some pairs out into as few rounds as it finds, no core twice in a
// round. ends are a pair's cores.
func pack(left []int, ends func(pair int) (a, b int), cores int) (rounds [][]int) {
	busy := make([]bool, cores)
	for len(left) > 0 {
		clear(busy)
		free := cores
		var round, rest []int
		for i, pair := range left {
			if free < 2 { // hardly any pair could still play, and looking for it takes long
				rest = append(rest, left[i:]...)
				break
			}
			a, b := ends(pair)
			if busy[a] || busy[b] {
				rest = append(rest, pair)
				continue
			}
			round = append(round, pair)
			busy[a], busy[b] = true, true
			free -= 2
			if a == b {
				free++
			}
		}
		if len(round) == 0 { // there is but one core
			round, rest = rest[:1], rest[1:]
		}
		rounds, left = append(rounds, round), rest
	}
	return rounds
}

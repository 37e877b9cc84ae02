package latency

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"linebounce/probes/topology"
)

// machine returns one of sockets x cores x threads, numbered as Linux does:
// first every core's first thread, then every core's second. An L3 serves 8
// cores.
func machine(sockets, coresEach, threads int) topology.Machine {
	m := topology.Machine{OS: "linux", CacheLevel: 3, CanPin: true}
	for thread := range threads {
		for core := range sockets * coresEach {
			m.CPUs = append(m.CPUs, topology.CPU{
				Number: thread*sockets*coresEach + core, Core: core, Package: core / coresEach, Node: core / coresEach, L3: core / 8 * 8,
			})
		}
	}
	m.Online = len(m.CPUs)
	return m
}

// without leaves only the CPUs that keep names.
func without(m topology.Machine, keep func(int) bool) topology.Machine {
	m.CPUs = slices.DeleteFunc(slices.Clone(m.CPUs), func(c topology.CPU) bool { return !keep(c.Number) })
	return m
}

// hold checks rounds against what must be true of any: each of the wanted pairs
// once, and no core twice in a round.
func hold(t *testing.T, name string, groups [][]int, n int, wanted []int, rounds [][]int) {
	t.Helper()
	coreOf := make([]int, n)
	for g, threads := range groups {
		for _, i := range threads {
			coreOf[i] = g
		}
	}
	ends := make(map[int][2]int)
	for i := range n {
		for j := i + 1; j < n; j++ {
			ends[index(i, j, n)] = [2]int{i, j}
		}
	}
	if len(ends) != n*(n-1)/2 {
		t.Fatalf("%s: %d pairs have %d places", name, n*(n-1)/2, len(ends))
	}
	seen := make(map[int]int)
	for r, round := range rounds {
		busy := make(map[int]bool)
		for _, pair := range round {
			seen[pair]++
			a, b := coreOf[ends[pair][0]], coreOf[ends[pair][1]]
			if busy[a] || busy[b] {
				t.Fatalf("%s: round %d has a core twice", name, r)
			}
			busy[a], busy[b] = true, true
		}
	}
	for _, pair := range wanted {
		if seen[pair] != 1 {
			t.Fatalf("%s: CPUs %v meet %d times", name, ends[pair], seen[pair])
		}
	}
	if len(seen) != len(wanted) {
		t.Fatalf("%s: %d pairs met, want %d", name, len(seen), len(wanted))
	}
}

func every(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func TestEveryPairMeetsOnceAndNoCoreTwiceInARound(t *testing.T) {
	machines := map[string]topology.Machine{
		"SMT, one CPU short": without(machine(1, 6, 2), func(n int) bool { return n != 3 }),
		"holes":              without(machine(2, 8, 2), func(n int) bool { return n%3 != 1 }),
		"only siblings":      without(machine(1, 4, 2), func(n int) bool { return n%4 == 1 }),
		"four threads":       machine(1, 3, 4),
		"no core known":      {CPUs: []topology.CPU{{Number: 3, Core: -1}, {Number: 5, Core: -1}, {Number: 9, Core: -1}}},
	}
	for n := 2; n <= 33; n++ {
		machines[fmt.Sprintf("%d cores", n)] = machine(1, n, 1)
		machines[fmt.Sprintf("%d cores of two threads", n)] = machine(1, n, 2)
	}
	for name, m := range machines {
		n := len(m.CPUs)
		groups := cores(m, m.Allowed())
		hold(t, name, groups, n, every(n*(n-1)/2), tournament(groups, n))
	}
}

func TestATournamentTakesNoMoreRoundsThanItMust(t *testing.T) {
	for _, c := range []struct {
		m    topology.Machine
		want int
	}{
		{machine(1, 2, 1), 1},
		{machine(1, 8, 1), 7},
		{machine(1, 7, 1), 7},           // one rests in each
		{machine(2, 288, 1), 575},       // 576 CPUs
		{machine(2, 144, 2), 287*4 + 1}, // the same with threads: four meetings of two cores, one of siblings
	} {
		groups := cores(c.m, c.m.Allowed())
		if got := len(tournament(groups, len(c.m.CPUs))); got != c.want {
			t.Errorf("%d CPUs in %d cores take %d rounds, want %d", len(c.m.CPUs), len(groups), got, c.want)
		}
	}
}

func TestWhatIsLeftIsPackedAndStillNoCoreIsTwiceInARound(t *testing.T) {
	coin := rand.New(rand.NewPCG(1, 2))
	for _, m := range []topology.Machine{machine(1, 1, 2), machine(1, 5, 1), machine(2, 8, 2), machine(1, 16, 1)} {
		n := len(m.CPUs)
		groups := cores(m, m.Allowed())
		for range 20 {
			left := slices.DeleteFunc(every(n*(n-1)/2), func(int) bool { return coin.IntN(4) == 0 })
			s := newSurvey(m, Options{Method: CAS, CPUs: m.Allowed()})
			rounds := pack(left, s.ends, len(groups))
			hold(t, fmt.Sprintf("%d of %d CPUs' pairs", len(left), n), groups, n, left, rounds)
		}
	}
	// Three pairs that share no core play in one round, wherever they stood.
	s := newSurvey(machine(1, 8, 1), Options{Method: CAS, CPUs: machine(1, 8, 1).Allowed()})
	if rounds := pack([]int{index(0, 7, 8), index(1, 3, 8), index(2, 6, 8)}, s.ends, 8); len(rounds) != 1 {
		t.Errorf("three pairs that could play at once take %d rounds", len(rounds))
	}
}

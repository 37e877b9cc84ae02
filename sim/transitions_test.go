package sim

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// cause is a row's left half: a cache's state, what happens, and what the other
// caches have. effect is its right half.
type (
	cause  struct{ state, event, rest string }
	effect struct{ next, gives, writeBack string }
)

func readTable(t *testing.T, p Protocol) map[cause]effect {
	text, err := os.ReadFile("testdata/" + strings.ToLower(p.String()) + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	table := map[cause]effect{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); f[0] != "#" {
			table[cause{f[0], f[1], f[2]}] = effect{f[3], f[4], f[5]}
		}
	}
	return table
}

// access is one operation of one CPU on the line.
type access struct {
	cpu  int
	kind Kind
}

// spaced has CPUs do accesses to one word, one after the other: each begins so
// much later than the one before.
func spaced(cpus int, path []access, apart Time) Workload {
	w := Workload{Bytes: 64}
	now := make([]Time, cpus)
	for c := range cpus {
		w.Tasks = append(w.Tasks, Task{CPU: c, Rounds: 1, Program: []Op{{Kind: Count}}})
	}
	for i, a := range path {
		at := Time(i+1) * apart
		program := &w.Tasks[a.cpu].Program
		*program = append(*program, Op{Kind: Compute, Time: at - now[a.cpu]}, Op{Kind: a.kind})
		now[a.cpu] = at
	}
	return w
}

// after has three CPUs do accesses one after the other, each long after the one
// before, and returns the states before the last and what came of it.
func after(t *testing.T, p Protocol, path []access) (before, now [3]State, last []Event) {
	const apart = 1000 * 1000 * Nanosecond
	m := plainMachine(3)
	m.Protocol = p
	w := spaced(3, path, apart)
	watched := watch(must(t, m, w))
	if err := watched.finishes(); err != nil {
		t.Fatalf("%s %v: %v", p, path, err)
	}
	cursor := NewCursor(watched.trace, 1, 3)
	for cursor.Forward() {
		e, _ := cursor.Event()
		switch {
		case e.At < Time(len(path))*apart:
			copy(before[:], cursor.States[0])
		default:
			last = append(last, e)
		}
	}
	copy(now[:], cursor.States[0])
	return before, now, last
}

// happened returns, for cache c, what the last of the accesses was to it and
// what came of it.
func happened(c int, a access, before, now [3]State, last []Event) (cause, effect) {
	why := cause{state: before[c].String(), event: "load", rest: "none"}
	if a.kind != Load {
		why.event = "store"
	}
	for other, state := range before {
		if other == c || state == Invalid {
			continue
		}
		if state.supplies() {
			why.rest = "held"
		} else if why.rest == "none" {
			why.rest = "shared"
		}
	}
	then := effect{next: now[c].String(), gives: "hit", writeBack: "no"}
	for _, e := range last {
		switch {
		case e.What == Gave && e.Other == nobody:
			then.gives = "home"
		case e.What == Gave && e.Other == e.CPU:
			then.gives = "itself"
		case e.What == Gave:
			then.gives = "cache"
		case e.What == WroteBack && int(e.CPU) == c:
			then.writeBack = "yes"
		}
		if e.What == Gave && c != a.cpu {
			then.gives = "no"
			if int(e.Other) == c {
				then.gives = "this"
			}
		}
	}
	if c != a.cpu {
		if a.kind != Load && before[a.cpu] != Invalid {
			why.event = "upgrade"
		}
		why.event = "other-" + why.event
	}
	return why, then
}

func asked(events []Event) bool {
	return slices.ContainsFunc(events, func(e Event) bool { return e.What == Asked })
}

// Every state that three caches can have one line in is reached, every access
// made in it, and what it does to each cache is what the textbook's table says;
// and every row of the table has been met.
func TestTransitions(t *testing.T) {
	for _, p := range Protocols() {
		table, met := readTable(t, p), map[cause]bool{}
		known := map[[3]State]bool{{}: true}
		for paths := [][]access{nil}; len(paths) > 0; paths = paths[1:] {
			for c := range 3 {
				for _, kind := range []Kind{Load, Store, Add} {
					path := append(append([]access(nil), paths[0]...), access{c, kind})
					before, now, last := after(t, p, path)
					for cache := range 3 {
						why, then := happened(cache, path[len(path)-1], before, now, last)
						if cache != c && (why.state == "I" || !asked(last)) {
							if before[cache] != now[cache] {
								t.Errorf("%s %v: CPU %d goes from %s to %s and has no part in it", p, path, cache, before[cache], now[cache])
							}
							continue
						}
						met[why] = true
						if want, some := table[why]; !some || then != want {
							t.Errorf("%s: %+v leads to %+v, the table says %+v (%v)", p, why, then, want, path)
						}
					}
					if !known[now] {
						known[now] = true
						paths = append(paths, path)
					}
				}
			}
		}
		for why := range table {
			if !met[why] {
				t.Errorf("%s: %+v is in the table and was not met", p, why)
			}
		}
		t.Logf("%s: %d states of three caches", p, len(known))
	}
}

//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import "sync"

// arrays are the sets that this process has, by their number of semaphores. All
// arms work on one set, for the kernel lays each out on lines of its own, and
// how far those are differs: on sets of their own, two arms alike were told
// apart in most comparisons, by as much as a quarter.
//
// What a window with two operations a call leaves of the slow mode is over after
// some ten calls of the next.
var arrays = struct {
	sync.Mutex
	standing map[int]*standing
}{standing: map[int]*standing{}}

// standing is a set and how many workloads use it.
type standing struct {
	*array
	users int
}

// join returns the process's set of n semaphores and makes it if there is none.
func join(n int) (*array, error) {
	arrays.Lock()
	defer arrays.Unlock()
	s := arrays.standing[n]
	if s == nil {
		a, err := create(n)
		if err != nil {
			return nil, err
		}
		s = &standing{array: a}
		arrays.standing[n] = s
	}
	s.users++
	return s.array, nil
}

// leave removes a set that nobody uses any more.
func leave(a *array) error {
	arrays.Lock()
	defer arrays.Unlock()
	for n, s := range arrays.standing {
		if s.array != a {
			continue
		}
		if s.users--; s.users > 0 {
			return nil
		}
		delete(arrays.standing, n)
	}
	return a.remove()
}

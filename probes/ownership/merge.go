package ownership

import (
	"sync"

	"linebounce/probes"
)

// scratch lends room for the stays of a whole window: a megabyte that is forgotten
// once it is summed up and its strip is cut out.
var scratch = sync.Pool{New: func() any { return new([]probes.Stay) }}

// merge hands out the stays of all workers in the order of their numbers until
// yield returns false. Each worker's own stays are in order already.
func merge(runs [][]stay, yield func(worker int, s stay) bool) {
	heads := make([]int, len(runs))
	for {
		first := -1
		for worker, run := range runs {
			if heads[worker] < len(run) && (first < 0 || run[heads[worker]].number < runs[first][heads[first]].number) {
				first = worker
			}
		}
		if first < 0 || !yield(first, runs[first][heads[first]]) {
			return
		}
		heads[first]++
	}
}

package ownership

import (
	"sync"

	"linebounce/probes"
)

// scratch holds the stays of a whole window, up to two megabytes, until they are
// summed up and their strip is cut out. It is one for all merges and stays: made
// anew for each, it was nearly half of what the program left to the collector. It
// has room for full logs from the first merge on.
var scratch struct {
	sync.Mutex
	stays []probes.Stay
}

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

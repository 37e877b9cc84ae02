package ownership

import (
	"slices"
	"sync/atomic"

	"github.com/aclements/go-moremath/stats"

	"linebounce/probes"
)

// Line is one tracked line with the logs of the workers that use it.
type Line struct {
	name    string
	word    *atomic.Uint64
	workers int
	room    int
	logs    []*Log // by worker, nil for one that does not use the line
}

// NewLine tracks the line that word lies on. The word must be on the very line
// whose operations are counted, and nothing else may write it. Each worker's
// log has room for the given number of stays; counting goes on when it is full.
func NewLine(name string, word *atomic.Uint64, workers, room int) *Line {
	return &Line{name: name, word: word, workers: workers, room: room, logs: make([]*Log, workers)}
}

// Log returns the log of one worker, made at the first call.
func (l *Line) Log(worker int) *Log {
	if l.logs[worker] == nil {
		l.logs[worker] = newLog(l.word, worker, l.workers, l.room)
	}
	return l.logs[worker]
}

// Reset forgets the last window. No worker may be running.
func (l *Line) Reset() {
	l.word.Store(0)
	for _, log := range l.logs {
		if log != nil {
			log.reset()
		}
	}
}

// Merge puts the workers' logs together: what happened to the line, and a
// strip of up to limit operations. cpus gives each worker's CPU number. No
// worker may be running.
func (l *Line) Merge(cpus []int, limit int) (probes.LineUse, probes.Strip) {
	scratch.Lock()
	defer scratch.Unlock()
	stays := l.sequence(cpus, slices.Grow(scratch.stays[:0], l.workers*l.room))
	scratch.stays = stays
	use := probes.LineUse{Name: l.name, Handoffs: l.Handoffs(cpus), Stays: summarize(stays)}
	for _, log := range l.logs {
		if log != nil {
			use.Ops += log.ops
		}
	}
	return use, strip(l.name, stays, limit)
}

// Handoffs counts the line's hand-offs by both CPUs, beyond a full log too.
// cpus gives each worker's CPU number. No worker may be running.
func (l *Line) Handoffs(cpus []int) []probes.Handoff {
	var list []probes.Handoff
	for from := range l.logs {
		for to, log := range l.logs {
			if log != nil && log.from[from] > 0 {
				list = append(list, probes.Handoff{From: cpus[from], To: cpus[to], Count: log.from[from]})
			}
		}
	}
	return list
}

// sequence adds to stays, which is empty, those of the line in the order in which they happened, from the
// first one up to where a log was full. A stay that only the end of the window
// cut off is left out, unless the line never changed hands.
func (l *Line) sequence(cpus []int, stays []probes.Stay) []probes.Stay {
	runs := make([][]stay, len(l.logs))
	for worker, log := range l.logs {
		if log != nil && log.stay != 0 {
			runs[worker] = append(log.stays[:len(log.stays):len(log.stays)], stay{log.stay, log.ops - log.begun})
		}
	}
	last := l.word.Load() >> ownerWidth
	merge(runs, func(worker int, s stay) bool {
		if s.number != uint64(len(stays))+1 || s.number == last && last > 1 {
			return false
		}
		stays = append(stays, probes.Stay{CPU: cpus[worker], Ops: s.ops})
		return true
	})
	return stays
}

func summarize(stays []probes.Stay) probes.StayStats {
	if len(stays) == 0 {
		return probes.StayStats{}
	}
	lengths := stats.Sample{Xs: make([]float64, len(stays))}
	for i, s := range stays {
		lengths.Xs[i] = float64(s.Ops)
	}
	lengths.Sort()
	return probes.StayStats{
		Logged: len(stays),
		P10:    lengths.Quantile(0.1),
		Median: lengths.Quantile(0.5),
		P90:    lengths.Quantile(0.9),
		Mean:   lengths.Mean(),
	}
}

package disturbance

import (
	"maps"
	"slices"
	"time"

	"linebounce/probes/cgroups"
	"linebounce/probes/topology/cpulist"
)

// Watch remembers how things stood when it began. It is used by one goroutine at
// a time.
type Watch struct {
	senses Senses
	cpus   []int // those that are measured on
	first  look
	last   Clocks
	asleep time.Duration // since it began
	steps  []time.Duration
}

// look is what one look saw.
type look struct {
	stops   map[string]cgroups.Stops
	times   Times
	online  []int
	allowed []int // nil where unknown
}

// Begin takes the first look, for measurements on these CPUs.
func Begin(s Senses, cpus []int) *Watch {
	cpus = slices.Clone(cpus)
	slices.Sort(cpus)
	cpus = slices.Compact(cpus)
	return &Watch{senses: s, cpus: cpus, first: s.look(cpus), last: s.Clocks()}
}

func (s Senses) look(cpus []int) look {
	l := look{stops: cgroups.Account(s.Root), times: CPUTimes(s.Root, cpus)}
	l.online, _ = cpulist.Parse(text(s.Root, "sys/devices/system/cpu/online"))
	l.allowed, _ = s.Allowed()
	return l
}

// Found takes another look and returns a sentence on each thing that came in the
// way since the watch began, nil for none. Clocks are held against the last look
// rather than the first: a wall clock that is kept right drifts by seconds in an
// hour.
func (w *Watch) Found() []string {
	now, clocks := w.senses.look(w.cpus), w.senses.Clocks()
	w.judge(clocks)
	var found []string
	for _, sentence := range []string{
		gone(w.cpus, w.first, now),
		stopped(w.first.stops, now.stops),
		stolen(now.times.Sub(w.first.times)),
		slept(w.asleep),
		stepped(w.steps),
	} {
		if sentence != "" {
			found = append(found, sentence)
		}
	}
	return found
}

// stopped speaks of the group that was stopped in the greatest share of its
// periods.
func stopped(first, now map[string]cgroups.Stops) string {
	var most cgroups.Stops
	file := ""
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if s := now[name].Sub(first[name]); s.Stopped > 0 && s.Periods > 0 && (file == "" || s.Stopped*most.Periods > most.Stopped*s.Periods) {
			most, file = s, name
		}
	}
	return throttled(most, file)
}

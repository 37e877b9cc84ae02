package cgroups

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// Stops is how often a group with a limit had used it up before its period was
// over, and was stopped until then.
type Stops struct {
	Periods int64         // in which the group worked
	Stopped int64         // of them, those in which it was stopped
	Time    time.Duration // that it stood still, summed over its CPUs
}

// Sub returns what has come since an earlier look.
func (s Stops) Sub(earlier Stops) Stops {
	return Stops{s.Periods - earlier.Periods, s.Stopped - earlier.Stopped, s.Time - earlier.Time}
}

// Account returns the stops of every group that counts any, by its file cpu.stat.
func Account(root fs.FS) map[string]Stops {
	account := map[string]Stops{}
	for _, g := range groups(root) {
		if s := g.stops(root); s.Periods > 0 {
			account[path.Join(g.dir, "cpu.stat")] = s
		}
	}
	return account
}

// stops reads cpu.stat, whose time is in microseconds in version 2 and in
// nanoseconds in version 1. What makes no sense is the same as not known.
func (g group) stops(root fs.FS) Stops {
	var s Stops
	for line := range strings.Lines(text(root, path.Join(g.dir, "cpu.stat"))) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			continue
		}
		switch key {
		case "nr_periods":
			s.Periods = n
		case "nr_throttled":
			s.Stopped = n
		case "throttled_usec":
			s.Time = time.Duration(min(n, math.MaxInt64/1000)) * time.Microsecond
		case "throttled_time":
			s.Time = time.Duration(n)
		}
	}
	if s.Stopped > s.Periods {
		return Stops{}
	}
	return s
}

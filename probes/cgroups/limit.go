package cgroups

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// Limit is how much CPU time a group allows.
type Limit struct {
	CPUs float64 // as the time of so many
	File string  // that says so, below the root of the file system
	Stops
}

// Strictest returns the strictest limit on this process, and false where no
// group that can be seen from here has one.
func Strictest(root fs.FS) (Limit, bool) {
	var strictest Limit
	found := false
	for _, g := range groups(root) {
		cpus, file, limited := g.limit(root)
		if limited && (!found || cpus < strictest.CPUs) {
			strictest, found = Limit{CPUs: cpus, File: file, Stops: g.stops(root)}, true
		}
	}
	return strictest, found
}

// Hidden reports whether this process is in groups that might limit it and of
// which nothing can be seen from here.
func Hidden(root fs.FS) bool {
	if _, err := fs.Stat(root, "proc/self/cgroup"); err != nil {
		_, err := fs.Stat(root, "proc/self")
		return err != nil // without /proc nothing is known; without this file there are no groups
	}
	found := groups(root)
	for _, g := range found {
		if info, err := fs.Stat(root, g.dir); err == nil && info.IsDir() {
			return false
		}
	}
	return len(found) > 0
}

// limit reads what one group allows: cpu.max of version 2, "150000 100000" or
// "max 100000" in microseconds of a period, or the two files of version 1, where
// a quota of -1 is none.
func (g group) limit(root fs.FS) (cpus float64, file string, limited bool) {
	if g.unified {
		file = path.Join(g.dir, "cpu.max")
		quota, period, _ := strings.Cut(text(root, file), " ")
		cpus, limited = share(quota, period)
		return cpus, file, limited
	}
	file = path.Join(g.dir, "cpu.cfs_quota_us")
	cpus, limited = share(text(root, file), text(root, path.Join(g.dir, "cpu.cfs_period_us")))
	return cpus, file, limited
}

func share(quota, period string) (float64, bool) {
	q, err := strconv.ParseFloat(quota, 64)
	p, alsoErr := strconv.ParseFloat(period, 64)
	if err != nil || alsoErr != nil || !(q > 0 && p > 0) || !(q/p > 0) || math.IsInf(q/p, 0) {
		return 0, false
	}
	return q / p, true
}

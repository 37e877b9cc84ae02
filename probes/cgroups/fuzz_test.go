package cgroups

import (
	"io/fs"
	"math"
	"path"
	"testing"
	"testing/fstest"
)

// everywhere is a file system that has the same file under each name, in whatever
// folder it is asked for.
type everywhere struct{ fstest.MapFS }

func (e everywhere) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return e.MapFS.Open(path.Base(name))
}

func (e everywhere) ReadFile(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return e.MapFS.ReadFile(path.Base(name))
}

// Whatever the kernel's files say, a limit is one that a processor can have, and
// no group was stopped more often than it worked.
func FuzzGroups(f *testing.F) {
	f.Add("0::/a/b", "20 1 0:1 / /sys/fs/cgroup rw - cgroup2 none rw", "50000 100000", "-1", "100000", "nr_periods 100\nnr_throttled 30\nthrottled_usec 2000")
	f.Add("3:cpu,cpuacct:/docker/12/../x", "20 1 0:1 /docker /g rw shared:1 - cgroup cgroup rw,cpu", "max", "70000", "100000", "nr_periods 1\nthrottled_time 7")
	f.Add("0::/", "", "inf 1", "", "", "nr_periods -5\nnr_throttled 9223372036854775807\nthrottled_usec 9223372036854775807")
	f.Add("0::/", "", "1e308 1e-308", "", "", "nr_periods 5\nnr_throttled 6")
	f.Fuzz(func(t *testing.T, groups, mounts, limits, quota, period, stat string) {
		root := everywhere{fstest.MapFS{}}
		for name, text := range map[string]string{
			"cgroup": groups, "mountinfo": mounts, "cpu.max": limits, "cpu.cfs_quota_us": quota, "cpu.cfs_period_us": period, "cpu.stat": stat,
		} {
			root.MapFS[name] = &fstest.MapFile{Data: []byte(text)}
		}
		limit, found := Strictest(root)
		if found && (!(limit.CPUs > 0) || math.IsInf(limit.CPUs, 0) || !fs.ValidPath(limit.File)) || !found && limit != (Limit{}) {
			t.Errorf("%t: %+v", found, limit)
		}
		holds(t, limit.Stops)
		for file, s := range Account(root) {
			holds(t, s)
			if path.Base(file) != "cpu.stat" || !fs.ValidPath(file) || s.Periods == 0 {
				t.Errorf("%q has %+v", file, s)
			}
			if since := s.Sub(s); since != (Stops{}) {
				t.Errorf("%+v have come since %+v", since, s)
			}
		}
	})
}

func holds(t *testing.T, s Stops) {
	t.Helper()
	if s.Stopped < 0 || s.Stopped > s.Periods || s.Time < 0 {
		t.Errorf("stopped in %d of %d periods, for %v", s.Stopped, s.Periods, s.Time)
	}
}

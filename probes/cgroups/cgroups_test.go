package cgroups

import (
	"os"
	"testing"
	"testing/fstest"
	"time"
)

// files makes a root file system of paths and texts by turns.
func files(pairs ...string) fstest.MapFS {
	root := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		root[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1] + "\n")}
	}
	return root
}

// A limit is found wherever the hierarchy is mounted and however much of it is
// to be seen.
func TestALimitIsFoundWhereverItIsMounted(t *testing.T) {
	for _, c := range []struct {
		title string
		root  fstest.MapFS
		cpus  float64
		file  string
	}{
		{"version 1 elsewhere", files("proc/self/cgroup", "3:cpu:/a",
			"proc/self/mountinfo", "20 1 0:1 / /cgroup/cpu rw shared:1 - cgroup cgroup rw,cpu",
			"cgroup/cpu/a/cpu.cfs_quota_us", "50000", "cgroup/cpu/a/cpu.cfs_period_us", "100000"), 0.5, "cgroup/cpu/a/cpu.cfs_quota_us"},
		{"version 2 elsewhere", files("proc/self/cgroup", "0::/a",
			"proc/self/mountinfo", "20 1 0:1 / /groups rw - cgroup2 none rw", "groups/a/cpu.max", "50000 100000"), 0.5, "groups/a/cpu.max"},
		{"a mount of a container's own part", files("proc/self/cgroup", "4:cpu,cpuacct:/docker/12/inner",
			"proc/self/mountinfo", "20 1 0:1 /docker/12 /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct",
			"sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "70000", "sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000"),
			0.7, "sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us"},
		{"a group beside its namespace's root", files("proc/self/cgroup", "0::/../b", "sys/fs/cgroup/cpu.max", "20000 10000"), 2, "sys/fs/cgroup/cpu.max"},
		{"another controller's mount", files("proc/self/cgroup", "3:cpu:/", "proc/self/mountinfo", "20 1 0:1 / /g rw - cgroup cgroup rw,cpuset",
			"g/cpu.cfs_quota_us", "1", "g/cpu.cfs_period_us", "100000"), 0, ""},
		{"damaged", files("proc/self/cgroup", "3:cpu", "proc/self/mountinfo", "20 1\n - \nx - cgroup2"), 0, ""},
		{"not a number", files("proc/self/cgroup", "0::/", "sys/fs/cgroup/cpu.max", "NaN 100000"), 0, ""},
	} {
		got, found := Strictest(c.root)
		if found != (c.file != "") || got.CPUs != c.cpus || got.File != c.file {
			t.Errorf("%s: %g CPUs by %q, %t; want %g by %q", c.title, got.CPUs, got.File, found, c.cpus, c.file)
		}
	}
}

func TestStopsAreCountedInBothVersions(t *testing.T) {
	for title, root := range map[string]fstest.MapFS{
		"2": files("proc/self/cgroup", "0::/a", "sys/fs/cgroup/a/cpu.max", "50000 100000",
			"sys/fs/cgroup/a/cpu.stat", "usage_usec 12\nnr_periods 100\nnr_throttled 30\nthrottled_usec 2000"),
		"1": files("proc/self/cgroup", "3:cpu:/a", "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "50000", "sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000",
			"sys/fs/cgroup/cpu/a/cpu.stat", "nr_periods 100\nnr_throttled 30\nthrottled_time 2000000"),
	} {
		want := Stops{100, 30, 2 * time.Millisecond}
		got, _ := Strictest(root)
		if got.Stops != want {
			t.Errorf("version %s: %+v, want %+v", title, got.Stops, want)
		}
		if account := Account(root); len(account) != 1 {
			t.Errorf("version %s: the account is %v, want one group's", title, account)
		}
	}
	if d := (Stops{5, 3, 10}).Sub(Stops{1, 1, 4}); d != (Stops{4, 2, 6}) {
		t.Errorf("the difference is %+v", d)
	}
}

// What this very machine says must hold together.
func TestThisMachine(t *testing.T) {
	if limit, found := Strictest(os.DirFS("/")); found && (limit.CPUs <= 0 || limit.Stopped > limit.Periods) {
		t.Errorf("a limit of %g CPUs, stopped in %d of %d periods", limit.CPUs, limit.Stopped, limit.Periods)
	}
}

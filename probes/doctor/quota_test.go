package doctor

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestQuota(t *testing.T) {
	const v2, v1 = "sys/fs/cgroup", "sys/fs/cgroup/cpu,cpuacct"
	for _, c := range []struct {
		title string
		root  fstest.MapFS
		cpus  int
		state State
		says  string
	}{
		{"no control groups", files("proc/self/status", ""), 2, OK, "No control group"},
		{"no /proc", files(), 2, Limited, "not to be seen"},
		{"groups that are not to be seen", files("proc/self/cgroup", "0::/a"), 2, Limited, "not to be seen"},
		{"no limit", files("proc/self/cgroup", "0::/a", v2+"/a/cpu.max", "max 100000"), 2, OK, "No control group"},
		{"one and a half CPUs", files("proc/self/cgroup", "0::/a", v2+"/a/cpu.max", "150000 100000"), 2, Limited, "1.5 CPUs (/sys/fs/cgroup/a/cpu.max)"},
		{"enough for all", files("proc/self/cgroup", "0::/a", v2+"/a/cpu.max", "200000 100000"), 2, OK, "enough"},
		{"enough for two, not for four", files("proc/self/cgroup", "0::/a", v2+"/a/cpu.max", "200000 100000"), 4, Limited, "all 4"},
		{"the strictest of the ancestors", files("proc/self/cgroup", "0::/a/b/c",
			v2+"/a/cpu.max", "50000 100000", v2+"/a/b/cpu.max", "100000 100000", v2+"/a/b/c/cpu.max", "max 100000"), 2, Limited, "0.5 CPUs (/sys/fs/cgroup/a/cpu.max)"},
		{"a limit beside, not above", files("proc/self/cgroup", "0::/a/b", v2+"/a/other/cpu.max", "1000 100000", v2+"/ab/cpu.max", "1000 100000"), 2, OK, "No control group"},
		{"a container that sees only its own root", files("proc/self/cgroup", "0::/", v2+"/cpu.max", "25000 50000"), 2, Limited, "0.5 CPUs"},
		{"a path that is not mounted here", files("proc/self/cgroup", "0::/docker/1234", v2+"/cpu.max", "100000 100000"), 2, Limited, "one CPU ("},
		{"version 1", files("proc/self/cgroup", "12:memory:/x\n4:cpu,cpuacct:/a/b\n0::/", v1+"/a/cpu.cfs_quota_us", "80000", v1+"/a/cpu.cfs_period_us", "100000",
			v1+"/a/b/cpu.cfs_quota_us", "-1", v1+"/a/b/cpu.cfs_period_us", "100000"), 2, Limited, "0.8 CPUs (/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us)"},
		{"version 1, no limit", files("proc/self/cgroup", "4:cpu,cpuacct:/", v1+"/cpu.cfs_quota_us", "-1", v1+"/cpu.cfs_period_us", "100000"), 2, OK, "No control group"},
		{"version 1, another controller's path", files("proc/self/cgroup", "5:cpuset:/a\n4:cpu,cpuacct:/", v1+"/a/cpu.cfs_quota_us", "1000", v1+"/a/cpu.cfs_period_us", "100000"), 2, OK, "No control group"},
		{"nonsense", files("proc/self/cgroup", "0::/a\nnonsense", v2+"/a/cpu.max", "a b"), 2, OK, "No control group"},
		{"a period of zero", files("proc/self/cgroup", "0::/a", v2+"/a/cpu.max", "1000 0"), 2, OK, "No control group"},
	} {
		f := quota(c.root, plain(c.cpus))
		if f.State != c.state || !strings.Contains(f.Detail, c.says) {
			t.Errorf("%s: %s: %q, want %s with %q", c.title, f.State, f.Detail, c.state, c.says)
		}
		if (f.State == Limited) != (f.Advice != "") {
			t.Errorf("%s: %s with the advice %q", c.title, f.State, f.Advice)
		}
	}
}

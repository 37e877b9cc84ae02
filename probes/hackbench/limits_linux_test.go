//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder holds files of these texts.
func folder(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWhatACgroupLeaves(t *testing.T) {
	dir := folder(t, map[string]string{
		"pids.max": "100\n", "pids.current": "30\n", "memory.max": "max\n", "memory.current": "1\n",
		"memory.stat": "anon 5\ninactive_file 4096\nactive_file 7\n", "meminfo": "MemFree: 1 kB\nMemAvailable:    4711 kB\nSwap\n",
	})
	stated := func(name string) int64 { return stat(dir, name) }
	for what, got := range map[string][2]int64{
		"of a limit":                  {left(dir, "pids.max", "pids.current", 0), 70},
		"with what can be given back": {left(dir, "pids.max", "pids.current", stated("inactive_file")), 70 + 4096},
		"of max":                      {left(dir, "memory.max", "memory.current", 0), none},
		"of no file":                  {left(dir, "cpu.max", "pids.current", 0), none},
		"of what nobody counts":       {left(dir, "pids.max", "nothing", 0), 100},
		"a name of which one is part": {stated("file"), 0},
		"in kilobytes":                {kilobytes(filepath.Join(dir, "meminfo"), "MemAvailable:", 1), 4711 << 10},
		"a line without a number":     {kilobytes(filepath.Join(dir, "meminfo"), "Swap", 9), 9},
		"of a folder that is gone":    {stat(filepath.Join(dir, "gone"), "anon"), 0},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %d, want %d", what, got[0], got[1])
		}
	}
}

// This process counts against its user's limit like any other.
func TestThisProcessIsAmongItsUsers(t *testing.T) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	if n := tasksOfUser(); n < 1 {
		t.Errorf("this user has %d threads", n)
	}
	privileged := os.Getuid() == 0
	if !privileged && strings.Contains(string(status), "CapEff:\t0000000000000000") && exempt() {
		t.Error("a user without capabilities is taken for exempt")
	}
	if privileged && !exempt() {
		t.Error("root is taken for a user with a limit")
	}
}

// A group is limited by all that it is in, its own and every one above.
func TestEveryCgroupAboveCounts(t *testing.T) {
	dirs := cgroups()
	if len(dirs) == 0 {
		t.Skip("this process is in no group of version 2")
	}
	if last := dirs[len(dirs)-1]; last != "/sys/fs/cgroup" {
		t.Errorf("the last of %q is no root", dirs)
	}
	for i, dir := range dirs[1:] {
		if dir != filepath.Dir(dirs[i]) {
			t.Errorf("%s follows %s", dir, dirs[i])
		}
	}
	if unique := slices.Compact(slices.Clone(dirs)); len(unique) != len(dirs) {
		t.Errorf("some are there twice: %q", dirs)
	}
}

package doctor

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"linebounce/probes/topology"
)

// Whatever the files under /sys and /proc say, each finding is told once, in
// sentences, with a state that programs know, and says no figure that is none.
func FuzzExamine(f *testing.F) {
	f.Add([]byte("-- proc/self/cgroup --\n0::/\n-- sys/fs/cgroup/cpu.max --\n10000 100000\n-- sys/fs/cgroup/cpu.stat --\nnr_periods 5\nnr_throttled 4\n"), uint8(2))
	f.Add([]byte("-- proc/self/cgroup --\n0::/\n-- sys/fs/cgroup/cpu.max --\ninf 1\n"), uint8(2))
	f.Add([]byte("-- proc/stat --\ncpu0 9 0 0 0 0 0 0 -100\n-- proc/self/limits --\nMax open files -5 -5\n"), uint8(1))
	f.Add([]byte("-- sys/devices/system/node/node-7/cpulist --\n\n-- sys/devices/system/node/node1/cpulist --\n0-1\n"), uint8(3))
	f.Add([]byte("-- sys/devices/system/cpu/isolated --\n1,0,7\n-- sys/devices/system/cpu/online --\n0\n-- sys/devices/system/cpu/present --\n0-9,3\n"), uint8(4))
	f.Add([]byte("-- proc/sys/kernel/perf_event_paranoid --\n-1\n-- sys/bus/event_source/devices/ibs_op/type --\n1\n-- proc/self/status --\nCapEff:\tzz\n-- proc/version --\nMicrosoft\n"), uint8(4))
	f.Fuzz(func(t *testing.T, text []byte, cpus uint8) {
		if bytes.Contains(text, []byte("-- --")) { // a marker without a name breaks txtar
			return
		}
		root := fstest.MapFS{}
		for _, file := range txtar.Parse(text).Files {
			if fs.ValidPath(file.Name) {
				root[file.Name] = &fstest.MapFile{Data: file.Data}
			}
		}
		id := topology.Identity{OS: "linux", Arch: "amd64", CPUIDLine: 64, CanPin: true}
		for i := range int(cpus % 8) {
			id.Allowed = append(id.Allowed, i)
		}
		m := topology.ReadFrom(root, id)
		var names []string
		for _, found := range Examine(root, m, works(m)) {
			if slices.Contains(names, found.Name) {
				t.Errorf("two findings are called %q", found.Name)
			}
			names = append(names, found.Name)
			if found.State != OK && found.State != Limited && found.State != Missing {
				t.Errorf("%s has the state %q", found.Name, found.State)
			}
			if !strings.HasSuffix(found.Detail, ".") {
				t.Errorf("%s: %q is no sentence", found.Name, found.Detail)
			}
			for _, none := range []string{"NaN", "Inf", "%!"} {
				if said := found.Detail + " " + found.Advice; strings.Contains(said, none) && !strings.Contains(string(text), none) {
					t.Errorf("%s says %q: %q", found.Name, none, said)
				}
			}
		}
		if !slices.Contains(names, "cpus") || !slices.Contains(names, "cache line") {
			t.Errorf("only %q were found", names)
		}
	})
}

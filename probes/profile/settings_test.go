package profile

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

const (
	paranoid = "proc/sys/kernel/perf_event_paranoid"
	kptr     = "proc/sys/kernel/kptr_restrict"
	status   = "proc/self/status"

	nobody = "CapEff:\t0000000000000000\nSeccomp:\t0\n"
	root   = "CapEff:\t000001ffffffffff\nSeccomp:\t0\n"
	caged  = "CapEff:\t00000000a80425fb\nSeccomp:\t2\n"
)

func files(pairs ...string) fs.FS {
	root := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		root[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1] + "\n")}
	}
	return root
}

func TestARefusalNamesTheSettingAndNoMore(t *testing.T) {
	for _, c := range []struct {
		title string
		root  fs.FS
		err   error
		says  string
		types string // what to type, "" for nothing
		not   string
	}{
		{"a user", files(paranoid, "2", kptr, "1", status, nobody), syscall.EACCES,
			"kernel.perf_event_paranoid is 2", "sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0", "docker"},
		{"a user, addresses shown", files(paranoid, "4", kptr, "0", status, nobody), syscall.EACCES,
			"kernel.perf_event_paranoid is 4", "sudo sysctl kernel.perf_event_paranoid=1", "kptr"},
		{"seccomp", files(paranoid, "1", status, caged), syscall.EPERM, "seccomp filter", "docker run --cap-add PERFMON --cap-add SYSLOG", "sysctl"},
		{"root of a namespace", files(paranoid, "2", kptr, "0", status, root), syscall.EACCES, "user namespace", "sudo sysctl kernel.perf_event_paranoid=1", "kptr"},
		{"no such call", files(paranoid, "2", status, nobody), syscall.ENOSYS, "ENOSYS", "", "sysctl"},
		{"no /proc", files(), syscall.EACCES, "EACCES", "docker run", "sysctl"},
		{"no descriptors", files(), syscall.EMFILE, "file descriptors", "ulimit -n", "sysctl"},
		{"anything else", files(), syscall.EIO, "input/output", "", "sysctl"},
	} {
		u := refused(c.root, c.err)
		if !strings.Contains(u.Why, c.says) || !strings.Contains(u.Advice, c.types) || strings.Contains(u.Advice, c.not) {
			t.Errorf("%s: %v; want %q and %q, without %q", c.title, u, c.says, c.types, c.not)
		}
	}
}

func TestHiddenSymbolsNameTheSettingAndNoMore(t *testing.T) {
	for _, c := range []struct {
		title string
		root  fs.FS
		err   error
		says  string
		types string
		not   string
	}{
		{"hidden from root", files(paranoid, "2", kptr, "2", status, root), errHidden, "kptr_restrict is 2", "sudo sysctl kernel.kptr_restrict=1", "paranoid"},
		{"hidden from all, being a user", files(paranoid, "1", kptr, "2", status, nobody), errHidden, "kptr_restrict is 2", "sudo sysctl kernel.kptr_restrict=0", "as root"},
		{"hidden from users", files(paranoid, "1", kptr, "1", status, nobody), errHidden, "kptr_restrict is 1", "sudo sysctl kernel.kptr_restrict=0", "paranoid"},
		{"hidden by the other", files(paranoid, "2", kptr, "0", status, nobody), errHidden, "CAP_SYSLOG", "sudo sysctl kernel.perf_event_paranoid=1", "kptr_restrict="},
		{"not there", files(), fs.ErrNotExist, "/proc/kallsyms cannot be read", "where /proc is mounted", "sysctl"},
	} {
		u := unresolved(c.root, c.err)
		if !strings.Contains(u.Why, c.says) || !strings.Contains(u.Advice, c.types) || strings.Contains(u.Advice, c.not) {
			t.Errorf("%s: %v; want %q and %q, without %q", c.title, u, c.says, c.types, c.not)
		}
	}
	if u := noBuffer(syscall.EPERM); !strings.Contains(u.Advice, "perf_event_mlock_kb") || errors.Is(u, syscall.EPERM) {
		t.Errorf("no memory for samples: %v", u)
	}
}

func TestCountersAreNamedAlsoWhereTheyAreAbsent(t *testing.T) {
	counts := files("sys/bus/event_source/devices/cpu/type", "4")
	for _, c := range []struct {
		title string
		cpu   processor
		root  fs.FS
		want  string // the first counter, or a part of why there is none
	}{
		{"Skylake", processor{intel: true, family: 6, model: 85}, counts, "mem_load_l3_hit_retired.xsnp_hitm"},
		{"Zen 5", processor{amd: true, family: 0x1a}, counts, "ls_dmnd_fills_from_sys.local_ccx"},
		{"Zen 5 in a guest", processor{amd: true, family: 0x1a}, files(), "local_ccx and ls_dmnd_fills_from_sys.remote_cache cannot be read"},
		{"some other", processor{}, counts, "none is known for this processor"},
		{"some other in a guest", processor{}, files(), "counts nothing here, as is usual"},
		{"an early Zen", processor{amd: true, family: 0x17}, counts, "none is known"},
	} {
		list, why := c.cpu.available(c.root)
		if len(list) > 0 && why == "" && list[0].name == c.want || len(list) == 0 && strings.Contains(why, c.want) {
			continue
		}
		t.Errorf("%s: %v, %q; want %q", c.title, list, why, c.want)
	}
}

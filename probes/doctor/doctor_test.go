package doctor

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// files makes a root file system of paths and texts by turns.
func files(pairs ...string) fstest.MapFS {
	root := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		root[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1] + "\n")}
	}
	return root
}

// plain is a machine of so many cores under one L3, with nothing to complain
// about.
func plain(cores int) topology.Machine {
	m := topology.Machine{OS: "linux", Arch: "amd64", Online: cores, LineBytes: 64, LineSource: topology.FromSysfs,
		CacheLevel: 3, Governor: "performance", SMT: "off", CanPin: true}
	for i := range cores {
		m.CPUs = append(m.CPUs, topology.CPU{Number: i, Core: i})
	}
	return m
}

// but is a machine with something changed.
func but(m topology.Machine, change func(*topology.Machine)) topology.Machine {
	change(&m)
	return m
}

func works(m topology.Machine) Tried { return Tried{Pinned: m.Allowed()} }

func find(t *testing.T, findings []Finding, name string) Finding {
	t.Helper()
	for _, f := range findings {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no finding is called %q", name)
	return Finding{}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		title   string
		machine topology.Machine
		root    fstest.MapFS
		name    string
		state   State
		says    []string // in Detail or Advice
	}{
		{"all CPUs", plain(4), nil, "cpus", OK, []string{"all 4 CPUs that are online, 0-3"}},
		{"a mask", but(plain(3), func(m *topology.Machine) { m.Online = 8 }), nil, "cpus", OK, []string{"0-2 of the 8"}},
		{"one CPU", plain(1), nil, "cpus", Missing, []string{"only CPU 0", "two CPUs or more"}},
		{"a mask of one", but(plain(1), func(m *topology.Machine) { m.Online = 4 }), nil, "cpus", Missing, []string{"only CPU 0", "taskset -c 0-1"}},
		{"one CPU online of four", plain(1), files(cpuDir+"/present", "0-3", cpuDir+"/online", "0"), "cpus", Missing, []string{"Offline: 1-3", "sudo chcpu -e 1-3"}},
		{"some offline", plain(2), files(cpuDir+"/present", "0-3", cpuDir+"/online", "0-1"), "cpus", OK, []string{"Offline: 2-3"}},

		{"a CPU to spare", plain(3), nil, "screen", OK, []string{"leave a CPU"}},
		{"no CPU to spare", plain(2), nil, "screen", Limited, []string{"leave no CPU"}},
		{"no CPU to spare, more online", but(plain(2), func(m *topology.Machine) { m.Online = 4 }), nil, "screen", Limited, []string{"taskset -c 0-2"}},

		{"line by sysfs", plain(2), nil, "cache line", OK, []string{"64 bytes, as sysfs says"}},
		{"line by the processor", but(plain(2), func(m *topology.Machine) { m.LineBytes, m.LineSource = 128, topology.FromCPUID }), nil, "cache line", OK, []string{"128 bytes, as cpuid says"}},
		{"line by the library", but(plain(2), func(m *topology.Machine) { m.LineSource = topology.FromXSys }), nil, "cache line", Limited, []string{"x/sys/cpu"}},
		{"line assumed", but(plain(2), func(m *topology.Machine) { m.LineSource = topology.Assumed }), nil, "cache line", Limited, []string{"assumed"}},

		{"caches known", plain(2), nil, "caches", OK, []string{"one L3 cache", "CPUs 0 and 1 are used", "one L3."}},
		{"two caches", but(plain(4), func(m *topology.Machine) { m.CPUs[3].L3 = 3 }), nil, "caches", OK, []string{"2 L3 caches"}},
		{"caches unknown", but(plain(2), func(m *topology.Machine) { m.CacheLevel, m.CPUs[0].L3, m.CPUs[1].L3 = 0, -1, -1 }), nil, "caches", Limited, []string{"does not say", "one socket", "how near CPUs 0 and 1 are: linebounce latency"}},

		{"SMT off", plain(2), nil, "smt", OK, []string{"switched off"}},
		{"SMT on", but(plain(2), func(m *topology.Machine) { m.SMT = "on" }), nil, "smt", OK, []string{"different cores"}},
		{"only siblings", but(plain(2), func(m *topology.Machine) { m.SMT = "on"; m.CPUs[1].Core = 0 }), nil, "smt", Limited, []string{"0 and 1 are SMT siblings", "lscpu -e"}},
		{"siblings unknown", but(plain(2), func(m *topology.Machine) { m.SMT = ""; m.CPUs[0].Core, m.CPUs[1].Core = -1, -1 }), nil, "smt", Limited, []string{"does not say"}},

		{"performance", plain(2), nil, "frequency", OK, []string{"governor is performance"}},
		{"powersave", but(plain(2), func(m *topology.Machine) { m.Governor = "powersave" }), nil, "frequency", Limited, []string{"powersave", "cpupower frequency-set -g performance"}},
		{"powersave and turbo", but(plain(2), func(m *topology.Machine) { m.Governor, m.Turbo = "powersave", "on" }), files(cpuDir+"/intel_pstate/no_turbo", "0"),
			"frequency", Limited, []string{"turbo is on", "intel_pstate/no_turbo"}},
		{"schedutil and boost", but(plain(2), func(m *topology.Machine) { m.Governor, m.Turbo = "schedutil", "on" }), files(cpuDir+"/cpufreq/boost", "1"),
			"frequency", Limited, []string{"schedutil", "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"}},
		{"no governor in a guest", but(plain(2), func(m *topology.Machine) { m.Governor, m.Hypervisor = "", true }), nil, "frequency", OK, []string{"host's business"}},

		{"bare metal", plain(2), nil, "virtual machine", OK, []string{"Nothing shows"}},
		{"a guest", but(plain(2), func(m *topology.Machine) { m.Hypervisor = true }), nil, "virtual machine", Limited, []string{"in mid-session", "ratio"}},

		{"perf for root alone", plain(2), files(memoryEvents[0], "", "proc/sys/kernel/perf_event_paranoid", "4"), "perf", Limited, []string{"root alone", "sysctl kernel.perf_event_paranoid=1"}},
		{"perf for root, being root", plain(2), files(memoryEvents[0], "", "proc/sys/kernel/perf_event_paranoid", "4", "proc/self/status", "Name:\tx\nCapEff:\t000001ffffffffff\n"), "perf", OK, []string{"all programs and the kernel"}},
		{"perf, own programs", plain(2), files(memoryEvents[2]+"/type", "9", "proc/sys/kernel/perf_event_paranoid", "2", "proc/self/status", "CapEff:\t0000000000000000\n"), "perf", OK, []string{"your own programs, not at the kernel"}},
		{"perf without memory events", plain(2), files("proc/sys/kernel/perf_event_paranoid", "-1"), "perf", Limited, []string{"no memory events"}},
		{"no perf events", plain(2), nil, "perf", Limited, []string{"no perf events"}},
	} {
		f := find(t, Examine(c.root, c.machine, works(c.machine)), c.name)
		if f.State != c.state {
			t.Errorf("%s: %s is %s, want %s (%s)", c.title, c.name, f.State, c.state, f.Detail)
		}
		for _, want := range c.says {
			if !strings.Contains(f.Detail+" "+f.Advice, want) {
				t.Errorf("%s: %s says %q and advises %q, without %q", c.title, c.name, f.Detail, f.Advice, want)
			}
		}
	}
}

func TestWhatFailedWhenTriedIsReported(t *testing.T) {
	refused := &probes.Unable{What: "a thread could not be pinned to CPU 1", Why: "the system refused it (EPERM)", Advice: "Run it outside."}
	m := plain(2)
	for _, c := range []struct {
		title string
		tried Tried
		name  string
		state State
		says  string
	}{
		{"pinned everywhere", works(m), "pinning", OK, "CPUs 0-1"},
		{"pinned nowhere", Tried{Pinning: refused}, "pinning", Missing, "EPERM"},
		{"pinned to one", Tried{Pinned: []int{0}, Pinning: refused}, "pinning", Limited, "CPU 0 only"},
		{"nothing to pin to", Tried{}, "pinning", Missing, "no CPU to try"},
		{"another error", Tried{Pinning: errors.New("odd")}, "pinning", Missing, "Odd."},
		{"credentials arrive", works(m), "credentials", OK, "pid, uid and gid"},
		{"profiles", works(m), "kernel profile", OK, "linebounce kernel profile"},
		{"does not profile", Tried{Profile: refused}, "kernel profile", Missing, "EPERM"},
		{"credentials do not arrive", Tried{Credentials: noCredentials("SO_PASSCRED is refused", "Run it outside.")}, "credentials", Missing, "SO_PASSCRED is refused"},
	} {
		f := find(t, Examine(files(), m, c.tried), c.name)
		if f.State != c.state || !strings.Contains(f.Detail, c.says) {
			t.Errorf("%s: %s: %q, want %s with %q", c.title, f.State, f.Detail, c.state, c.says)
		}
		if errors.As(c.tried.Pinning, new(*probes.Unable)) && c.name == "pinning" && f.Advice != refused.Advice {
			t.Errorf("%s: advises %q, want %q", c.title, f.Advice, refused.Advice)
		}
	}
}

func TestLinuxMattersAreLeftOutElsewhere(t *testing.T) {
	m := but(plain(2), func(m *topology.Machine) { m.OS = "darwin" })
	for _, f := range Examine(files(), m, Tried{}) {
		if f.Name == "cpu quota" || f.Name == "perf" || f.Name == "kernel profile" {
			t.Errorf("%q is about Linux", f.Name)
		}
	}
}

// What lies under /sys elsewhere is something else, and no CPU can be named there.
func TestElsewhereNoFileIsBelieved(t *testing.T) {
	root := files(cpuDir+"/online", "0-1", cpuDir+"/present", "0-3", cpuDir+"/cpu0/cache/index0/coherency_line_size", "128")
	m := topology.ReadFrom(root, topology.Identity{OS: "darwin", Allowed: []int{0, 1, 2, 3}, CPUIDLine: 64})
	if m.LineBytes != 64 || m.Online != 0 {
		t.Errorf("%d CPUs online and a line of %d bytes are what a file says", m.Online, m.LineBytes)
	}
	for _, f := range Examine(root, m, Tried{}) {
		if strings.Contains(f.Detail+f.Advice, "Offline") || strings.Contains(f.Advice, "cpus=") {
			t.Errorf("%s says %q and advises %q", f.Name, f.Detail, f.Advice)
		}
	}
}

// An advice names CPUs that may be used, and none where there is no choice.
func TestAdviceNamesCPUsThatThereAre(t *testing.T) {
	for _, c := range []struct {
		allowed []int
		says    string
	}{
		{[]int{0, 1, 2, 3}, "cpus=0,2"},
		{[]int{3, 5, 9}, "cpus=3,9"},
		{[]int{4, 6}, "how near CPUs 4 and 6 are: linebounce latency"},
		{[]int{7}, ""},
	} {
		m := topology.ReadFrom(files(), topology.Identity{OS: "linux", Allowed: c.allowed, CanPin: true})
		if f := find(t, Examine(files(), m, works(m)), "smt"); f.State != Limited || !strings.Contains(f.Advice, c.says) || c.says == "" && f.Advice != "" {
			t.Errorf("CPUs %v: smt is %s and advises %q, want %q", c.allowed, f.State, f.Advice, c.says)
		}
		if f := find(t, Examine(files(), m, works(m)), "system files"); strings.Contains(f.Advice, "cpus=") != strings.Contains(c.says, "cpus=") {
			t.Errorf("CPUs %v: system files advises %q", c.allowed, f.Advice)
		}
	}
}

// Every finding of any machine is sentences, and has a state that programs
// know.
func TestFindingsAreSentences(t *testing.T) {
	machines := []topology.Machine{plain(1), plain(2), plain(64), topology.ReadFrom(files(), topology.Identity{OS: "linux", Allowed: []int{3}}),
		topology.ReadFrom(files(), topology.Identity{OS: "darwin", Allowed: []int{0, 1, 2, 3}})}
	for _, m := range machines {
		names := map[string]bool{}
		for _, f := range Examine(files(), m, Tried{Pinning: &probes.Unable{What: "a", Why: "b"}}) {
			if names[f.Name] {
				t.Errorf("two findings are called %q", f.Name)
			}
			names[f.Name] = true
			if f.State != OK && f.State != Limited && f.State != Missing {
				t.Errorf("%s has the state %q", f.Name, f.State)
			}
			if !strings.HasSuffix(f.Detail, ".") || strings.Contains(f.Detail, "..") || strings.ToUpper(f.Detail[:1]) != f.Detail[:1] {
				t.Errorf("%s: %q is no sentence", f.Name, f.Detail)
			}
		}
	}
}

// What this very machine shows must agree with what was tried on it.
func TestThisMachine(t *testing.T) {
	m := topology.Read()
	findings := Check(m)
	if m.OS != "linux" {
		if f := find(t, findings, "pinning"); f.State != Missing {
			t.Errorf("pinning is %s on %s, want missing", f.State, m.OS)
		}
		t.Skipf("the rest is about Linux, and this is %s", m.OS)
	}
	if f := find(t, findings, "cpus"); (f.State == Missing) != (len(m.CPUs) < 2) {
		t.Errorf("with %d CPUs, cpus is %s", len(m.CPUs), f.State)
	}
	if f := find(t, findings, "credentials"); f.State != OK {
		t.Skipf("credentials do not arrive here: %s", f.Detail)
	}
}

package topology

import (
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"linebounce/probes/pinning"
	"linebounce/probes/topology/cpulist"
)

func (f fake) readArm(allowed string) Machine {
	cpus, err := cpulist.Parse(allowed)
	if err != nil {
		panic(err)
	}
	return ReadFrom(fstest.MapFS(f), Identity{OS: "linux", Arch: "arm64", Allowed: cpus, CanPin: true})
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name string
		got  Machine
		want Machine
	}{
		{"virtual", virtual().read("0-1"), Machine{
			Model: "Plain Processor", Online: 2, LineBytes: 64, LineSource: FromCPUID, SMT: "none", Hypervisor: true,
			CPUs: []CPU{{0, 0, 0, 0, -1, ""}, {1, 1, 1, 0, -1, ""}},
		}},
		{"desktop, two CPUs allowed", desktop().read("1,5"), Machine{
			Online: 8, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3, Turbo: "on", SMT: "on",
			CPUs: []CPU{{1, 1, 0, 0, 0, ""}, {5, 1, 0, 0, 0, ""}},
		}},
		{"desktop, first CPU allowed", desktop().read("0"), Machine{
			Online: 8, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3, Governor: "powersave", Turbo: "on", SMT: "on",
			CPUs: []CPU{{0, 0, 0, 0, 0, ""}},
		}},
		{"complexes", complexes().read("3-4"), Machine{
			Online: 8, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3, Turbo: "off",
			CPUs: []CPU{{3, 3, 0, 0, 0, ""}, {4, 4, 0, 0, 4, ""}},
		}},
		{"server", server().read("6-7"), Machine{
			Online: 8, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3,
			CPUs: []CPU{{6, 6, 0, 0, 0, ""}, {7, 7, 1, 1, 1, ""}},
		}},
		{"hybrid", hybrid().read("1,8,17"), Machine{
			Online: 18, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3,
			CPUs: []CPU{{1, 0, 0, 0, 0, "P"}, {8, 8, 0, 0, 0, "E"}, {17, 17, 0, 0, 16, "E"}},
		}},
		{"huge", huge().read("1023-1024"), Machine{
			Online: 1200, LineBytes: 64, LineSource: FromSysfs, CacheLevel: 3,
			CPUs: []CPU{{1023, 1023, 1, 1, 1016, ""}, {1024, 1024, 1, 1, 1024, ""}},
		}},
		{"bare", bare().read("3,5"), Machine{
			LineBytes: 64, LineSource: FromCPUID,
			CPUs: []CPU{{3, -1, -1, -1, -1, ""}, {5, -1, -1, -1, -1, ""}},
		}},
	} {
		c.want.OS, c.want.Arch, c.want.Kernel, c.want.CanPin = "linux", "amd64", "Linux 6.18.0", true
		compare(t, c.name, c.got, c.want)
	}
	compare(t, "board", board().readArm("3-4"), Machine{
		Model: "Arm, implementer 0x41, part 0xd03", OS: "linux", Arch: "arm64", Online: 6, CanPin: true,
		LineBytes: 128, LineSource: FromSysfs, CacheLevel: 2,
		CPUs: []CPU{{3, 3, 0, -1, 0, "E"}, {4, 4, 0, -1, 4, "P"}},
	})
}

func compare(t *testing.T, name string, got, want Machine) {
	t.Helper()
	if !slices.Equal(got.CPUs, want.CPUs) {
		t.Errorf("%s: CPUs %+v, want %+v", name, got.CPUs, want.CPUs)
	}
	got.CPUs, want.CPUs = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
}

// A file that makes no sense is the same as none.
func TestDamagedFilesAreNotBelieved(t *testing.T) {
	for _, damage := range []string{"", "\xff\x00garbage", "-5", "0-", "99999999999999999999"} {
		f := desktop()
		for path := range f {
			f.file(path, damage)
		}
		m := f.read("0-3")
		for i, cpu := range m.CPUs {
			if cpu.L3 != -1 || cpu.Node != -1 || cpu.Kind != "" {
				t.Errorf("%q in every file: CPU %d is %+v", damage, i, cpu)
			}
		}
		if m.CacheLevel != 0 || m.LineSource != FromCPUID || m.Turbo != "" || m.SMT != "" || m.Online != 0 {
			t.Errorf("%q in every file: %+v", damage, m)
		}
		if picked, err := m.Choose(4); err != nil || !slices.Equal(picked, []int{0, 1, 2, 3}) {
			t.Errorf("%q in every file: Choose(4) = %v, %v", damage, picked, err)
		}
	}
}

func TestLineSize(t *testing.T) {
	cached := func(bytes int) fake { return fake{}.cache(1, "0", bytes) }
	for _, c := range []struct {
		name   string
		files  fake
		id     Identity
		bytes  int
		source LineSource
	}{
		{"sysfs", cached(64), Identity{CPUIDLine: 32}, 64, FromSysfs},
		{"128 bytes", cached(128), Identity{CPUIDLine: 64}, 128, FromSysfs},
		{"256 bytes", cached(256), Identity{}, 256, FromSysfs},
		{"the longest of several caches", cached(64).cache(2, "0", 128), Identity{}, 128, FromSysfs},
		{"sysfs says 0", cached(0), Identity{CPUIDLine: 128, XSysLine: 64}, 128, FromCPUID},
		{"sysfs makes no sense", cached(100), Identity{CPUIDLine: 64}, 64, FromCPUID},
		{"only x/sys/cpu", fake{}, Identity{XSysLine: 256}, 256, FromXSys},
		{"nobody", fake{}, Identity{}, 64, Assumed},
		{"only an instruction cache", cached(32).file(cpuDir+"/cpu0/cache/index1/type", "Instruction"), Identity{}, 64, Assumed},
	} {
		c.id.OS, c.id.Allowed = "linux", []int{0}
		m := ReadFrom(fstest.MapFS(c.files), c.id)
		if m.LineBytes != c.bytes || m.LineSource != c.source {
			t.Errorf("%s: %d bytes from %s, want %d from %s", c.name, m.LineBytes, m.LineSource, c.bytes, c.source)
		}
	}
}

// A guest often sees a second level of its own for each core and no third. That
// must not read as "these cores share nothing".
func TestPrivateSecondLevelIsNotTheLast(t *testing.T) {
	f := fake{}.cpu(0, 0, "0").cpu(1, 0, "1").cache(2, "0", 64).cache(2, "1", 64)
	if m := f.read("0-1"); m.CacheLevel != 0 || m.CPUs[0].L3 != -1 {
		t.Errorf("level %d, group %d, want unknown", m.CacheLevel, m.CPUs[0].L3)
	}
}

func TestSettings(t *testing.T) {
	for _, c := range []struct{ path, text, turbo, smt string }{
		{cpuDir + "/intel_pstate/no_turbo", "1", "off", ""},
		{cpuDir + "/cpufreq/boost", "1", "on", ""},
		{cpuDir + "/cpufreq/boost", "nonsense", "", ""},
		{cpuDir + "/smt/control", "off", "", "off"},
		{cpuDir + "/smt/control", "forceoff", "", "off"},
		{cpuDir + "/smt/control", "notsupported", "", "none"},
		{cpuDir + "/smt/control", "notimplemented", "", ""},
		{cpuDir + "/smt/control", "4", "", "on"},
	} {
		if m := (fake{}.file(c.path, c.text).read("0")); m.Turbo != c.turbo || m.SMT != c.smt {
			t.Errorf("%s with %q: turbo %q and smt %q, want %q and %q", c.path, c.text, m.Turbo, m.SMT, c.turbo, c.smt)
		}
	}
	if m := (fake{}.cpu(0, 0, "0-1").cpu(1, 0, "0-1").read("0-1")); m.SMT != "on" {
		t.Errorf("two CPUs of one core: smt %q, want on", m.SMT)
	}
}

func TestHypervisor(t *testing.T) {
	dmi := func(vendor, product string) fake {
		return fake{}.file("sys/class/dmi/id/sys_vendor", vendor).file("sys/class/dmi/id/product_name", product)
	}
	for _, c := range []struct {
		name  string
		files fake
		want  bool
	}{
		{"bare metal", dmi("LENOVO", "20XW"), false},
		{"a cloud's bare metal", dmi("Amazon EC2", "c7g.metal"), false},
		{"a cloud's guest", dmi("Amazon EC2", "c7g.large"), true},
		{"QEMU", dmi("QEMU", "KVM"), true},
		{"Hyper-V", dmi("Microsoft Corporation", "Virtual Machine"), true},
		{"Xen", fake{}.file("sys/hypervisor/type", "xen"), true},
		{"an Arm virtual board", fake{}.file("sys/firmware/devicetree/base/compatible", "linux,dummy-virt\x00"), true},
		{"a flag that only contains the word", fake{}.file("proc/cpuinfo", "flags : nohypervisor"), false},
	} {
		if got := c.files.read("0").Hypervisor; got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestModel(t *testing.T) {
	named := Identity{Model: " By CPUID "}
	for _, c := range []struct {
		info string
		id   Identity
		want string
	}{
		{"model name : First\n\nmodel name : Second", named, "First"},
		{"processor : 0", named, "By CPUID"},
		{"cpu : POWER9", Identity{}, "POWER9"},
		{"processor : 0", Identity{}, "Some Board"},
	} {
		f := fake{}.file("proc/cpuinfo", c.info).file("sys/firmware/devicetree/base/model", "Some Board\x00")
		c.id.OS = "linux"
		if got := ReadFrom(fstest.MapFS(f), c.id).Model; got != c.want {
			t.Errorf("%q: %q, want %q", c.info, got, c.want)
		}
	}
}

// What this very machine says must hold together.
func TestThisMachine(t *testing.T) {
	m := Read()
	if len(m.CPUs) == 0 {
		t.Fatal("no CPU is allowed, yet this test runs")
	}
	if allowed, err := pinning.Allowed(); err == nil && !slices.Equal(m.Allowed(), allowed) {
		t.Errorf("CPUs %v, want the mask %v", m.Allowed(), allowed)
	}
	if m.Online > 0 && m.Online < len(m.CPUs) {
		t.Errorf("%d CPUs online and %d allowed", m.Online, len(m.CPUs))
	}
	if !credible(m.LineBytes) || m.LineSource == Assumed {
		t.Errorf("a line of %d bytes, %s", m.LineBytes, m.LineSource)
	}
	if picked, err := m.Choose(len(m.CPUs)); err != nil || len(picked) != len(m.CPUs) {
		t.Errorf("Choose(%d) = %v, %v", len(m.CPUs), picked, err)
	}
}

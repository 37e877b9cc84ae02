package topology

import (
	"fmt"
	"testing/fstest"

	"linebounce/probes/topology/cpulist"
)

// fake is a machine made of the files that a kernel would show.
type fake fstest.MapFS

func (f fake) file(path, text string) fake {
	f[path] = &fstest.MapFile{Data: []byte(text + "\n")}
	return f
}

func (f fake) online(list string) fake { return f.file(cpuDir+"/online", list) }

// cpu adds one CPU: its socket and the list of its core's threads.
func (f fake) cpu(number, socket int, siblings string) fake {
	dir := topologyDir(number)
	f.file(dir+"/physical_package_id", fmt.Sprint(socket))
	return f.file(dir+"/core_cpus_list", siblings)
}

// cache adds a data or unified cache of a level to all CPUs that share it.
func (f fake) cache(level int, list string, lineBytes int) fake {
	cpus, err := cpulist.Parse(list)
	if err != nil {
		panic(err)
	}
	for _, cpu := range cpus {
		dir := fmt.Sprintf("%s/cpu%d/cache/index%d", cpuDir, cpu, level)
		f.file(dir+"/level", fmt.Sprint(level))
		f.file(dir+"/type", "Unified")
		f.file(dir+"/shared_cpu_list", list)
		f.file(dir+"/coherency_line_size", fmt.Sprint(lineBytes))
	}
	return f
}

func (f fake) node(number int, list string) fake {
	return f.file(fmt.Sprintf("sys/devices/system/node/node%d/cpulist", number), list)
}

func (f fake) read(allowed string) Machine {
	cpus, err := cpulist.Parse(allowed)
	if err != nil {
		panic(err)
	}
	return ReadFrom(fstest.MapFS(f), Identity{OS: "linux", Arch: "amd64", Kernel: "Linux 6.18.0", Allowed: cpus, CPUIDLine: 64, XSysLine: 128, CanPin: true})
}

// virtual is a small guest: a socket each, no caches shown.
func virtual() fake {
	return fake{}.online("0-1").cpu(0, 0, "0").cpu(1, 1, "1").node(0, "0-1").
		file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Plain Processor\nflags\t\t: fpu hypervisor sse\n\nprocessor\t: 1\nmodel name\t: Other").
		file(cpuDir+"/smt/control", "notsupported")
}

// desktop has four cores of two threads under one L3, numbered thread by
// thread: 0 and 4 are siblings.
func desktop() fake {
	f := fake{}.online("0-7").node(0, "0-7").cache(3, "0-7", 64)
	for i := range 4 {
		siblings := fmt.Sprintf("%d,%d", i, i+4)
		f.cpu(i, 0, siblings).cpu(i+4, 0, siblings).cache(2, siblings, 64)
	}
	return f.file(cpuDir+"/smt/control", "on").
		file(cpuDir+"/cpu0/cpufreq/scaling_governor", "powersave").
		file(cpuDir+"/intel_pstate/no_turbo", "0")
}

// complexes has eight cores in one socket under two L3s.
func complexes() fake {
	f := fake{}.online("0-7").node(0, "0-7").cache(3, "0-3", 64).cache(3, "4-7", 64)
	for i := range 8 {
		f.cpu(i, 0, fmt.Sprint(i))
	}
	return f.file(cpuDir+"/cpufreq/boost", "0")
}

// server has two sockets of four cores, even CPUs in the first.
func server() fake {
	f := fake{}.online("0-7").node(0, "0,2,4,6").node(1, "1,3,5,7").
		cache(3, "0,2,4,6", 64).cache(3, "1,3,5,7", 64)
	for i := range 8 {
		f.cpu(i, i%2, fmt.Sprint(i))
	}
	return f
}

// hybrid has four performance cores of two threads, then eight efficiency
// cores, all under one L3, and two more efficiency cores that have none.
func hybrid() fake {
	f := fake{}.online("0-17").node(0, "0-17").cache(3, "0-15", 64).cache(2, "16-17", 64).
		file("sys/devices/cpu_core/cpus", "0-7").
		file("sys/devices/cpu_atom/cpus", "8-17")
	for i := range 4 {
		siblings := fmt.Sprintf("%d-%d", 2*i, 2*i+1)
		f.cpu(2*i, 0, siblings).cpu(2*i+1, 0, siblings)
	}
	for i := 8; i < 18; i++ {
		f.cpu(i, 0, fmt.Sprint(i))
	}
	return f
}

// huge has two sockets of 600 cores, an L3 for every 8.
func huge() fake {
	f := fake{}.online("0-1199").node(0, "0-599").node(1, "600-1199")
	for i := range 1200 {
		f.cpu(i, i/600, fmt.Sprint(i))
	}
	for i := 0; i < 1200; i += 8 {
		f.cache(3, fmt.Sprintf("%d-%d", i, i+7), 64)
	}
	return f
}

// board is a small Arm board with two clusters and no third level.
func board() fake {
	f := fake{}.online("0-5").cache(2, "0-3", 64).cache(2, "4-5", 128)
	for i := range 6 {
		f.cpu(i, 0, fmt.Sprint(i)).file(topologyDir(i)+"/core_id", fmt.Sprint(i%4))
		capacity := "485"
		if i >= 4 {
			capacity = "1024"
		}
		f.file(fmt.Sprintf("%s/cpu%d/cpu_capacity", cpuDir, i), capacity)
	}
	return f.file("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd03")
}

// masked has cores with holes between those that may be used, two of them
// offline.
func masked() fake {
	f := fake{}.online("0-9,12-15").node(0, "0-9,12-15").cache(3, "0-9,12-15", 64)
	for i := range 16 {
		if i < 10 || i > 11 {
			f.cpu(i, 0, fmt.Sprint(i))
		}
	}
	return f
}

// bare shows no file at all.
func bare() fake { return fake{} }

// Package topology says what machine this is, as far as the picture and the
// figures need it: the CPUs that this process may use and how they share
// caches, and how long a cache line is.
package topology

// Machine is one computer as this process sees it.
type Machine struct {
	Model      string     // CPU model as the system names it, "" where unknown
	Kernel     string     // operating system and release, such as "Linux 6.18.44"
	OS, Arch   string     // as Go names them
	CPUs       []CPU      // those this process may use, ascending by number
	Online     int        // CPUs online in the whole machine, 0 where unknown
	LineBytes  int        // bytes in a cache line
	LineSource LineSource // how LineBytes is known
	CacheLevel int        // level of the cache that CPU.L3 is about: 3, or 2 where there is no third level; 0 where unknown
	Governor   string     // frequency governor, "" where unknown
	Turbo      string     // "on", "off" or "" where unknown
	SMT        string     // "on", "off", "none" where the cores have one thread each, "" where unknown
	Hypervisor bool       // runs in a virtual machine
	CanPin     bool       // this system can bind a thread to a CPU at all
}

// CPU is one logical CPU. What is not known is -1, and Kind is "".
type CPU struct {
	Number  int
	Core    int    // CPUs with the same Package and Core are SMT siblings
	Package int    // socket
	Node    int    // NUMA node
	L3      int    // CPUs with the same number share a last-level cache
	Kind    string // "P" or "E" on hybrid parts
}

// LineSource says how the line size is known.
type LineSource string

// The ways to know the line size, best first.
const (
	FromSysfs LineSource = "sysfs"
	FromCPUID LineSource = "cpuid"
	FromXSys  LineSource = "x/sys/cpu"
	Assumed   LineSource = "assumed"
)

// Allowed returns the numbers of the CPUs this process may use, ascending.
func (m Machine) Allowed() []int {
	cpus := make([]int, len(m.CPUs))
	for i, cpu := range m.CPUs {
		cpus[i] = cpu.Number
	}
	return cpus
}

// Find returns what is known of one CPU, and false where this process may not
// use it.
func (m Machine) Find(number int) (CPU, bool) {
	for _, cpu := range m.CPUs {
		if cpu.Number == number {
			return cpu, true
		}
	}
	return CPU{}, false
}

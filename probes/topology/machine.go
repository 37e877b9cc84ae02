// Package topology says what machine this is, as far as the picture and the
// figures need it: the CPUs that this process may use and how they share
// caches, and how long a cache line is.
package topology

import (
	"cmp"
	"slices"
)

// Machine is one computer as this process sees it.
type Machine struct {
	Model      string     `json:"model"`             // CPU model as the system names it, "" where unknown
	Kernel     string     `json:"kernel"`            // operating system and release, such as "Linux 6.18.44"
	OS         string     `json:"os"`                // as Go names it
	Arch       string     `json:"arch"`              // as Go names it
	CPUs       []CPU      `json:"cpus"`              // those this process may use, ascending by number
	Online     int        `json:"online"`            // CPUs online in the whole machine, 0 where unknown
	LineBytes  int        `json:"line_bytes"`        // bytes in a cache line
	LineSource LineSource `json:"line_bytes_source"` // how LineBytes is known
	CacheLevel int        `json:"cache_level"`       // level of the cache that CPU.L3 is about: 3, or 2 where there is no third level; 0 where unknown
	Governor   string     `json:"governor"`          // frequency governor, "" where unknown
	Turbo      string     `json:"turbo"`             // "on", "off" or "" where unknown
	SMT        string     `json:"smt"`               // "on", "off", "none" where this processor has one thread a core, "" where unknown
	Hypervisor bool       `json:"hypervisor"`        // runs in a virtual machine
	CanPin     bool       `json:"can_pin"`           // this system can bind a thread to a CPU at all
}

// CPU is one logical CPU. What is not known is -1, and Kind is "".
type CPU struct {
	Number  int    `json:"cpu"`
	Core    int    `json:"core"`           // CPUs with the same Package and Core are SMT siblings
	Package int    `json:"package"`        // socket
	Node    int    `json:"node"`           // NUMA node
	L3      int    `json:"l3"`             // CPUs with the same number share a last-level cache
	Kind    string `json:"kind,omitempty"` // "P" or "E" on hybrid parts
}

// LineSource says how the line size is known.
type LineSource string

// The ways to know the line size, best first.
const (
	FromSysfs LineSource = "sysfs"
	FromCPUID LineSource = "cpuid"
	FromXSys  LineSource = "x/sys/cpu"
	Assumed   LineSource = "assumed"
	FromModel LineSource = "preset" // of a machine that is only modelled
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
	i, found := slices.BinarySearchFunc(m.CPUs, number, func(c CPU, n int) int { return cmp.Compare(c.Number, n) })
	if !found {
		return CPU{}, false
	}
	return m.CPUs[i], true
}

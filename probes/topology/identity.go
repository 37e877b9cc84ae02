package topology

import (
	"runtime"
	"unsafe"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"

	"linebounce/probes/pinning"
)

// Identity is what is known of the machine without its file system. Zero
// values stand for what is not known.
type Identity struct {
	OS, Arch   string
	Kernel     string
	Allowed    []int  // the CPUs this process may use, ascending
	Model      string // as CPUID spells it
	CPUIDLine  int    // bytes in a line as CPUID says
	XSysLine   int    // bytes in a line as x/sys/cpu was built for
	Hypervisor bool   // as CPUID says
	CanPin     bool
}

// ownIdentity asks the processor and the operating system. Where the mask
// cannot be read, the CPUs are numbered from 0 as Go counts them.
func ownIdentity() Identity {
	id := Identity{
		OS: runtime.GOOS, Arch: runtime.GOARCH, Kernel: kernel(),
		Model:      cpuid.CPU.BrandName,
		CPUIDLine:  cpuid.CPU.CacheLine,
		XSysLine:   int(unsafe.Sizeof(cpu.CacheLinePad{})),
		Hypervisor: cpuid.CPU.VM(),
		CanPin:     pinning.Supported,
	}
	var err error
	if id.Allowed, err = pinning.Allowed(); err != nil {
		id.CanPin = false
		for i := range runtime.NumCPU() {
			id.Allowed = append(id.Allowed, i)
		}
	}
	return id
}

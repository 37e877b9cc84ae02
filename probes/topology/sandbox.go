package topology

import (
	"io/fs"
	"strings"

	"linebounce/probes"
)

// GVisor reports whether gVisor answers in the kernel's place. It keeps the mask that a
// thread asks for and reports CPUs by it, but binds nothing (SetCPUMask in its
// task_sched.go), so neither the mask read back nor the CPU a thread names says
// where it runs.
func GVisor(root fs.FS) bool {
	version := tree{root}.text("proc/version")
	return strings.Contains(version, "gvisor") || strings.Contains(version, "#1 SMP Sun Jan 10 15:06:54 PST 2016")
}

// Pinnable returns why no thread can be bound to a CPU here, whatever the system
// answers, nil where trying it tells. It is a *probes.Unable.
func (m Machine) Pinnable() error {
	if m.CanPin || m.OS != "linux" {
		return nil
	}
	return &probes.Unable{What: "no thread can be pinned to a CPU here",
		Why:    "the sandbox answers for the kernel, and keeps CPU masks without obeying them or lets nobody read them",
		Advice: "Run it outside the sandbox; the simulator, linebounce sim, works here too."}
}

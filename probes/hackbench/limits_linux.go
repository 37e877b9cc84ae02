//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// What a run needs besides its sockets, estimated high: a thread's kernel
// stack and what the runtime keeps for it, a process's page tables and the
// pages that it writes, the addresses that a thread takes besides its stack,
// and the files that the child has open anyway.
const (
	threadBytes     = 96 << 10
	processBytes    = 512 << 10
	threadAddresses = 2 << 20
	otherFiles      = 20
)

// none stands for a limit that is not there or not known.
const none = math.MaxInt64

// limits is what the machine leaves to a run.
type limits struct {
	files  int64 // open files, of one process
	users  int64 // further processes and threads of this user (RLIMIT_NPROC)
	cgroup int64 // of this cgroup (pids.max)
	system int64 // of the whole system (kernel.threads-max and pid_max)
	memory int64 // bytes that are available
	space  int64 // bytes of addresses that a process may still take (RLIMIT_AS)
	stack  int64 // bytes of them for a thread's stack
	buffer int64 // bytes that a full socket holds
}

// check holds a scenario against the machine before anything starts.
func check(s probes.Scenario) error {
	if err := s.OneOf("mode", probes.ModeThreads, probes.ModeProcesses); err != nil {
		return err
	}
	return readLimits().hold(shapeOf(complete(s)))
}

// hold returns a *probes.Unable that names the first limit that is too low.
func (l limits) hold(s shape) error {
	what, fewer := "threads", "Name fewer groups or senders, or "
	files, each := otherFiles+2*s.groups*s.receivers, int64(threadBytes)
	if s.processes {
		what = "processes"
		files, each = otherFiles+s.receivers+1, processBytes
	}
	addresses := s.tasks() * (l.stack + threadAddresses)
	if s.processes {
		addresses = 0 // each has its own
	}
	bytes := s.tasks()*(each+s.size) + s.groups*s.receivers*l.buffer
	for _, limit := range []struct {
		need, have      int64
		thing, by, help string
	}{
		{files, l.files, "open files", "ulimit -n", fmt.Sprintf("raise the limit (ulimit -n %d).", files)},
		{s.tasks(), l.users, what, "of this user, beside those that run; ulimit -u", "raise the limit (ulimit -u)."},
		{s.tasks(), l.cgroup, what, "of this cgroup; pids.max", "raise its pids.max."},
		{s.tasks(), l.system, what, "of this system; kernel.threads-max, kernel.pid_max", "raise them by sysctl."},
		{bytes >> 20, l.memory >> 20, "MiB of memory", "available", "free some."},
		{addresses >> 20, l.space >> 20, "MiB of addresses", "beside those in use; ulimit -v", "raise the limit (ulimit -v)."},
	} {
		if limit.need > limit.have {
			return &probes.Unable{
				What:   "hackbench was not started",
				Why:    fmt.Sprintf("it needs %d %s, and there may be %d (%s)", limit.need, limit.thing, max(limit.have, 0), limit.by),
				Advice: fewer + limit.help,
			}
		}
	}
	return nil
}

// readLimits asks the system. What cannot be read does not limit.
func readLimits() limits {
	l := limits{files: none, users: none, cgroup: none, system: none, memory: none, space: none, stack: 8 << 20, buffer: number("/proc/sys/net/core/wmem_default", 212992)}
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &r) == nil {
		l.files = int64(min(r.Max, none)) // a Go program raises its own to the hard limit
	}
	if unix.Getrlimit(unix.RLIMIT_NPROC, &r) == nil && r.Cur < none && !exempt() {
		l.users = int64(r.Cur) - tasksOfUser()
	}
	if unix.Getrlimit(unix.RLIMIT_AS, &r) == nil && r.Cur < none {
		l.space = int64(r.Cur) - kilobytes("/proc/self/status", "VmSize:", 0)
	}
	if unix.Getrlimit(unix.RLIMIT_STACK, &r) == nil && r.Cur < 1<<30 {
		l.stack = int64(r.Cur)
	}
	l.memory = kilobytes("/proc/meminfo", "MemAvailable:", none)
	l.system = min(number("/proc/sys/kernel/threads-max", none), number("/proc/sys/kernel/pid_max", none))
	for _, dir := range cgroups() {
		l.cgroup = min(l.cgroup, left(dir, "pids.max", "pids.current", 0))
		l.memory = min(l.memory, left(dir, "memory.max", "memory.current", stat(dir, "inactive_file")))
	}
	return l
}

// exempt reports whether the limit on a user's processes does not hold for
// this one.
func exempt() bool {
	if os.Getuid() == 0 {
		return true
	}
	const admin, resource = 21, 24 // CAP_SYS_ADMIN, CAP_SYS_RESOURCE
	for _, line := range lines("/proc/self/status") {
		if hex, found := strings.CutPrefix(line, "CapEff:"); found {
			caps, err := strconv.ParseUint(strings.TrimSpace(hex), 16, 64)
			return err == nil && caps&(1<<admin|1<<resource) != 0
		}
	}
	return false
}

// tasksOfUser counts the threads that count against the user's limit.
func tasksOfUser() (n int64) {
	uid := strconv.Itoa(os.Getuid())
	statuses, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, path := range statuses {
		mine := false
		for _, line := range lines(path) {
			fields := strings.Fields(line)
			switch {
			case len(fields) < 2:
			case fields[0] == "Uid:":
				mine = fields[1] == uid
			case fields[0] == "Threads:" && mine:
				threads, _ := strconv.ParseInt(fields[1], 10, 64)
				n += threads
			}
		}
	}
	return n
}

// cgroups returns the directories of this process's cgroup and all above it.
func cgroups() (dirs []string) {
	const root = "/sys/fs/cgroup"
	for _, line := range lines("/proc/self/cgroup") {
		path, found := strings.CutPrefix(line, "0::")
		if !found {
			continue
		}
		for dir := filepath.Join(root, path); strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// left returns what a cgroup's limit leaves, with what could be given back.
func left(dir, limit, used string, spare int64) int64 {
	most := number(filepath.Join(dir, limit), none)
	if most == none {
		return none
	}
	return most - number(filepath.Join(dir, used), 0) + spare
}

func stat(dir, name string) int64 {
	for _, line := range lines(filepath.Join(dir, "memory.stat")) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			n, _ := strconv.ParseInt(value, 10, 64)
			return n
		}
	}
	return 0
}

// kilobytes reads a line such as "MemAvailable: 4711 kB", as bytes.
func kilobytes(path, name string, otherwise int64) int64 {
	for _, line := range lines(path) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != name {
			continue
		}
		if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
			return n << 10
		}
	}
	return otherwise
}

func lines(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func number(path string, otherwise int64) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return otherwise
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return otherwise
	}
	return n
}

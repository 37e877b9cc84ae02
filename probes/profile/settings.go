package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"linebounce/probes"
)

const what = "the kernel cannot be profiled"

// The capabilities that a profile of the kernel needs: the first or the second
// for its samples, the third for its symbols.
const (
	sysAdmin = 21
	perfmon  = 38
	syslog   = 34
)

// settings is what decides whether this process may profile the kernel.
type settings struct {
	paranoid    int // kernel.perf_event_paranoid
	hasParanoid bool
	kptr        int // kernel.kptr_restrict
	caps        uint64
	filtered    bool // by seccomp
}

func readSettings(root fs.FS) settings {
	var s settings
	s.paranoid, s.hasParanoid = number(root, "proc/sys/kernel/perf_event_paranoid")
	s.kptr, _ = number(root, "proc/sys/kernel/kptr_restrict")
	status, _ := fs.ReadFile(root, "proc/self/status")
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "CapEff:"); found {
			s.caps, _ = strconv.ParseUint(strings.TrimSpace(value), 16, 64)
		}
		if value, found := strings.CutPrefix(line, "Seccomp:"); found {
			s.filtered = strings.TrimSpace(value) != "0"
		}
	}
	return s
}

func number(root fs.FS, path string) (int, bool) {
	text, err := fs.ReadFile(root, path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return n, err == nil
}

func (s settings) has(capability int) bool { return s.caps&(1<<capability) != 0 }

// needed is the settings that a process without privileges lacks. The kernel
// shows addresses to it only where it may sample the kernel too.
func (s settings) needed() []string {
	var list []string
	if s.paranoid > 1 {
		list = append(list, "kernel.perf_event_paranoid=1")
	}
	if s.kptr > 0 {
		list = append(list, "kernel.kptr_restrict=0")
	}
	return list
}

// orRoot advises to become root or to change the settings that are in the way.
func (s settings) orRoot() string {
	if list := s.needed(); len(list) > 0 {
		return "Run it as root, or type: sudo sysctl " + strings.Join(list, " ")
	}
	return "Run it as root."
}

const container = "In a container, start it with: docker run --cap-add PERFMON --cap-add SYSLOG, and " +
	"--security-opt seccomp=unconfined if that is not enough."

// refused says why perf_event_open failed and what helps.
func refused(root fs.FS, err error) *probes.Unable {
	s := readSettings(root)
	u := &probes.Unable{What: what}
	privileged := s.has(perfmon) || s.has(sysAdmin)
	denied := errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)
	switch {
	case errors.Is(err, syscall.ENOSYS):
		u.Why = "this kernel has no perf_event_open, or a sandbox hides it (ENOSYS)"
		u.Advice = "Run it outside of any sandbox, on a kernel built with CONFIG_PERF_EVENTS."
	case denied && s.hasParanoid && s.paranoid > 1 && !privileged:
		u.Why = fmt.Sprintf("kernel.perf_event_paranoid is %d, so only root may see what the kernel does", s.paranoid)
		u.Advice = s.orRoot()
	case denied && s.filtered:
		u.Why = fmt.Sprintf("a seccomp filter refuses perf_event_open (%s)", errnoName(err))
		u.Advice = container
	case denied:
		u.Why = fmt.Sprintf("perf_event_open is refused (%s), by a sandbox or because this root is root of its own user namespace only", errnoName(err))
		u.Advice = container
		if list := s.needed(); len(list) > 0 {
			u.Advice += " Outside of it, type: sudo sysctl " + strings.Join(list, " ")
		}
	case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE):
		u.Why = "there are no file descriptors left"
		u.Advice = "Raise the limit: ulimit -n 256"
	default:
		u.Why = fmt.Sprintf("perf_event_open failed (%v)", err)
	}
	return u
}

// noBuffer says why the samples have no place to go.
func noBuffer(err error) *probes.Unable {
	u := &probes.Unable{What: what, Why: fmt.Sprintf("no memory could be mapped for its samples (%v)", err)}
	if errors.Is(err, syscall.EPERM) {
		u.Advice = "Let a user's samples take more: sudo sysctl kernel.perf_event_mlock_kb=2048"
	}
	return u
}

// unresolved says why addresses cannot be turned into symbols and what helps.
func unresolved(root fs.FS, err error) *probes.Unable {
	s := readSettings(root)
	u := &probes.Unable{What: what}
	switch {
	case !errors.Is(err, errHidden):
		u.Why = unreadable(err)
		u.Advice = "Run it where /proc is mounted, on a kernel built with CONFIG_KALLSYMS."
	case s.kptr > 1 && s.has(syslog):
		u.Why = fmt.Sprintf("kernel.kptr_restrict is %d, which hides the addresses of its symbols even from root", s.kptr)
		u.Advice = "Type: sudo sysctl kernel.kptr_restrict=1"
	case s.kptr > 0:
		u.Why = fmt.Sprintf("kernel.kptr_restrict is %d, which hides the addresses of its symbols", s.kptr)
		u.Advice = s.orRoot()
		if s.kptr > 1 {
			u.Advice = "Type: sudo sysctl " + strings.Join(s.needed(), " ")
		}
	default:
		u.Why = "the addresses of its symbols are hidden from whoever has not CAP_SYSLOG"
		u.Advice = s.orRoot()
	}
	return u
}

func errnoName(err error) string {
	switch {
	case errors.Is(err, syscall.EACCES):
		return "EACCES"
	case errors.Is(err, syscall.EPERM):
		return "EPERM"
	}
	return err.Error()
}

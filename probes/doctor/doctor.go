// Package doctor says what of this program works on a machine and what does
// not, why, and what its user can do about it. What can be tried is tried.
package doctor

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes/pinning"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
)

// State says how far something works.
type State string

// The states of a finding.
const (
	OK      State = "ok"
	Limited State = "limited" // works, with what Detail says
	Missing State = "missing" // does not work here
)

// Finding is what was found out about one thing.
type Finding struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"` // one or two sentences
	Advice string `json:"advice"` // what to type or change, "" where nothing is to be done
}

// Check examines a machine: the most needed comes first. It pins throwaway
// threads, opens a socketpair and a perf event, and leaves nothing behind.
func Check(m topology.Machine) []Finding {
	var t tried
	for _, cpu := range m.Allowed() {
		if err := pinning.Check(cpu); err == nil {
			t.pinned = append(t.pinned, cpu)
		} else if t.pinning == nil {
			t.pinning = err
		}
	}
	t.credentials = credentials()
	t.profile = profile.Check()
	return examine(os.DirFS("/"), m, t)
}

// tried is what trying showed.
type tried struct {
	pinned      []int // CPUs that a thread was pinned to
	pinning     error // of the first CPU where that failed
	credentials error // of receiving credentials over a socketpair
	profile     error // of profiling the kernel
}

func examine(root fs.FS, m topology.Machine, t tried) []Finding {
	found := []Finding{
		cpus(root, m), pins(m, t),
		line(m), caches(m), smt(m),
		frequency(root, m), virtual(m),
	}
	if len(m.CPUs) > 1 {
		found = slices.Insert(found, 2, screen(m))
	}
	if m.OS == "linux" {
		found = append(found, quota(root, m))
	}
	found = append(found, passcred(t))
	if m.OS == "linux" {
		found = append(found, profiling(t), perf(root))
	}
	return found
}

// text returns a small file without its newline, "" where it cannot be read.
func text(root fs.FS, path string) string {
	data, err := fs.ReadFile(root, path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

func number(root fs.FS, path string) (int, bool) {
	n, err := strconv.Atoi(text(root, path))
	return n, err == nil
}

func exists(root fs.FS, path string) bool {
	_, err := fs.Stat(root, path)
	return err == nil
}

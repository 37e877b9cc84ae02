// Package doctor says what of this program works on a machine and what does
// not, why, and what its user can do about it. What can be tried is tried.
package doctor

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes/companion"
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
	var t Tried
	for _, cpu := range m.Allowed() {
		if err := pinning.Check(cpu); err == nil {
			t.Pinned = append(t.Pinned, cpu)
		} else if t.Pinning == nil {
			t.Pinning = err
		}
	}
	t.Credentials = credentials()
	t.Profile = profile.Check()
	t.Copies = companion.All()
	return Examine(os.DirFS("/"), m, t)
}

// Tried is what trying showed.
type Tried struct {
	Pinned      []int            // CPUs that a thread was pinned to
	Pinning     error            // of the first CPU where that failed
	Credentials error            // of receiving credentials over a socketpair
	Profile     error            // of profiling the kernel
	Copies      []companion.Copy // of this program, that measure now
}

// Examine says what a machine's files and what was tried on it come to. Some
// findings are only there where there is something to say.
func Examine(root fs.FS, m topology.Machine, t Tried) []Finding {
	root = topology.Files(root, m.OS)
	found := []Finding{
		cpus(root, m), pins(m, t), screen(m),
		line(root, m), caches(m), smt(m), kinds(root, m),
		frequency(root, m), virtual(m), copies(t),
	}
	if m.OS == "linux" {
		found = append(found, steal(root, m), quota(root, m), nodes(root, m), isolated(root, m), clock(root), openFiles(root), surroundings(root), systemFiles(root, m))
	}
	found = append(found, passcred(t))
	if m.OS == "linux" {
		found = append(found, profiling(t), perf(root))
	}
	return slices.DeleteFunc(found, func(f Finding) bool { return f.Detail == "" })
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

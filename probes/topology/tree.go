package topology

import (
	"io/fs"
	"strconv"
	"strings"

	"linebounce/probes/topology/cpulist"
)

// tree reads the small files of sysfs and procfs. A file that is missing or
// makes no sense is the same as not known: "", -1 or no numbers.
type tree struct{ root fs.FS }

func (t tree) text(path string) string {
	data, err := fs.ReadFile(t.root, path)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(data), "\x00\n ")
}

func (t tree) number(path string) int {
	n, err := strconv.Atoi(t.text(path))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// list reads CPU numbers as the kernel writes them: "0-3,8".
func (t tree) list(path string) []int {
	cpus, err := cpulist.Parse(t.text(path))
	if err != nil {
		return nil
	}
	return cpus
}

func set(numbers []int) map[int]bool {
	members := make(map[int]bool, len(numbers))
	for _, n := range numbers {
		members[n] = true
	}
	return members
}

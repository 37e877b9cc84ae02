package disturbance

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Times is what some CPUs have done since the machine started, in ticks of
// /proc/stat.
type Times struct {
	Worked int64
	Stolen int64 // they had work to do, and the host let others run
}

// longest is more ticks than any kernel counts of a CPU, thousands of years.
const longest = 1 << 44

// Sub returns what has come since an earlier look. A CPU that went offline takes
// its account along: then nothing is known.
func (t Times) Sub(earlier Times) Times {
	if t.Worked < earlier.Worked || t.Stolen < earlier.Stolen {
		return Times{}
	}
	return Times{t.Worked - earlier.Worked, t.Stolen - earlier.Stolen}
}

// Share returns how much of the time in which there was work was stolen.
func (t Times) Share() float64 {
	if t.Worked+t.Stolen <= 0 {
		return 0
	}
	return float64(t.Stolen) / float64(t.Worked+t.Stolen)
}

// CPUTimes reads the times of some CPUs together, zero where they are not known.
func CPUTimes(root fs.FS, cpus []int) Times {
	var sum Times
	for line := range strings.Lines(text(root, "proc/stat")) {
		fields := strings.Fields(line)
		if len(fields) < 9 {
			continue
		}
		name, one := strings.CutPrefix(fields[0], "cpu")
		cpu, err := strconv.Atoi(name)
		if !one || err != nil || !slices.Contains(cpus, cpu) {
			continue
		}
		for i, field := range fields[1:9] { // user nice system idle iowait irq softirq steal
			switch n, err := strconv.ParseInt(field, 10, 64); {
			case err != nil || n < 0 || n > longest:
			case i == 7:
				sum.Stolen += n
			case i != 3 && i != 4:
				sum.Worked += n
			}
		}
	}
	return sum
}

func text(root fs.FS, name string) string {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

package topology

import (
	"fmt"
	"slices"
)

// kinds tells performance from efficiency cores: by the event sources of an
// Intel hybrid part, elsewhere by the capacity the scheduler goes by.
func (t tree) kinds(cpus []CPU, arch string) {
	performance := set(t.list("sys/devices/cpu_core/cpus"))
	efficiency := set(append(t.list("sys/devices/cpu_atom/cpus"), t.list("sys/devices/cpu_lowpower/cpus")...))
	hybrid := len(performance) > 0 && len(efficiency) > 0
	var capacity []int
	if arch == "arm64" || arch == "riscv64" { // on x86 it follows the clock of favoured cores too
		capacity = t.each(cpus, "cpu_capacity")
	}
	for i := range cpus {
		switch {
		case hybrid && performance[cpus[i].Number]:
			cpus[i].Kind = "P"
		case hybrid && efficiency[cpus[i].Number]:
			cpus[i].Kind = "E"
		case !apart(capacity):
		case much(slices.Max(capacity), capacity[i]):
			cpus[i].Kind = "E"
		default:
			cpus[i].Kind = "P"
		}
	}
}

// each reads one number of every CPU, nil where any is unknown.
func (t tree) each(cpus []CPU, file string) []int {
	var numbers []int
	for _, cpu := range cpus {
		n := t.number(fmt.Sprintf("%s/cpu%d/%s", cpuDir, cpu.Number, file))
		if n <= 0 {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// apart reports whether numbers of CPUs differ so much that the CPUs may be of
// two kinds. Favoured cores of one kind differ by some percent.
func apart(numbers []int) bool {
	return len(numbers) > 0 && much(slices.Max(numbers), slices.Min(numbers))
}

func much(high, low int) bool { return 5*low < 4*high }

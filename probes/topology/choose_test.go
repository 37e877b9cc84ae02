package topology

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name    string
		machine Machine
		n       int
		want    string
	}{
		{"a virtual machine has but one pair", virtual().read("0-1"), 2, "[0 1]"},
		{"one worker needs no neighbour", desktop().read("0-7"), 1, "[0]"},
		{"different cores, though 4 is nearer to 0", desktop().read("0-7"), 2, "[0 1]"},
		{"all cores before any sibling", desktop().read("0-7"), 5, "[0 1 2 3 4]"},
		{"siblings when the mask leaves nothing else", desktop().read("0,4"), 2, "[0 4]"},
		{"one sibling avoided", desktop().read("0,4,6"), 2, "[0 6]"},
		{"one L3 although a lower CPU has the other", complexes().read("3-6"), 2, "[4 5]"},
		{"the first L3 where both have room", complexes().read("0-7"), 4, "[0 1 2 3]"},
		{"one L3 filled before the next", complexes().read("2-7"), 5, "[2 3 4 5 6]"},
		{"one socket, whatever the numbers", server().read("0-7"), 2, "[0 2]"},
		{"one socket filled before the next", server().read("0-7"), 6, "[0 2 4 6 1 3]"},
		{"across sockets when there is nothing else", server().read("0,1"), 2, "[0 1]"},
		{"performance cores first, and not two threads of one", hybrid().read("0-17"), 2, "[0 2]"},
		{"efficiency cores before siblings", hybrid().read("0-17"), 6, "[0 2 4 6 8 9]"},
		{"the sibling last of all", hybrid().read("0-17"), 15, "[0 2 4 6 8 9 10 11 12 13 14 15 16 17 1]"},
		{"holes in the mask", masked().read("3,5,9"), 3, "[3 5 9]"},
		{"holes in the mask, offline CPUs between", masked().read("8,9,12"), 3, "[8 9 12]"},
		{"CPU numbers above 1024", huge().read("1100,1150-1153"), 2, "[1150 1151]"},
		{"the faster cluster of a board", board().readArm("0-5"), 2, "[4 5]"},
		{"nothing known", bare().read("0-3"), 2, "[0 1]"},
		{"nothing known, holes", bare().read("3,5,9"), 2, "[3 5]"},
	} {
		got, err := c.machine.Choose(c.n)
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: Choose(%d) = %v, %v, want %s", c.name, c.n, got, err, c.want)
		}
	}
}

// On any machine and for any number of workers: each gets an allowed CPU of its
// own, and no two share a core while another core is free.
func TestChooseNeverDoublesUpWhileACoreIsFree(t *testing.T) {
	for name, m := range map[string]Machine{
		"virtual": virtual().read("0-1"), "desktop": desktop().read("0-7"), "desktop, masked": desktop().read("1,3,5-7"),
		"complexes": complexes().read("0-7"), "server": server().read("0-7"), "server, masked": server().read("1-4"),
		"hybrid": hybrid().read("0-17"), "hybrid, masked": hybrid().read("1,3,6-9,16"), "holes": masked().read("3,5,9"),
		"board": board().readArm("0-5"), "bare": bare().read("0-5"),
	} {
		free := len(cores(m.CPUs))
		for n := 1; n <= len(m.CPUs); n++ {
			picked, err := m.Choose(n)
			if err != nil || len(picked) != n {
				t.Fatalf("%s: Choose(%d) = %v, %v", name, n, picked, err)
			}
			used := make(map[int]bool)
			var chosen []CPU
			for _, number := range picked {
				cpu, allowed := m.Find(number)
				if !allowed || used[number] {
					t.Errorf("%s: Choose(%d) = %v: CPU %d is not allowed or is taken twice", name, n, picked, number)
				}
				used[number] = true
				chosen = append(chosen, cpu)
			}
			if got := len(cores(chosen)); got != min(n, free) {
				t.Errorf("%s: Choose(%d) = %v uses %d cores of %d", name, n, picked, got, free)
			}
		}
	}
}

func TestTooFewCPUs(t *testing.T) {
	for _, c := range []struct {
		name    string
		machine Machine
		n       int
		want    []string
	}{
		{"one CPU in all", fake{}.online("0").read("0"), 2, []string{"2 workers need 2 CPUs", "this machine has one CPU", "two CPUs or more"}},
		{"one virtual CPU", fake{}.online("0").file("proc/cpuinfo", "flags : hypervisor").read("0"), 2, []string{"Give the virtual machine a second CPU"}},
		{"a mask of one", virtual().read("1"), 2, []string{"only CPU 1 of the 2 that are online", "taskset -c 0-1", "--cpuset-cpus=0-1"}},
		{"a mask with holes", masked().read("3,5,9"), 4, []string{"only CPUs 3,5,9 of the 14 that are online", "taskset -c 0-3"}},
		{"more than the machine has", virtual().read("0-1"), 3, []string{"this machine has 2 CPUs", "Ask for 2 workers or fewer."}},
		{"more than the mask and the machine have", virtual().read("0"), 9, []string{"taskset -c 0-1", "More than 2 workers do not fit"}},
		{"no sysfs", bare().read("0"), 2, []string{"this machine has one CPU"}},
		{"an empty mask", bare().read(""), 1, []string{"One worker needs a CPU", "this machine has no CPU"}},
	} {
		_, err := c.machine.Choose(c.n)
		var unable *probes.Unable
		if !errors.As(err, &unable) {
			t.Errorf("%s: Choose(%d) returns %v, want a *probes.Unable", c.name, c.n, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(want)) {
				t.Errorf("%s: %q does not say %q", c.name, err, want)
			}
		}
	}
}

func TestNearness(t *testing.T) {
	for _, c := range []struct {
		name    string
		machine Machine
		a, b    int
		want    Nearness
	}{
		{"desktop", desktop().read("0-7"), 0, 4, Siblings},
		{"desktop", desktop().read("0-7"), 0, 1, OneL3},
		{"desktop", desktop().read("0-7"), 3, 3, SameCPU},
		{"desktop, CPU outside the mask", desktop().read("0-3"), 0, 4, Unknown},
		{"complexes", complexes().read("0-7"), 3, 4, OtherL3},
		{"server", server().read("0-7"), 0, 1, OtherSocket},
		{"hybrid, a core without an L3", hybrid().read("0-17"), 0, 16, OtherL3},
		{"board: core_id repeats from cluster to cluster", board().readArm("0-5"), 0, 4, OtherL2},
		{"board", board().readArm("0-5"), 4, 5, OneL2},
		{"a guest without caches", fake{}.cpu(0, 0, "0").cpu(1, 0, "1").read("0-1"), 0, 1, OneSocket},
		{"nothing known", bare().read("0-1"), 0, 1, Unknown},
	} {
		if got := c.machine.Nearness(c.a, c.b); got != c.want {
			t.Errorf("%s: CPUs %d and %d are %q, want %q", c.name, c.a, c.b, got, c.want)
		}
		if there, back := c.machine.Nearness(c.a, c.b), c.machine.Nearness(c.b, c.a); there != back {
			t.Errorf("%s: %q one way and %q the other", c.name, there, back)
		}
	}
}

func TestWarnings(t *testing.T) {
	guest := server().file("proc/cpuinfo", "flags : hypervisor")
	for _, c := range []struct {
		name    string
		machine Machine
		cpus    []int
		want    []string // one word for each sentence, in order
	}{
		{"two cores of a desktop", desktop().read("0-7"), []int{0, 1}, []string{"powersave and turbo is on"}},
		{"siblings", desktop().read("0-7"), []int{0, 4}, []string{"0 and 4 are SMT siblings", "powersave"}},
		{"two pairs of siblings", desktop().read("0-7"), []int{0, 1, 4, 5}, []string{"2 pairs", "powersave"}},
		{"one L3", complexes().read("0-7"), []int{0, 1}, nil},
		{"two L3s", complexes().read("0-7"), []int{0, 1, 4}, []string{"0 and 4 have no L3 in common"}},
		{"two sockets", server().read("0-7"), []int{0, 2, 3}, []string{"0 and 3 are in different sockets"}},
		{"two sockets of a guest with a node each", guest.read("0-7"), []int{0, 1}, []string{"different sockets"}},
		{"unlike cores", hybrid().read("0-17"), []int{0, 2, 8}, []string{"CPU 0 is a performance core and CPU 8 an efficiency core"}},
		{"a plain guest, a socket for each CPU", virtual().read("0-1"), []int{0, 1}, nil},
		{"nothing known", bare().read("0-1"), []int{0, 1}, nil},
		{"no CPUs", desktop().read("0-7"), nil, []string{"powersave"}},
	} {
		got := c.machine.Warnings(c.cpus)
		if !slices.EqualFunc(got, c.want, strings.Contains) {
			t.Errorf("%s: %q, want sentences with %q", c.name, got, c.want)
		}
	}
}

func TestWarningsOfManyWorkersAreStillFew(t *testing.T) {
	m := huge().read("0-1199")
	picked, err := m.Choose(1200)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Warnings(picked); len(got) != 1 || !strings.Contains(got[0], "sockets") {
		t.Errorf("%q, want one sentence on sockets", got)
	}
}

package topology

// Nearness says in the words of a label what neighbours two CPUs are.
type Nearness string

// How near two CPUs can be, nearest first.
const (
	SameCPU     Nearness = "same CPU"
	Siblings    Nearness = "SMT siblings"
	OneL3       Nearness = "one L3"
	OneL2       Nearness = "one L2" // the last level where there is no third
	OneSocket   Nearness = "one socket"
	OtherL3     Nearness = "other L3"
	OtherL2     Nearness = "other L2"
	OtherSocket Nearness = "other socket"
	Unknown     Nearness = "unknown"
)

// Nearness returns what neighbours CPUs a and b are as far as the system says.
// In a virtual machine that need not be where the host runs them.
func (m Machine) Nearness(a, b int) Nearness {
	first, known := m.Find(a)
	second, alsoKnown := m.Find(b)
	switch {
	case !known || !alsoKnown:
		return Unknown
	case a == b:
		return SameCPU
	case sameCore(first, second):
		return Siblings
	case first.L3 >= 0 && first.L3 == second.L3:
		return m.lastLevel(OneL3, OneL2)
	case first.Package >= 0 && second.Package >= 0 && first.Package != second.Package:
		return OtherSocket
	case first.L3 >= 0 && second.L3 >= 0:
		return m.lastLevel(OtherL3, OtherL2)
	case first.Package >= 0 && second.Package >= 0:
		return OneSocket
	}
	return Unknown
}

func (m Machine) lastLevel(third, second Nearness) Nearness {
	if m.CacheLevel == 2 {
		return second
	}
	return third
}

func sameCore(a, b CPU) bool { return a.Core >= 0 && a.Core == b.Core && a.Package == b.Package }

package ticks

import (
	"os"
	"slices"
	"strings"
)

// read returns the TSC once everything before it is done.
func read() int64

// leaf returns EAX and EDX of a leaf of CPUID.
func leaf(number uint32) (eax, edx uint32)

// sources is where Linux lists the clocks that it trusts. It strikes the TSC off
// once it has found it to differ between CPUs or to change its rate.
const sources = "/sys/devices/system/clocksource/clocksource0/available_clocksource"

// counter returns the counter's name, or why it will not do.
func counter() (name, why string) {
	listed, err := os.ReadFile(sources)
	var power uint32
	if highest, _ := leaf(0x80000000); highest >= 0x80000007 {
		_, power = leaf(0x80000007)
	}
	return judge(power, string(listed), err == nil)
}

// judge decides by EDX of the leaf on power management and by the kernel's
// list, where there is one.
func judge(power uint32, listed string, known bool) (name, why string) {
	const invariant = 1 << 8
	switch {
	case power&invariant == 0:
		return "", "This processor does not say that its TSC runs at one rate, so the system's clock is read."
	case known && !slices.Contains(strings.Fields(listed), "tsc"):
		return "", "The kernel does not trust the TSC of this machine, so the system's clock is read."
	}
	return "TSC", ""
}

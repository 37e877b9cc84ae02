package doctor

import (
	"fmt"
	"io/fs"
	"slices"
)

const clockDir = "sys/devices/system/clocksource/clocksource0"

// slowClocks are what x86 kernels turn to where they do not trust the
// processor's own counter.
var slowClocks = []string{"hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"}

// clock is about what the kernel takes the time from.
func clock(root fs.FS) Finding {
	source := text(root, clockDir+"/current_clocksource")
	if !slices.Contains(slowClocks, source) {
		return Finding{}
	}
	return Finding{Name: "clock", State: Limited,
		Detail: fmt.Sprintf("The kernel takes the time from %s and not from the processor's counter, as where counters of several CPUs do not agree. Rates do not suffer, for no hot loop reads a clock; gaps and stays in the Scope go by that counter.", source),
		Advice: "See why: dmesg | grep -i -e tsc -e clocksource"}
}

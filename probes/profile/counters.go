package profile

import (
	"fmt"
	"io/fs"
	"strings"

	"linebounce/probes"
)

// Counter is a processor's own count of loads whose line came from another
// core's cache, of both workers together.
type Counter struct {
	Name       string             // as the processor's maker calls it
	Counts     string             // what it counts
	PerMessage [2]probes.Interval // by arm
}

// counting is a counter to open.
type counting struct {
	name, counts string
	kind         uint32 // type and configuration for perf_event_open
	config       uint64
}

const raw = 4 // PERF_TYPE_RAW

// processor is what decides which counters there are.
type processor struct {
	intel, amd    bool
	family, model int
}

// What the Linux source lists under tools/perf/pmu-events/arch/x86.
const (
	hitM      = "loads that hit a line which another core's cache held modified"
	forwarded = "loads that another core's cache answered, the line having been modified there or forwarded"
	ccx       = "loads filled from the L3 cache or from another L2 cache of the same CCX"
	otherCCX  = "loads filled from the cache of another CCX"
)

// counters returns those that are known for a processor.
func (p processor) counters() []counting {
	const intelConfig = 0x04<<8 | 0xd2
	switch {
	case p.intel && p.family == 6:
		switch p.model {
		case 42, 45, 58, 62: // Sandy Bridge, Ivy Bridge
			return []counting{{"mem_load_uops_llc_hit_retired.xsnp_hitm", hitM, raw, intelConfig}}
		case 60, 63, 69, 70, 61, 71, 79, 86: // Haswell, Broadwell
			return []counting{{"mem_load_uops_l3_hit_retired.xsnp_hitm", hitM, raw, intelConfig}}
		case 78, 94, 85, 142, 158, 165, 166: // Skylake to Comet Lake
			return []counting{{"mem_load_l3_hit_retired.xsnp_hitm", hitM, raw, intelConfig}}
		case 106, 108, 143, 207: // Ice Lake and Sapphire Rapids servers
			return []counting{{"mem_load_l3_hit_retired.xsnp_fwd", forwarded, raw, intelConfig}}
		}
	case p.amd && p.family >= 0x19 && p.family <= 0x1a: // Zen 3 to 5
		return []counting{
			{"ls_dmnd_fills_from_sys.local_ccx", ccx, raw, 0x02<<8 | 0x43},
			{"ls_dmnd_fills_from_sys.remote_cache", otherCCX, raw, 0x14<<8 | 0x43},
		}
	}
	return nil
}

// available returns a processor's counters, or why there are none.
func (p processor) available(root fs.FS) ([]counting, string) {
	const absent = "Counters of lines that came from another cache (HITM) are absent: "
	if _, err := fs.Stat(root, "sys/bus/event_source/devices/cpu"); err != nil {
		text := absent + "the processor counts nothing here, as is usual in virtual machines."
		if list := p.counters(); len(list) > 0 {
			text = strings.Replace(text, "here,", fmt.Sprintf("here, so %s cannot be read,", names(list)), 1)
		}
		return nil, text
	}
	if list := p.counters(); len(list) > 0 {
		return list, ""
	}
	return nil, absent + "none is known for this processor."
}

func names(list []counting) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.name
	}
	return strings.Join(text, " and ")
}

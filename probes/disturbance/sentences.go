package disturbance

import (
	"fmt"
	"slices"
	"time"

	"linebounce/probes/cgroups"
	"linebounce/probes/topology/cpulist"
)

// noticed is the share of stolen time from which it is spoken of: less costs
// hardly a window.
const noticed = 0.01

// gone names CPUs that were measured on and are not to be had any more.
func gone(cpus []int, first, now look) string {
	var offline, left []int
	for _, cpu := range cpus {
		switch {
		case slices.Contains(first.online, cpu) && len(now.online) > 0 && !slices.Contains(now.online, cpu):
			offline = append(offline, cpu)
		case slices.Contains(first.allowed, cpu) && len(now.allowed) > 0 && !slices.Contains(now.allowed, cpu):
			left = append(left, cpu)
		}
	}
	switch {
	case len(offline) > 0:
		return fmt.Sprintf("%s went offline meanwhile, so the system moved what was pinned there: such windows are marked unpinned, and their figures are not of the CPUs they name.", cpulist.Name(offline))
	case len(left) > 0:
		return fmt.Sprintf("This process may not use %s any more: somebody changed its CPUs meanwhile, and the system moved what was pinned there. Such windows are marked unpinned.", cpulist.Name(left))
	}
	return ""
}

// throttled says how often a control group was stopped.
func throttled(s cgroups.Stops, file string) string {
	if s.Stopped == 0 {
		return ""
	}
	text := fmt.Sprintf("A control group was throttled in %d of %d periods: it had used up its CPU time, and all workers stood still", s.Stopped, s.Periods)
	if s.Time > 0 {
		text += fmt.Sprintf(", %s in all, summed over CPUs", seconds(s.Time))
	}
	return text + fmt.Sprintf(". Such windows are set aside (/%s).", file)
}

// stolen says how much the host took.
func stolen(t Times) string {
	if t.Stolen < 2 || t.Share() < noticed { // one tick may be a rounding
		return ""
	}
	return fmt.Sprintf("The host gave %s of these CPUs' working time to others (steal): meanwhile a worker stood still and the other kept the line. Trust the ratio more than the rates.", percent(t.Share()))
}

func slept(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("The machine was asleep for %s meanwhile: the clock that figures go by stood still, but its clock rate and where a host runs it may be others since.", seconds(d))
}

func stepped(steps []time.Duration) string {
	switch len(steps) {
	case 0:
		return ""
	case 1:
		where := "forward"
		if steps[0] < 0 {
			where = "back"
		}
		return fmt.Sprintf("The wall clock was set %s by %s meanwhile. No figure goes by it, only the date beside them.", where, seconds(steps[0].Abs()))
	}
	return fmt.Sprintf("The wall clock was set %d times meanwhile. No figure goes by it, only the date beside them.", len(steps))
}

// seconds writes a time to two digits or so.
func seconds(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return d.Round(time.Minute).String()
	case d >= 10*time.Second:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}

func percent(share float64) string {
	if share < 0.1 {
		return fmt.Sprintf("%.1f%%", 100*share)
	}
	return fmt.Sprintf("%.0f%%", 100*share)
}

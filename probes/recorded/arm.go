package recorded

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// arm is what the readings of one arm have in common, written once before them.
// Windows and captures have an arm each, and so has every scenario.
type arm struct {
	N          int                `json:"n"` // by which readings name it
	Experiment string             `json:"experiment"`
	Arm        int                `json:"arm"`
	Unit       probes.Unit        `json:"unit"`
	Scenario   probes.Scenario    `json:"scenario"`
	CPUs       []int              `json:"cpus"`
	Roles      []probes.Role      `json:"roles"`
	Columns    []string           `json:"columns"`          // what readings say of each CPU
	Lines      []string           `json:"lines,omitempty"`  // the tracked lines of captures
	Method     probes.BurstMethod `json:"method,omitempty"` // how the order of strips is known

	columns []column // read from Columns
	place   int32    // in the recording
	tape    *tape    // where its readings go
	broken  int      // the line of the file that introduced it and cannot be read, 0 where it can
	missing int      // readings left out because of that
}

// column is what one number of a reading says of a CPU.
type column string

const (
	columnOps      column = "ops"
	columnLate     column = "late_ns" // the window's elapsed time less the CPU's
	columnIdle     column = "idle_ns" // the CPU's elapsed time less what its thread got
	columnMessages column = "messages"
)

// Limits on what an arm may have. They keep a damaged file from asking for the
// memory of a billion.
const (
	mostArms   = 64
	mostCPUs   = 4096
	mostNumber = 1 << 16 // of a CPU
	mostStrip  = 1 << 20 // operations in the strips of a capture
)

var roles = []probes.Role{probes.Adder, probes.Taker, probes.Dropper, probes.Observer, probes.Sender, probes.Receiver, probes.Reader}

// newArm returns the arm of a reading, not yet numbered.
func newArm(experiment string, r probes.Reading) *arm {
	a := &arm{
		Experiment: experiment, Arm: r.Arm, Unit: r.Unit, Scenario: r.Scenario,
		Columns: []string{string(columnOps), string(columnLate), string(columnIdle)},
	}
	for _, w := range r.CPUs {
		a.CPUs, a.Roles = append(a.CPUs, w.CPU), append(a.Roles, w.Role)
	}
	if counts(r) {
		a.Columns = append(a.Columns, string(columnMessages))
	}
	for _, l := range r.Lines {
		a.Lines = append(a.Lines, l.Name)
	}
	if r.Burst != nil {
		a.Method = r.Burst.Method
		for _, s := range r.Burst.Strips {
			if !slices.Contains(a.Lines, s.Line) {
				a.Lines = append(a.Lines, s.Line)
			}
		}
	}
	return a
}

// counts reports whether a reading counts messages.
func counts(r probes.Reading) bool {
	return slices.ContainsFunc(r.CPUs, func(w probes.CPUWork) bool {
		return w.Messages != 0 || w.Role == probes.Sender || w.Role == probes.Receiver
	})
}

// fits reports whether a reading is of this arm, experiment, number and unit
// being the same.
func (a *arm) fits(r probes.Reading) bool {
	if a.Scenario != r.Scenario || len(a.CPUs) != len(r.CPUs) || len(a.Lines) < len(r.Lines) || len(a.Columns) > 3 != counts(r) {
		return false
	}
	for i, w := range r.CPUs {
		if a.CPUs[i] != w.CPU || a.Roles[i] != w.Role {
			return false
		}
	}
	for i, l := range r.Lines {
		if a.Lines[i] != l.Name {
			return false
		}
	}
	if r.Burst == nil {
		return a.Method == ""
	}
	return a.Method == r.Burst.Method && !slices.ContainsFunc(r.Burst.Strips, func(s probes.Strip) bool { return !slices.Contains(a.Lines, s.Line) })
}

// check returns what is wrong with an arm of that machine for whoever relies on
// it, "" where nothing is.
func (a *arm) check(m topology.Machine) string {
	switch {
	case a.Experiment == "" || len(a.Experiment) > 64:
		return "its arm has no experiment"
	case a.Unit != probes.Window && a.Unit != probes.Run && a.Unit != probes.Capture:
		return fmt.Sprintf("%q is no unit of a reading", a.Unit)
	case a.Arm < 0 || a.Arm >= mostArms:
		return fmt.Sprintf("arm %d is out of range", a.Arm)
	case len(a.CPUs) == 0 || len(a.CPUs) != len(a.Roles):
		return fmt.Sprintf("its arm has %d CPUs and %d roles", len(a.CPUs), len(a.Roles))
	case len(a.CPUs) > mostCPUs:
		return fmt.Sprintf("its arm has %d CPUs", len(a.CPUs))
	case a.Unit != probes.Run && len(a.CPUs) != a.Scenario.Workers():
		return fmt.Sprintf("its arm has %d CPUs for %d workers", len(a.CPUs), a.Scenario.Workers())
	}
	for i, cpu := range a.CPUs {
		if !slices.Contains(roles, a.Roles[i]) {
			return fmt.Sprintf("%q is no role of a CPU", a.Roles[i])
		}
		if cpu == probes.AnyCPU && a.Unit == probes.Run {
			continue
		}
		if cpu < 0 || cpu >= mostNumber {
			return fmt.Sprintf("CPU %d is out of range", cpu)
		}
		if _, found := m.Find(cpu); !found && len(m.CPUs) > 0 {
			return fmt.Sprintf("its arm names CPU %d, which the machine of the recording does not have", cpu)
		}
	}
	return a.understand()
}

// understand finds out what the columns are.
func (a *arm) understand() string {
	for _, name := range a.Columns {
		a.columns = append(a.columns, column(name))
	}
	if !slices.Contains(a.columns, columnOps) {
		return "its arm does not count operations"
	}
	if len(a.columns) > 64 || len(a.Lines) > mostCPUs {
		return "its arm has too many columns or lines"
	}
	return ""
}

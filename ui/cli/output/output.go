// Package output renders a finished run for people and for programs. A Result
// is built once; each format is one file.
package output

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Format names a way to print a result.
type Format string

// The formats.
const (
	Text  Format = "text"
	JSON  Format = "json"
	CSV   Format = "csv"
	Bench Format = "bench"
)

// Formats lists all formats, the default first.
func Formats() []string {
	return []string{string(Text), string(JSON), string(CSV), string(Bench)}
}

// Result is one finished run, ready for any format.
type Result struct {
	Experiment string
	Origin     probes.Origin
	Made       time.Time // when a recording was made, zero for other readings
	Machine    topology.Machine
	Quantity   probes.Quantity // what the ratio compares
	Arms       []Arm
	Ratio      *probes.Interval // of B/A, nil for one arm
	Warnings   []string
	Again      string // the command line that runs it once more
}

// Arm is what one arm showed. Nil means that the figure does not apply or was
// not counted.
type Arm struct {
	Name       string // "A" or "B"
	Scenario   probes.Scenario
	Ops        *probes.Interval // operations a second, all CPUs together
	Messages   *probes.Interval // messages a second
	Total      *probes.Interval // seconds of the whole workload, nil where it has no size
	Spread     *Spread          // where a run sends a number of messages
	Handoffs   *float64         // a second, of the first line
	OpsPerStay *float64
	Stays      *probes.StayStats // of the first line, medians over the captures
	CPUs       []CPU
	Windows    []probes.Reading // those that count
	Captures   int
	Tracked    *float64 // rate of the captures as a share of the windows': what counting hand-offs costs
	Lost       *float64 // share of the additions that another CPU overwrote, nil where none could be
	SetAside   map[probes.WarningKind]int
}

// CPU is what one CPU of an arm did.
type CPU struct {
	CPU      int
	Role     probes.Role
	Ops      *float64 // a second
	Messages *float64 // a second, sent or received
	Pinned   bool     // in every window
}

// Session is what a run was, besides its readings.
type Session struct {
	Experiment string
	Origin     probes.Origin
	Made       time.Time
	Machine    topology.Machine
	Quantity   probes.Quantity
	Scenarios  []probes.Scenario // of the arms, A first
	Warnings   []string
	Again      string
}

// shorts says which arms may have had more hand-offs than were counted, "" where
// none had.
func shorts(c *probes.Comparison, arms int) string {
	var names []string
	for i := range arms {
		if slices.ContainsFunc(c.Arm(i).Captures, func(r probes.Reading) bool { return r.Burst.Short() }) {
			names = append(names, string(rune('A'+i)))
		}
	}
	if names == nil {
		return ""
	}
	return "The hand-offs of " + strings.Join(names, " and ") + " are at least so many, and the stays at most so long: an owner word tells them, and it does not see a line that leaves and is back before its CPU looks again."
}

// New builds the result of a run from what its readings came to.
func New(s Session, c *probes.Comparison) Result {
	r := Result{
		Experiment: s.Experiment, Origin: s.Origin, Made: s.Made, Machine: s.Machine, Quantity: s.Quantity,
		Warnings: slices.Clone(s.Warnings), Again: s.Again,
	}
	for i, scenario := range s.Scenarios {
		r.Arms = append(r.Arms, newArm(i, scenario, c.Arm(i)))
	}
	if crowded(r.Arms) {
		r.Warnings = append(r.Warnings, "More than half of the windows were set aside: something else kept these CPUs busy. Run it again when it is done, or name other CPUs.")
	}
	if short := shorts(c, len(s.Scenarios)); short != "" {
		r.Warnings = append(r.Warnings, short)
	}
	if len(s.Scenarios) > 1 {
		ratio := c.Ratio(probes.Confidence)
		r.Ratio = &ratio
	}
	return r
}

// crowded reports whether more windows were set aside than count.
func crowded(arms []Arm) bool {
	counted, aside := 0, 0
	for _, arm := range arms {
		counted += len(arm.Windows)
		aside += arm.setAside()
	}
	return aside > counted
}

func newArm(i int, s probes.Scenario, shown probes.ArmResult) Arm {
	arm := Arm{Name: string(rune('A' + i)), Scenario: s, Windows: shown.Windows, Captures: len(shown.Captures), SetAside: shown.SetAside}
	sized := shown.Sized()
	messages := s.Readers > 0 && (s.Transport != "" || s.Path != "" || s.Index != "") || sized && shown.Windows[0].Quantity() == probes.MessagesPerSecond
	counted := !messages || s.Path != "" // the kernel's own references are not ours to count
	if counted {
		ops := shown.Ops()
		arm.Ops = &ops
	}
	if messages {
		rate := shown.Messages()
		arm.Messages = &rate
	}
	if sized {
		arm.Total = new(shown.Seconds())
		arm.Spread = newSpread(s, shown.Windows)
	}
	if handoffs, found := shown.Handoffs(); found {
		arm.Handoffs = &handoffs.Median
	}
	if stay, found := shown.OpsPerStay(); found && stay > 0 { // 0 where nobody touched the line
		arm.OpsPerStay = &stay
	}
	if share, known := shown.TrackedShare(); known {
		arm.Tracked = &share
	}
	if share, possible := shown.LostShare(); possible {
		arm.Lost = &share
	}
	arm.Stays = shown.Stays()
	if len(shown.Windows) > 0 {
		arm.CPUs = cpus(shown, counted, messages)
	}
	return arm
}

func cpus(shown probes.ArmResult, ops, messages bool) []CPU {
	list := make([]CPU, len(shown.Windows[0].CPUs))
	for i := range list {
		first := shown.Windows[0].CPUs[i]
		if first.CPU == probes.AnyCPU {
			return nil
		}
		list[i] = CPU{CPU: first.CPU, Role: first.Role, Pinned: true}
		var sent []float64
		for _, w := range shown.Windows {
			list[i].Pinned = list[i].Pinned && w.CPUs[i].Pinned
			sent = append(sent, w.CPUs[i].MessagesPerSecond())
		}
		if ops {
			list[i].Ops = new(shown.CPU(i).Median)
		}
		if messages {
			list[i].Messages = new(probes.Summarize(sent, probes.Confidence).Median)
		}
	}
	return list
}

// Write prints the result in a format.
func (r Result) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return writeJSON(w, r)
	case CSV:
		return writeCSV(w, r)
	case Bench:
		return writeBench(w, r)
	}
	return writeText(w, r)
}

func (a Arm) setAside() (n int) {
	for _, count := range a.SetAside {
		n += count
	}
	return n
}

// setAsideWhy words the counts: "3 preempted, 1 missed".
func (a Arm) setAsideWhy() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(a.SetAside)) {
		parts = append(parts, fmt.Sprintf("%d %s", a.SetAside[kind], kind))
	}
	return strings.Join(parts, ", ")
}

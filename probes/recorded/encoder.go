package recorded

import (
	"encoding/json"
	"errors"
	"fmt"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// encoder turns readings into lines. It numbers the arms and warnings that it
// has introduced, and places readings on the timelines of their experiments.
type encoder struct {
	machine topology.Machine
	room    func(a *arm, size int) bool // whether strips are kept, nil for always

	arms     map[armKey][]*arm
	arm      int // the number of the next arm
	warnings map[probes.Warning]int
	warning  int // the number of the next warning
	lanes    map[string]*lane
}

type armKey struct {
	experiment string
	arm        int
	unit       probes.Unit
}

// lane is one experiment's timeline and its pairs.
type lane struct {
	timeline
	pair  int // of the newest reading, by its source
	base  int // what is added to it
	after int // the first number that no pair has yet
}

// mostKnown is how many warnings are remembered by their number. One that was
// forgotten is introduced again.
const mostKnown = 4096

func newEncoder(m topology.Machine) *encoder {
	return &encoder{machine: m, arms: map[armKey][]*arm{}, warnings: map[probes.Warning]int{}, lanes: map[string]*lane{}}
}

// place returns a reading's pair and its time. Sources begin anew at 0 whenever
// they are opened: then the timeline and the numbers of pairs go on.
func (e *encoder) place(experiment string, r probes.Reading) (pair int, at int64, back bool) {
	l := e.lanes[experiment]
	if l == nil {
		l = &lane{}
		e.lanes[experiment] = l
	}
	at, back = l.place(r.Start.Microseconds(), r.Elapsed)
	if back || r.Pair < l.pair {
		l.base = l.after
	}
	l.pair = r.Pair
	l.after = max(l.after, l.base+r.Pair+1)
	return l.base + r.Pair, at, back
}

// reading appends the lines of a reading, and reports whether its source's clock
// went back. After an error the lines hold what was introduced already.
func (e *encoder) reading(to []byte, experiment string, r probes.Reading) (lines []byte, back bool, err error) {
	to, a, err := e.introduce(to, experiment, r)
	if err != nil {
		return to, false, err
	}
	var numbers []int
	for _, w := range r.Warnings {
		number, known := e.warnings[w]
		if !known {
			if number, to, err = e.warn(to, w); err != nil {
				return to, false, err
			}
		}
		numbers = append(numbers, number)
	}
	var strips []byte
	if r.Burst != nil {
		if strips = a.strips(r.Burst); e.room != nil && !e.room(a, len(strips)) {
			strips = nil
		}
	}
	pair, at, back := e.place(experiment, r)
	return a.append(to, r, pair, at, numbers, strips), back, nil
}

// introduce returns the arm of a reading, and appends its line if it is new.
func (e *encoder) introduce(to []byte, experiment string, r probes.Reading) ([]byte, *arm, error) {
	key := armKey{experiment, r.Arm, r.Unit}
	for _, a := range e.arms[key] {
		if a.fits(r) {
			return to, a, nil
		}
	}
	a := newArm(experiment, r)
	if fault := a.check(e.machine); fault != "" {
		return to, nil, fmt.Errorf("a reading of %s cannot be recorded: %s", experiment, fault)
	}
	a.N = e.arm
	to, err := appendKind(to, "arm", a)
	if err != nil {
		return to, nil, err
	}
	e.arm++
	e.arms[key] = append(e.arms[key], a)
	return to, a, nil
}

// warningForm is a warning as it stands in a file.
type warningForm struct {
	N    int                `json:"n"`
	Kind probes.WarningKind `json:"kind"`
	CPU  int                `json:"cpu"`
	Text string             `json:"text"`
}

func (e *encoder) warn(to []byte, w probes.Warning) (number int, lines []byte, err error) {
	if len(e.warnings) == mostKnown {
		clear(e.warnings)
	}
	to, err = appendKind(to, "warning", warningForm{e.warning, w.Kind, w.CPU, w.Text})
	if err != nil {
		return 0, to, err
	}
	number = e.warning
	e.warnings[w] = number
	e.warning++
	return number, to, nil
}

// appendKind appends a line that is an object with one field, its kind, and
// nothing after an error.
func appendKind(to []byte, kind string, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return to, fmt.Errorf("the %s cannot be written as JSON: %w", kind, err)
	}
	if text = plain(text); len(text) > longest-64 {
		return to, errors.New("the " + kind + " is too large for a recording")
	}
	to = append(append(append(to, `{"`...), kind...), `":`...)
	return append(append(to, text...), "}\n"...), nil
}

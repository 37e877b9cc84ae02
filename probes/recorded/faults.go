package recorded

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mostNamed is how many bad lines are named.
const mostNamed = 12

// longestFault is how long what is wrong with a line may be: it may cite the line.
const longestFault = 200

// faults gathers what was left out of a recording.
type faults struct {
	named   []named
	more    int // lines that are not named
	unknown []unknownKind
	fields  int // that are not known
}

type named struct {
	line int
	text string
}

// unknownKind is lines of a kind that this program does not know.
type unknownKind struct {
	kind  string
	lines int
}

func (f *faults) name(line int, text string) {
	if len(f.named) == mostNamed {
		f.more++
		return
	}
	f.named = append(f.named, named{line, text})
}

// line names a line that is left out. what is a sentence without its stop that
// begins in lower case.
func (f *faults) line(number int, what string) {
	if len(what) > longestFault {
		what = strings.ToValidUTF8(what[:longestFault], "") + "…"
	}
	f.name(number, fmt.Sprintf("Line %d of the recording is left out: %s.", number, what))
}

// back names a line whose time is before that of the line before it.
func (f *faults) back(number int) {
	f.name(number, fmt.Sprintf("In line %d of the recording the time runs backwards; it is shown right after the reading before it.", number))
}

// missing says how many readings an arm that cannot be read took with it.
func (f *faults) missing(a *arm) {
	if a.missing > 0 {
		f.name(a.broken, fmt.Sprintf("With the arm in line %d of the recording its %d readings are left out.", a.broken, a.missing))
	}
}

// kind counts a line of a kind that is not known.
func (f *faults) kind(kind string) {
	kind = kind[:min(len(kind), 32)]
	i := slices.IndexFunc(f.unknown, func(u unknownKind) bool { return u.kind == kind })
	if i < 0 && len(f.unknown) == mostNamed {
		kind = "others"
		i = len(f.unknown) - 1
		f.unknown[i].kind = kind
	}
	if i < 0 {
		f.unknown = append(f.unknown, unknownKind{kind, 0})
		i = len(f.unknown) - 1
	}
	f.unknown[i].lines++
}

func (f *faults) sentences() []string {
	slices.SortStableFunc(f.named, func(a, b named) int { return cmp.Compare(a.line, b.line) })
	var list []string
	for _, n := range f.named {
		list = append(list, n.text)
	}
	if f.more > 0 {
		list = append(list, fmt.Sprintf("There is something wrong with %d more lines.", f.more))
	}
	for _, u := range f.unknown {
		list = append(list, fmt.Sprintf("%d lines of a kind that this program does not know are left out: %q.", u.lines, u.kind))
	}
	if f.fields > 0 {
		list = append(list, fmt.Sprintf("%d fields that this program does not know are left out.", f.fields))
	}
	return list
}

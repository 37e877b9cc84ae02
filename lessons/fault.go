package lessons

import (
	"cmp"
	"fmt"
	"slices"
)

// Error says where the fault is, what it is and what was expected.
func (f Fault) Error() string {
	text := f.File
	if f.Line > 0 {
		text += fmt.Sprintf(":%d", f.Line)
	}
	text += ": " + f.Problem
	if f.Wanted != "" {
		text += "; wanted: " + f.Wanted
	}
	return text
}

// String is the same as Error.
func (f Fault) String() string { return f.Error() }

// faults gathers what is wrong with one file.
type faults struct {
	file string
	list []Fault
}

// add notes a fault. The problem is a format.
func (f *faults) add(line int, wanted, problem string, args ...any) {
	f.list = append(f.list, Fault{File: f.file, Line: line, Problem: fmt.Sprintf(problem, args...), Wanted: wanted})
}

// sorted returns the faults in the order of the file.
func (f *faults) sorted() []Fault {
	slices.SortStableFunc(f.list, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return f.list
}

package report

import (
	"slices"

	"linebounce/ui/report/charts"
)

// document is what a report says, whatever it is written as.
type document struct {
	Title    string
	Whose    string // machines
	Lead     string // what this is
	Holds    string // what is in it
	Brief    []origin
	More     int // findings that Brief leaves out
	Machines []machine
	Missing  []missing
	Terms    []fact
	Files    []file
	By       By
}

// origin is findings of one kind, what ran on a machine or what the model says.
type origin struct {
	Heading  string
	Modelled bool
	Brief    []brief
}

// brief is one finding in plain words.
type brief struct {
	Figure string // "3.9×", "81 ns"
	Kind   string // of the figure: "recorded"
	What   string // the experiment
	At     string // the anchor of its section
	Asks   string // its question, "" where it has none
	Says   string
	Why    string
	Change string // what sets B apart from A
	Source string // "" where the heading says it
}

// machine is what was found on one computer, or of one that was modelled.
type machine struct {
	ID, Name string
	Modelled bool
	Facts    []fact
	Sections []section
	Warnings []string
}

// Heading names the machine and says that nothing ran on one that was modelled.
func (m machine) Heading() string {
	if m.Modelled {
		return "Simulated: " + m.Name
	}
	return m.Name
}

// within names the machine within a sentence.
func (m machine) within() string {
	if m.Modelled {
		return "simulated: " + m.Name
	}
	return m.Name
}

// section is one comparison, curve, burst, map or profile.
type section struct {
	ID, Title string
	Asks      string // the question
	Says      string // the answer, "" where the figures say it
	Why       string
	Source    string // of every figure in it
	Scenarios []scenario
	Chart     *charts.Chart
	Bars      []bar // the chart as text
	Tables    []table
	Notes     []string
	Command   string // that makes it again, "" where nobody knows
}

// scenario is what one arm ran.
type scenario struct{ Arm, Text string }

// bar is one bar of a chart. Value may be negative; what is not finite has none.
type bar struct {
	Label string
	Value float64
	Text  string
}

// table has a heading for each column, and in its first column one for each row.
type table struct {
	Caption string
	Note    string // below it
	Head    []string
	Rows    [][]string
	Code    bool // the rows' headings are names of code
	Prose   bool // the last column is text
}

// known returns the table without columns in which nothing is known.
func (t table) known() table {
	keep := func(column int) bool {
		return column == 0 || slices.ContainsFunc(t.Rows, func(row []string) bool { return row[column] != unknown })
	}
	pick := func(row []string) []string {
		var kept []string
		for column, text := range row {
			if keep(column) {
				kept = append(kept, text)
			}
		}
		return kept
	}
	thin := t
	thin.Head, thin.Rows = pick(t.Head), nil
	for _, row := range t.Rows {
		thin.Rows = append(thin.Rows, pick(row))
	}
	return thin
}

// fact is a word and what is known about it.
type fact struct{ Name, Text string }

// missing is what these files do not hold, and the command that records it.
type missing struct{ What, Command string }

// file is where figures are from.
type file struct {
	Name  string
	Facts []fact
}

// charts returns all charts of the document in their order. They stand without
// the page there, so each names its machine.
func (d document) charts() []charts.Chart {
	var list []charts.Chart
	for _, m := range d.Machines {
		for _, s := range m.Sections {
			if s.Chart == nil {
				continue
			}
			c := *s.Chart
			c.Title += ", " + m.within()
			list = append(list, c)
		}
	}
	return list
}

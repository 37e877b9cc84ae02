package simulator

import (
	"strconv"

	"linebounce/ui/tui/widgets"
)

const (
	leastWidth  = 80 // as everywhere in the program
	leastHeight = 24

	wide       = 100 // columns from which there is room for words in full
	most       = 8   // CPUs that have a lane each; more are a map
	shareWidth = 6   // of the share of time at the end of a lane

	chartRows   = 8 // the least, then what is enough, and the most
	comfortable = 12
	tallest     = 20
	highest     = 40 // on a large terminal

	large    = 50 // rows from which lines and lanes become such as can be seen from afar
	highLine = 8
	highRow  = 2 // of a CPU on the map
)

// block is rows from at on, none where height is 0.
type block struct{ at, height int }

// layout says which rows each part has. Parts stand one below the other and
// take the whole width.
type layout struct {
	left, width int

	title, settings, line, story, lanes, scrub, results, note, keys block
}

func columns(width int) layout {
	l := layout{left: 1}
	if width >= wide {
		l.left = 2
	}
	l.width = width - 2*l.left
	return l
}

// needs is what decides the rows besides the size of the terminal.
type needs struct {
	settings, lanes, notes, keys int
	results                      int // the least that shows anything, and what shows all
	all                          int
	high                         int // times that the lanes can be so high
}

// plan deals out the rows: first the least of everything, then more where there
// is more.
func plan(width, height int, n needs) layout {
	l := columns(width)
	l.title.height, l.settings.height, l.line.height, l.story.height = 1, n.settings, 3, 2
	l.lanes.height, l.scrub.height, l.results.height, l.note.height, l.keys.height = 1+n.lanes, 1, n.results, n.notes, n.keys
	free := height - l.sum()
	for _, give := range []struct {
		from  *block
		least int
	}{{&l.lanes, 4}, {&l.results, 0}, {&l.note, 0}, {&l.lanes, 0}, {&l.story, 1}} {
		for free < 0 && give.from.height > give.least {
			give.from.height--
			free++
		}
	}
	for _, more := range []struct {
		to   *block
		rows int
	}{{&l.results, n.all - n.results}, {&l.line, 1}} {
		if free >= more.rows && more.rows > 0 {
			more.to.height += more.rows
			free -= more.rows
		}
	}
	gaps := map[*block]int{}
	part := func(before ...*block) {
		for _, b := range before {
			if free > 0 && b.height > 0 {
				gaps[b]++
				free--
			}
		}
	}
	part(&l.lanes, &l.results, &l.settings, &l.keys, &l.story, &l.line)
	grow := func(b *block, rows int) {
		if rows > 0 && free >= rows {
			b.height += rows
			free -= rows
		}
	}
	chart := func(enough int) {
		if l.results.height >= chartRows {
			grow(&l.results, min(free, enough-l.results.height))
		}
	}
	chart(comfortable)
	part(&l.lanes, &l.results, &l.keys)
	if height >= large && l.lanes.height == 1+n.lanes {
		grow(&l.line, highLine-l.line.height)
		grow(&l.lanes, (min(1+free/n.lanes, n.high)-1)*n.lanes)
	}
	chart(tallest)
	if height >= large {
		chart(highest)
	}
	part(&l.lanes, &l.results, &l.keys)
	y := 0
	for _, b := range l.blocks() {
		y += gaps[b]
		b.at = y
		y += b.height
	}
	l.keys.at = max(l.keys.at, height-l.keys.height)
	l.note.at = max(l.note.at, l.keys.at-gaps[&l.keys]-l.note.height)
	return l
}

func (l *layout) blocks() []*block {
	return []*block{&l.title, &l.settings, &l.line, &l.story, &l.lanes, &l.scrub, &l.results, &l.note, &l.keys}
}

func (l *layout) sum() int {
	n := 0
	for _, b := range l.blocks() {
		n += b.height
	}
	return n
}

func (l layout) area(b block) widgets.Area {
	return widgets.Area{X: l.left, Y: b.at, Width: l.width, Height: b.height}
}

// label is the columns before a lane: "CPU 3 S0 receiver IM ".
func (m *Model) label() int {
	number := len(strconv.Itoa(m.set.cpus - 1))
	return len("CPU ") + number + len(" S0 receiver ") + m.letters() + 1
}

// letters is how many state letters stand beside a CPU.
func (m *Model) letters() int {
	n := 0
	for _, own := range m.stage.own {
		n = max(n, len(own))
	}
	return n
}

// laneColumns is how many cells a lane has.
func (m *Model) laneColumns() int { return columns(m.width).width - m.label() - shareWidth }

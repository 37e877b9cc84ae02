package scope

import "linebounce/ui/tui/theme"

const (
	leastWidth  = 80 // as everywhere in the program
	leastHeight = 24

	labelWidth = 10 // of a lane: "CPU 123"
	shareWidth = 6  // behind a lane: " 100%"
	mostLanes  = 16
)

// frame is where the parts may be.
func frame(width int) (left, inner int) {
	left = 1
	if width >= 114 {
		left = 2
	}
	return left, width - 2*left
}

// columns returns how many columns a lane has.
func (m *Model) columns() int {
	_, width := frame(m.width)
	return max(width-labelWidth-shareWidth, 8)
}

// rows says how many rows each part of the picture gets.
type rows struct {
	lanes    int // CPUs with a lane
	laneRows int // of each
	order    int
	model    int // 0 where it is not wanted
	figures  int
	gaps     int // rows left between parts
}

// What a large terminal gives, and the rows that lanes leave to the rest of it.
const (
	highLane    = 6
	highFigures = 24
	longOrder   = 32
	spare       = 16
)

// leastFigures is a title, percentiles, a row of bars and their labels.
const leastFigures = 4

// tall is the height from which there is a row for the line to paste.
const tall = 30

// drawPaste draws, where there is room for it, the command that shows the same
// without the screen above row low, and returns the row below which all else must
// end.
func (m *Model) drawPaste(left, width, low int) int {
	text := m.command()
	if m.page == mapPage {
		text = m.mapCommand()
	}
	text = "y copies  " + text
	if m.height < tall || m.canvas.Width(text) > width {
		return low
	}
	m.canvas.Text(left, low-1, theme.Dim, text)
	return low - 1
}

// share deals so many rows out to the parts below the sentence.
func (m *Model) share(free int) rows {
	r := rows{lanes: 2, laneRows: 1, order: 1, figures: leastFigures}
	have := 2
	if m.ready != nil {
		have = len(m.ready.lanes)
	}
	r.lanes = min(have, 2)
	used := 1 + 3 + 1 + r.lanes + r.order + r.figures // overview, hand-offs, axis, gaps, the order's title
	if m.model.wanted {
		r.model = 1
		used += 2
	}
	left := free - used
	for left < 0 && r.figures > 0 { // labels go first, then bars, then all
		r.figures--
		if left++; r.figures == 1 {
			r.figures = 0
			left++
		}
	}
	grow := func(part *int, most, price int) bool {
		if *part >= most || left < price {
			return false
		}
		*part++
		left -= price
		return true
	}
	for r.lanes < min(have, mostLanes) && left > 6 && grow(&r.lanes, mostLanes, 1) {
	}
	parts := 2
	if r.model > 0 {
		parts++
	}
	grow(&r.order, 2, 1)
	grow(&r.gaps, parts, 1)
	if r.lanes <= 4 && left >= r.lanes+3 {
		left -= r.lanes
		r.laneRows = 2
	}
	for more := true; more; {
		more = grow(&r.gaps, parts, 1)
		more = grow(&r.figures, 14, 1) || more
		more = grow(&r.order, 6, 1) || more
		if r.model > 0 {
			more = grow(&r.model, 3, 1) || more
		}
	}
	for r.lanes <= 4 && r.laneRows < highLane && left >= r.lanes+spare {
		left -= r.lanes
		r.laneRows++
	}
	for more := true; more; {
		more = grow(&r.figures, highFigures, 1)
		more = grow(&r.order, longOrder, 1) || more
	}
	return r
}

// lanesShown is how many CPUs have a lane.
func (m *Model) lanesShown() int { return m.dealt.lanes }

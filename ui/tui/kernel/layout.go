package kernel

import (
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

const (
	leastWidth  = 80 // as everywhere in the program
	leastHeight = 24

	abreast   = 114 // columns from which parts stand side by side
	leftWidth = 76  // of the truth table
	gap       = 2   // between parts side by side
)

// partName is one of the room's parts.
type partName int

const (
	partTable partName = iota
	partCards
	partProfile
	partWhy
	parts
)

// word is text that begins at a column, or ends before it.
type word struct {
	at    int
	right bool
	style theme.Style
	text  string
}

// row is what stands in one row of a part.
type row []word

func line(style theme.Style, text string) row { return row{{0, false, style, text}} }

// wrapped is text over as many rows as it takes.
func wrapped(width int, style theme.Style, text string) (rows []row) {
	for _, part := range widgets.Wrap(text, width) {
		rows = append(rows, line(style, part))
	}
	return rows
}

// shift moves a row to the right.
func (r row) shift(by int) row {
	moved := make(row, len(r))
	for i, w := range r {
		w.at += by
		moved[i] = w
	}
	return moved
}

// beside puts columns of rows side by side, each from its column on.
func beside(columns [][]row, at []int) []row {
	n := 0
	for _, c := range columns {
		n = max(n, len(c))
	}
	rows := make([]row, n)
	for i, c := range columns {
		for y, r := range c {
			rows[y] = append(rows[y], r.shift(at[i])...)
		}
	}
	return rows
}

// write draws rows from a place on and returns the row behind them.
func (m *Model) write(x, y int, rows []row) int {
	for _, r := range rows {
		for _, w := range r {
			if w.right {
				m.canvas.Right(x+w.at, y, w.style, w.text)
				continue
			}
			m.canvas.Text(x+w.at, y, w.style, w.text)
		}
		y++
	}
	return y
}

// frame is where the parts may be.
func frame(width int) (left, inner int) {
	left = 1
	if width >= abreast {
		left = 2
	}
	return left, width - 2*left
}

// block is a part, or several side by side, as it is shown.
type block struct {
	rows []row
	full bool // else in brief
}

// sheet lays the parts out in so many rows. whole says that each is shown in
// full.
func (m *Model) sheet(width, height int) (blocks []block, whole bool) {
	if width >= abreast-4 {
		if blocks := m.sideBySide(width, height); blocks != nil {
			return blocks, true
		}
	}
	m.all = false
	full := [parts]func(int, int) []row{m.table, m.stack, m.profileRows, m.why}
	brief := [parts]func(int) []row{m.tableBrief, m.cardsBrief, m.profileBrief, m.whyBrief}
	blocks = make([]block, parts)
	used := 0
	for i := range blocks {
		blocks[i].rows = brief[i](width)
		used += len(blocks[i].rows)
	}
	whole = true
	order := []partName{m.focus, partTable, partCards, partProfile, partWhy}
	for i, name := range order {
		if i > 0 && name == m.focus {
			continue
		}
		room := height - used + len(blocks[name].rows)
		if i > 0 {
			room -= 2 // for gaps
		}
		rows := full[name](width, room)
		if len(rows) > room {
			whole = false
			continue
		}
		used += len(rows) - len(blocks[name].rows)
		blocks[name] = block{rows, true}
	}
	return blocks, whole
}

// sideBySide is the layout of a large terminal, nil where it has no room. The
// profile gives rows to what stands above it, and takes what is left.
func (m *Model) sideBySide(width, height int) []block {
	const least, enough, most = 8, symbolsBeside + 1, 2*symbolsBeside + 1 // rows of the profile
	right := leftWidth + gap
	middle := m.boxes(width)
	for _, shown := range []struct {
		all   bool
		types int // of sockets
	}{{true, len(sockets)}, {true, 2}, {true, 1}, {false, 1}} {
		if shown.types > 1 && len(m.rows) == 0 {
			continue
		}
		m.all = shown.all
		first := beside([][]row{m.tables(leftWidth, shown.types), m.why(width-right, 0)}, []int{0, right})
		gaps := 3 * (shown.types - 1) // where there is room for them
		free := height - len(first) - len(middle) - gaps
		if free >= enough || !m.all && free >= least {
			return []block{{first, true}, {middle, true}, {m.profileRows(width, min(free, most)), true}}
		}
	}
	return nil
}

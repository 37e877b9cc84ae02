package lab

import "linebounce/ui/tui/widgets"

// The least terminal that shows everything.
const (
	LeastWidth  = 80
	LeastHeight = 24
)

// block is a part of the screen: rows from at on, none where height is 0.
type block struct{ at, height int }

// layout says which rows each part has. Parts stand one below the other and
// take the whole width.
type layout struct {
	left, width, gap, half int // columns: of all, between A and B, and of each

	title, transport, cards, sentence, header, maps, lanes, legend, strips, figures, verdict, paste, keys block
}

// needs is what decides the rows besides the size of the terminal.
type needs struct {
	cards  int // rows that the cards take at least, as text
	boxes  int // rows of boxes that they make where there is room
	lanes  int // CPUs at work in the arm that has more
	strips int // rows of strips
	notes  int // rows of the message below the verdict
	reason int // rows of the verdict's reason
	keys   int

	transport int // rows of a recording's time
	paste     int // rows of the command that runs the same
}

const (
	chartRows    = 8
	tallestChart = 20 // before other parts gain more by free rows
	highestChart = 36
	highMap      = 8   // a line that can be seen from afar
	highLane     = 3   // rows of a CPU, one of them free
	steadyNotes  = 3   // rows of a message that may come and go before the large parts change
	wide         = 100 // columns from which there is room for words in full
	roomy        = 4   // free rows that do not only come from fewer keys
)

// columns sets the widths, which the needs depend on.
func columns(width int) layout {
	l := layout{left: 1, gap: 2}
	if width >= wide {
		l.left, l.gap = 2, 4
	}
	l.width = width - 2*l.left
	l.half = (l.width - l.gap) / 2
	return l
}

// plan deals out the rows: first the least of everything, then more where
// there is more.
func plan(width, height int, n needs) layout {
	l := columns(width)
	l.transport.height = n.transport
	l.title.height, l.cards.height, l.sentence.height, l.header.height = 1, n.cards, 1, 2
	l.maps.height, l.lanes.height, l.legend.height, l.strips.height = widgets.LineRows, n.lanes, 1, 2+n.strips
	l.figures.height, l.verdict.height, l.keys.height = 1, max(3, 1+n.notes, 1+n.reason), n.keys
	if n.cards > 1 && l.sum() > height {
		l.sentence.height = 0 // what it says is known by the time that cards say more
	}
	free := height - l.sum()
	free += l.shrink(-free)
	free = l.grow(free, n)
	l.place(free, height)
	return l
}

func (l *layout) blocks() []*block {
	return []*block{&l.title, &l.transport, &l.cards, &l.sentence, &l.header, &l.maps, &l.lanes, &l.legend, &l.strips, &l.figures, &l.verdict, &l.paste, &l.keys}
}

func (l *layout) sum() int {
	n := 0
	for _, b := range l.blocks() {
		n += b.height
	}
	return n
}

// shrink takes rows away where too much is wanted, the least needed first, and
// returns how many.
func (l *layout) shrink(rows int) int {
	taken := 0
	for _, give := range []struct {
		from  *block
		least int
	}{{&l.figures, 0}, {&l.lanes, 3}, {&l.legend, 0}, {&l.maps, 3}, {&l.strips, 3}, {&l.lanes, 2}, {&l.sentence, 0}, {&l.strips, 0}, {&l.verdict, 3}} {
		for rows > taken && give.from.height > give.least {
			give.from.height--
			taken++
		}
	}
	return taken
}

// grow gives free rows to what gains most by them and returns what is left.
func (l *layout) grow(free int, n needs) int {
	if free <= 0 {
		return free
	}
	give := func(b *block, rows int) {
		if rows > 0 && free >= rows {
			b.height += rows
			free -= rows
		}
	}
	give(&l.figures, chartRows-l.figures.height)
	give(&l.verdict, max(widgets.BigRows, 1+n.reason)+max(n.notes, 1)-l.verdict.height)
	switch {
	case l.width < wide-4 && free > roomy: // else the cards would come and go with the row that keys take
		give(&l.cards, n.boxes-l.cards.height)
	case l.width < wide-4:
	case n.boxes == 1:
		give(&l.cards, highBox-l.cards.height)
	default:
		give(&l.cards, lowBox*n.boxes-l.cards.height)
	}
	give(&l.paste, n.paste)
	spare, steady := free-len(l.gapped()), steadyNotes-min(max(n.notes, 1), steadyNotes)
	for _, b := range []struct {
		to    *block
		rows  int
		whole bool // or none
	}{
		{&l.strips, n.strips, false}, {&l.cards, l.higher(n), true}, {&l.figures, tallestChart - chartRows, false},
		{&l.maps, highMap - widgets.LineRows, true}, {&l.lanes, (highLane - 1) * l.lanes.height, true},
		{&l.verdict, widgets.HugeRows - widgets.BigRows, true}, {&l.figures, highestChart - tallestChart, false},
	} {
		if b.to == &l.maps {
			spare -= steady
		}
		if rows := min(b.rows, spare); rows > 0 && (!b.whole || rows == b.rows) {
			give(b.to, rows)
			spare -= rows
		}
	}
	return free
}

// higher returns how many rows would make low boxes high ones.
func (l *layout) higher(n needs) int {
	if l.cards.height < lowBox*n.boxes {
		return 0
	}
	return highBox*n.boxes - l.cards.height
}

// gapped lists the parts that a free row before them does most for, first the
// ones that need it most.
func (l *layout) gapped() []*block {
	return []*block{&l.verdict, &l.header, &l.figures, &l.keys, &l.strips, &l.cards, &l.sentence, &l.lanes}
}

// place sets the rows, with free rows between parts as far as they go, and
// keeps the keys at the bottom.
func (l *layout) place(free, height int) {
	gaps := map[*block]int{}
	for range 2 {
		for _, before := range l.gapped() {
			if free > 0 && before.height > 0 {
				gaps[before]++
				free--
			}
		}
	}
	y := 0
	for _, b := range l.blocks() {
		y += gaps[b]
		b.at = y
		y += b.height
	}
	if bottom := height - l.keys.height; l.keys.at < bottom {
		l.keys.at = bottom
	}
}

// side returns the left half for arm 0 and the right half for arm 1.
func (l layout) side(arm int, b block) widgets.Area {
	return widgets.Area{X: l.left + arm*(l.half+l.gap), Y: b.at, Width: l.half, Height: b.height}
}

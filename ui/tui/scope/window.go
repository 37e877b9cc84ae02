package scope

import bursts "linebounce/probes/scope"

// window is the part of a burst that is shown: a stretch of time, or, where few
// enough operations fall in it, operations one by one.
type window struct {
	whole    bool
	from, to int64 // ns since the burst began
	single   bool  // each column is one operation
	first    int64 // the first of them on the line
}

// narrowest is the shortest stretch of time, in ns, in which columns can still be
// told apart.
const narrowest = 64

// span returns the window's beginning and end in ns.
func (w window) span(r *ready, on int, columns int) (from, to int64) {
	switch {
	case r == nil:
		return 0, 1
	case w.whole:
		return 0, max(r.Length, 1)
	case w.single:
		l := r.lines[on]
		return l.timeOf(w.first), max(l.timeOf(min(w.first+int64(columns), l.Ops)), l.timeOf(w.first)+1)
	}
	return w.from, w.to
}

// within moves a window into a burst, and turns it into one of operations or of
// time, whatever fits.
func (w window) within(r *ready, on int, columns int) window {
	l, n := r.lines[on], int64(columns)
	if w.whole && l.Ops > n {
		return w
	}
	if w.whole || l.Ops <= n {
		return window{whole: true, single: l.Ops <= n}
	}
	if w.single {
		w.first = min(max(w.first, 0), l.Ops-n)
		return w
	}
	length := max(w.to-w.from, narrowest)
	if length >= r.Length {
		return window{whole: true}
	}
	w.from = min(max(w.from, 0), r.Length-length)
	w.to = w.from + length
	if first, last := l.opAt(w.from), l.opAt(w.to); last-first <= n && length <= l.stretch(n) {
		middle := l.opAt(w.from + length/2)
		return window{single: true, first: min(max(middle-n/2, 0), l.Ops-n)}
	}
	return w
}

// stretch is for how long a window is too short to show time rather than
// operations: where nobody got on with the line, a long time has few operations.
func (l line) stretch(n int64) int64 {
	return max(4*n*l.Length()/max(l.Ops, 1), narrowest)
}

// zoom halves the window for in, else doubles it, around its middle.
func (w window) zoom(in bool, r *ready, on, columns int) window {
	l, n := r.lines[on], int64(columns)
	from, to := w.span(r, on, columns)
	length := to - from
	switch {
	case in && w.single:
		return w
	case in:
		return window{from: from + length/4, to: to - length/4}.within(r, on, columns)
	case w.whole:
		return w
	}
	half := max(length/2, 1)
	next := window{from: from - half, to: to + half}
	for next.to-next.from < r.Length && l.opAt(next.to)-l.opAt(next.from) <= n && next.to-next.from <= l.stretch(n) {
		half = (next.to - next.from) / 2
		next.from, next.to = next.from-half, next.to+half
	}
	return next.within(r, on, columns)
}

// pan moves the window by eighths of its width.
func (w window) pan(eighths int64, r *ready, on, columns int) window {
	switch {
	case w.whole:
		return w
	case w.single:
		w.first += eighths * max(int64(columns)/8, 1)
	default:
		by := max((w.to-w.from)/8, 1) * eighths
		w.from, w.to = w.from+by, w.to+by
	}
	return w.within(r, on, columns)
}

// edge moves the window to the beginning or the end of the burst.
func (w window) edge(end bool, r *ready, on, columns int) window {
	const far = 1 << 50
	if w.whole {
		return w
	}
	length := w.to - w.from
	switch {
	case w.single && end:
		w.first = far
	case w.single:
		w.first = 0
	case end:
		w.from, w.to = far-length, far
	default:
		w.from, w.to = 0, length
	}
	return w.within(r, on, columns)
}

// around shows a stretch of time with as much again beside it.
func around(begin, end int64, r *ready, on, columns int) window {
	half := max((end-begin)/2, 1)
	return window{from: begin - half, to: end + half}.within(r, on, columns)
}

// aroundStay shows a stay: its operations one by one where all of them have room.
func aroundStay(s bursts.Stay, r *ready, on, columns int) window {
	n := int64(columns)
	if s.Ops+2 <= n && r.lines[on].Ops > n {
		return window{single: true, first: s.First + s.Ops/2 - n/2}.within(r, on, columns)
	}
	return around(s.Begin, s.End, r, on, columns)
}

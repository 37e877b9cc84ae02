// Package lines places structures on cache lines: memory whose first byte
// begins a line and whose line length is known only at run time.
package lines

import "unsafe"

// page is the alignment of the first line. It is more than any line needs, so
// that pairs of lines, which some prefetchers fetch together, fall alike on
// every run.
const page = 4096

// Memory is zeroed memory divided into cache lines. The garbage collector
// neither moves it nor sees pointers in it.
type Memory struct {
	backing   []byte
	base      unsafe.Pointer
	lineBytes int
	lines     int
}

// New returns memory for n lines of lineBytes each, every page of it touched.
func New(n, lineBytes int) *Memory {
	backing := make([]byte, n*lineBytes+page)
	skip := (page - int(uintptr(unsafe.Pointer(&backing[0]))%page)) % page
	m := &Memory{backing: backing, base: unsafe.Pointer(&backing[skip]), lineBytes: lineBytes, lines: n}
	m.Clear()
	return m
}

// At returns the address of a byte offset on a line. It panics outside the
// memory, which only a fault in a layout can cause.
func (m *Memory) At(line, offset int) unsafe.Pointer {
	if line < 0 || line >= m.lines || offset < 0 || offset+8 > m.lineBytes {
		panic("lines: the address lies outside its line")
	}
	return unsafe.Add(m.base, line*m.lineBytes+offset)
}

// LineBytes returns how long a line is.
func (m *Memory) LineBytes() int { return m.lineBytes }

// Lines returns how many lines there are.
func (m *Memory) Lines() int { return m.lines }

// Clear zeroes all lines.
func (m *Memory) Clear() { clear(m.backing) }

package scope

import "sort"

// Column is one piece of a line's time for drawing.
type Column struct {
	Begin    int64   // ns since the burst began
	End      int64   // where the next column begins
	CPU      int     // who had the line for the largest part, -1 after the line's end
	Share    float64 // how large that part was, of 1
	Ops      int64   // operations that were done in it
	Handoffs int64   // changes of the owner in it
	Gap      bool    // some CPU of this line was away in it
}

// View answers what a stretch of a line's time looks like, in a time that hardly
// depends on how many stays there are: before every block of stays it knows how
// long each CPU has had the line so far.
type View struct {
	stays []Stay
	gaps  []Gap // of the line's CPUs, by their beginning, none overlapping
	cpus  []int
	index []int32 // of a CPU in cpus
	block int     // stays in a block
	sums  []int64 // by block and CPU, ns before the block
}

// NewView prepares a line of a capture for drawing. It keeps the capture's stays
// and does not change them.
func NewView(c Capture, line int) *View {
	v := &View{stays: c.Lines[line].Stays}
	for _, cpu := range c.CPUs {
		if cpu.Line == line {
			v.cpus = append(v.cpus, cpu.CPU)
		}
	}
	v.index = indices(v.cpus)
	v.block = max(256, 8*len(v.cpus))
	owned := make([]int64, len(v.cpus))
	for i, s := range v.stays {
		if i%v.block == 0 {
			v.sums = append(v.sums, owned...)
		}
		owned[v.index[s.CPU]] += s.End - s.Begin
	}
	for _, g := range c.Gaps {
		if g.CPU >= len(v.index) || v.index[g.CPU] < 0 {
			continue
		}
		if n := len(v.gaps); n > 0 && g.Begin <= v.gaps[n-1].End {
			v.gaps[n-1].End = max(v.gaps[n-1].End, g.End)
			continue
		}
		v.gaps = append(v.gaps, g)
	}
	return v
}

// moment is what is known of a time.
type moment struct {
	begun int     // stays that began before it
	ops   int64   // operations done
	owned []int64 // by CPU, ns it had the line
}

// at fills in what is known of a time.
func (v *View) at(t int64, m *moment) {
	m.begun = sort.Search(len(v.stays), func(i int) bool { return v.stays[i].Begin >= t })
	clear(m.owned)
	m.ops = 0
	if m.begun == 0 {
		return
	}
	last := m.begun - 1
	from := last / v.block
	copy(m.owned, v.sums[from*len(v.cpus):][:len(v.cpus)])
	for _, s := range v.stays[from*v.block : last] {
		m.owned[v.index[s.CPU]] += s.End - s.Begin
	}
	s := v.stays[last]
	spent, length := min(t, s.End)-s.Begin, s.End-s.Begin
	m.owned[v.index[s.CPU]] += spent
	m.ops = s.First + s.Ops
	if spent < length {
		m.ops = s.First + int64(float64(s.Ops)*float64(spent)/float64(length))
	}
}

// Columns cuts the time from one moment to a later one into n columns, or one
// for each nanosecond where there are fewer. They follow one another without a
// hole from from to to.
func (v *View) Columns(from, to int64, n int) []Column {
	n = int(min(int64(n), to-from))
	if n < 1 {
		return nil
	}
	columns := make([]Column, n)
	before, after := moment{owned: make([]int64, len(v.cpus))}, moment{owned: make([]int64, len(v.cpus))}
	v.at(from, &before)
	gap := 0
	for i := range columns {
		c := &columns[i]
		c.Begin, c.End, c.CPU = from+(to-from)*int64(i)/int64(n), from+(to-from)*int64(i+1)/int64(n), -1
		v.at(c.End, &after)
		c.Ops = after.ops - before.ops
		c.Handoffs = int64(max(after.begun, 1) - max(before.begun, 1)) // the first stay came from nobody
		var most int64
		for cpu := range v.cpus {
			if owned := after.owned[cpu] - before.owned[cpu]; owned > most {
				most, c.CPU = owned, v.cpus[cpu]
			}
		}
		c.Share = float64(most) / float64(c.End-c.Begin)
		for gap < len(v.gaps) && v.gaps[gap].End <= c.Begin {
			gap++
		}
		c.Gap = gap < len(v.gaps) && v.gaps[gap].Begin < c.End
		before, after = after, before
	}
	return columns
}

package recorded

import (
	"strconv"

	"linebounce/probes"
)

// A reading is one list of numbers: its arm, its pair, when it began in
// microseconds on the timeline, how many nanoseconds it took, and the arm's
// columns for each CPU. A list for each tracked line follows, and an object of
// what is rare.

func appendNumber(to []byte, n int64) []byte { return strconv.AppendInt(append(to, ','), n, 10) }

// append writes a reading without its strips. numbers are those of its warnings.
func (a *arm) append(to []byte, r probes.Reading, pair int, at int64, numbers []int, strips []byte) []byte {
	to = strconv.AppendInt(append(to, '['), int64(a.N), 10)
	to = appendNumber(to, int64(pair))
	to = appendNumber(to, at)
	to = appendNumber(to, int64(r.Elapsed))
	for _, w := range r.CPUs {
		to = appendNumber(to, w.Ops)
		to = appendNumber(to, int64(r.Elapsed-w.Elapsed))
		to = appendNumber(to, int64(w.Elapsed-w.Busy))
		if len(a.Columns) > 3 {
			to = appendNumber(to, w.Messages)
		}
	}
	for _, l := range r.Lines {
		to = appendLine(append(to, ','), l)
	}
	to = appendRare(to, r, numbers, strips)
	return append(to, "]\n"...)
}

func appendLine(to []byte, l probes.LineUse) []byte {
	to = strconv.AppendInt(append(to, '['), l.Ops, 10)
	to = appendNumber(to, int64(l.Stays.Logged))
	for _, v := range []float64{l.Stays.P10, l.Stays.Median, l.Stays.P90, l.Stays.Mean} {
		to = appendFloat(append(to, ','), v)
	}
	for _, h := range l.Handoffs {
		to = appendNumber(appendNumber(appendNumber(to, int64(h.From)), int64(h.To)), h.Count)
	}
	return append(to, ']')
}

// appendRare writes what most readings do not have, and nothing for those.
func appendRare(to []byte, r probes.Reading, numbers []int, strips []byte) []byte {
	before := ",{"
	field := func(name string) {
		to = append(append(append(to, before...), '"'), name...)
		to = append(to, `":`...)
		before = ","
	}
	list := func(name string, items []int) {
		field(name)
		for i, n := range items {
			to = strconv.AppendInt(append(to, "[,"[min(i, 1)]), int64(n), 10)
		}
		to = append(to, ']')
	}
	if r.Lost != 0 {
		field("lost")
		to = strconv.AppendInt(to, r.Lost, 10)
	}
	if loose := unpinned(r); len(loose) > 0 {
		list("unpinned", loose)
	}
	if len(numbers) > 0 {
		list("warnings", numbers)
	}
	if strips != nil {
		field("strips")
		to = append(to, strips...)
	}
	if before == "," {
		to = append(to, '}')
	}
	return to
}

// unpinned returns which of the reading's workers were on another CPU.
func unpinned(r probes.Reading) (list []int) {
	for i, w := range r.CPUs {
		if !w.Pinned {
			list = append(list, i)
		}
	}
	return list
}

package recorded

import (
	"fmt"
	"slices"

	"linebounce/probes/latency"
)

// A map is lines of its pairs and then one of everything else, as a burst is.

// mapForm is the last line of a map.
type mapForm struct {
	N        int            `json:"n"`
	Method   latency.Method `json:"method"`
	Serial   bool           `json:"serial"`
	CPUs     []int          `json:"cpus"`
	Dropped  []latency.Drop `json:"dropped"`
	Complete bool           `json:"complete"`
	Visits   int            `json:"visits"`
	Starved  int            `json:"starved"`
	Labels   []string       `json:"labels"` // that pairs name by number
	Whys     []string       `json:"whys"`   // why pairs have no figures, also by number
}

// figures are the places of a pair's figures, in their order in a file.
func figures(p *latency.Pair) []*float64 {
	return []*float64{&p.Min, &p.P10, &p.P90, &p.P99, &p.Median, &p.Low, &p.High}
}

// appendMap appends the lines of a map.
func appendMap(to []byte, n int, m latency.Map) ([]byte, error) {
	form := mapForm{
		N: n, Method: m.Method, Serial: m.Serial, CPUs: m.CPUs, Dropped: m.Dropped,
		Complete: m.Complete, Visits: m.Visits, Starved: m.Starved,
	}
	pairs := newList(to, "pairs", n)
	for i := range m.Pairs {
		p := &m.Pairs[i]
		pinned := int64(0)
		if p.Pinned {
			pinned = 1
		}
		pairs.add(number(&form.Labels, p.Label), number(&form.Whys, p.Why), int64(p.Samples), pinned)
		for _, v := range figures(p) {
			pairs.text = appendFloat(append(pairs.text, ','), *v)
		}
	}
	return appendKind(pairs.end(), "map", form)
}

// number returns where a text stands in a list, to which it is added if need be.
func number(list *[]string, text string) int64 {
	i := slices.Index(*list, text)
	if i < 0 {
		i = len(*list)
		*list = append(*list, text)
	}
	return int64(i)
}

// readMap puts a map together from its lines.
func readMap(form mapForm, parts []part) (latency.Map, error) {
	m := latency.Map{
		Method: form.Method, Serial: form.Serial, CPUs: form.CPUs, Dropped: form.Dropped,
		Complete: form.Complete, Visits: form.Visits, Starved: form.Starved,
	}
	for _, p := range parts {
		s := &scanner{text: p.text}
		s.count() // the map's number
		for s.more(false, ']') {
			m.Pairs = append(m.Pairs, readPair(s, form))
		}
		if s.fault != "" {
			return latency.Map{}, fmt.Errorf("in its pairs, %s", s.fault)
		}
	}
	at := 0
	for i, a := range m.CPUs {
		for _, b := range m.CPUs[i+1:] {
			if at < len(m.Pairs) {
				m.Pairs[at].A, m.Pairs[at].B = a, b
			}
			at++
		}
	}
	return m, m.Check()
}

func readPair(s *scanner, form mapForm) latency.Pair {
	var p latency.Pair
	p.Label = textOf(s, form.Labels, s.int())
	p.Why = textOf(s, form.Whys, s.following())
	p.Samples = int(s.following())
	p.Pinned = s.following() != 0
	for _, v := range figures(&p) {
		s.need(',')
		*v = s.float()
	}
	return p
}

// textOf returns the text that has a number in a list.
func textOf(s *scanner, list []string, i int64) string {
	if i < 0 || i >= int64(len(list)) {
		s.fail("it names a text that there is not")
		return ""
	}
	return list[i]
}

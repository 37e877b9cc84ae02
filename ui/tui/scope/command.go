package scope

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

// command writes what is captured as a command, with the words that differ from
// what the command does by itself.
func (m *Model) command() string {
	s := m.scenario
	if list := choices(m.machine, s.Workers()); len(list) > 0 && s.CPUs == list[0] {
		s.CPUs = ""
	}
	words := []string{"counter=" + s.Counter, "line=" + s.Line}
	for _, word := range bursts.Words {
		if v := s.Get(word); v != bursts.Default.Get(word) && v != "" && word != "counter" && word != "line" {
			words = append(words, word+"="+v)
		}
	}
	text := "linebounce scope -a '" + strings.Join(words, " ") + "'"
	if m.size != usualSize {
		text += fmt.Sprint(" --ops ", sizes[m.size])
	}
	return text
}

// choices are the lists of n CPUs to go through: the machine's own, then those
// that begin further on.
func choices(m topology.Machine, n int) []probes.CPUList {
	first, err := m.Choose(n)
	if err != nil {
		return nil
	}
	list := []probes.CPUList{probes.NewCPUList(first...)}
	add := func(cpus ...int) {
		if l := probes.NewCPUList(cpus...); !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	all := m.Allowed()
	for _, b := range all {
		if n == 2 && !slices.Contains(first, b) {
			add(first[0], b)
		}
	}
	for start := range all {
		if n > 2 && n < len(all) {
			add(slices.Concat(all[start:], all[:start])[:n]...)
		}
	}
	return list
}

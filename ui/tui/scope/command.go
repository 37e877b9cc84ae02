package scope

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

// command writes what is captured as a command, with the words that differ from
// what the command does by itself.
func (m *Model) command() string {
	s := m.scenario
	if first, err := m.machine.Choose(s.Workers()); err == nil && s.CPUs == probes.NewCPUList(first...) {
		s.CPUs = ""
	}
	words := []string{"counter=" + s.Counter, "line=" + s.Line}
	for _, word := range bursts.Words {
		v := s.Get(word)
		if word == "cpus" {
			v = cpulist.Format(s.CPUs.Numbers())
		}
		if v != bursts.Default.Get(word) && v != "" && word != "counter" && word != "line" {
			words = append(words, word+"="+v)
		}
	}
	text := "linebounce scope -a '" + strings.Join(words, " ") + "'"
	if ops := m.asks(); ops != sizes[usualSize] {
		text += fmt.Sprint(" --ops ", ops)
	}
	return text
}

// asks is how many operations of each CPU a burst is to have. Of a recorded one,
// which ended when its quickest CPU had done them, it is the next size.
func (m *Model) asks() int {
	if !m.player.plays() {
		return sizes[m.size]
	}
	if m.ready == nil {
		return sizes[usualSize]
	}
	var most int64
	for _, cpu := range m.ready.CPUs {
		if cpu.Line >= 0 {
			most = max(most, cpu.Ops)
		}
	}
	for _, size := range sizes {
		if most <= int64(size) {
			return size
		}
	}
	return sizes[len(sizes)-1]
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

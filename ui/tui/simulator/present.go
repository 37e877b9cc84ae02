package simulator

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/ui/wording"
)

// lesson is what a lesson shows in the room, and what was there before.
type lesson struct {
	arms   []settings
	before kept
}

// kept is what a lesson changes of the room.
type kept struct {
	run
	set, initial, whole settings
	past                []settings
	verdict             string
	running             bool
	pace                int
}

// Present shows the scenario a of an experiment as a lesson has it, and with
// PresentArm(1) the scenario b, if it is not empty. Words that they do not name
// mean what the experiment's defaults say. An empty machine is the one that the
// room opens with. With 0 CPUs the machine has as many as the workers of either
// scenario need; with another number every CPU works, whatever the scenarios say
// of workers. Hackbench is shown as messages, which is what its threads do.
// Leave brings back what was there before the first Present.
//
// The errors say that the model does not know the experiment or the machine, or
// are those of simulated.Model.Lay; after one nothing has changed.
func (m *Model) Present(name string, a, b probes.Scenario, machine string, cpus int) error {
	e, known := find(name)
	if name == hackbench {
		e, known = find(messages)
		a, b = spoken(a), spoken(b)
	}
	if !known {
		return fmt.Errorf("the Simulator shows no experiment %q; accepted: %s", name, strings.Join(names(), ", "))
	}
	if machine == "" {
		machine = m.presets[0].Name
	}
	i := slices.IndexFunc(m.presets, func(p machines.Preset) bool { return p.Name == machine })
	if i < 0 {
		return fmt.Errorf("the Simulator has no machine %q; accepted: %s", machine, strings.Join(machines.Names(), ", "))
	}
	p := m.presets[i]
	scenarios := []probes.Scenario{a}
	if b != (probes.Scenario{}) {
		scenarios = append(scenarios, b)
	}
	var arms []settings
	for _, s := range scenarios {
		arm := settings{
			experiment: e.name, machine: p.Name, cpus: cpus, fill: machines.OneByOne, exact: cpus == 0,
			scenario: e.filled(s, e.words...), protocol: p.Protocol, home: p.Home,
		}
		if arm.exact {
			arm.scenario = e.filled(arm.scenario, "writers", "readers", "observers")
		} else {
			arm = arm.loosened()
		}
		arms = append(arms, arm)
	}
	if cpus == 0 {
		for i := range arms {
			arms[i].cpus = wanted(arms)
		}
	}
	return m.rehearse(arms)
}

// wanted is how many CPUs the scenarios of a lesson need.
func wanted(arms []settings) int {
	n := 1
	for _, arm := range arms {
		n = max(n, arm.scenario.Workers())
		for _, cpu := range arm.scenario.CPUs.Numbers() {
			n = max(n, cpu+1)
		}
	}
	return n
}

// rehearse shows the first arm, if each can be had.
func (m *Model) rehearse(arms []settings) error {
	for _, arm := range arms {
		if _, err := arm.lay(m.presets); err != nil {
			return err
		}
	}
	before := kept{m.run, m.set, m.initial, m.whole, m.past, m.verdict, m.running, m.pace}
	if m.lesson != nil {
		before = m.lesson.before
	}
	m.lesson = &lesson{arms, before}
	m.running = !m.options.ReduceMotion
	m.perform(0)
	return nil
}

// perform begins to run an arm of the lesson.
func (m *Model) perform(i int) {
	arm := m.lesson.arms[i]
	if err := m.load(arm); err != nil {
		m.note = wording.Sentence(err.Error())
		return
	}
	m.initial, m.past, m.note = arm, nil, ""
}

// PresentArm shows a lesson's scenario a, for 0, or b, for 1, and returns what is
// to be computed for it. It does nothing where there is no such scenario.
func (m *Model) PresentArm(i int) tea.Cmd {
	if m.lesson == nil || i < 0 || i >= len(m.lesson.arms) {
		return nil
	}
	m.perform(i)
	return m.work()
}

// Leave brings back what a lesson took the place of. It does nothing where no
// lesson was presented.
func (m *Model) Leave() {
	m.Guide(true, "")
	if m.lesson == nil {
		return
	}
	k := m.lesson.before
	m.run, m.set, m.initial, m.whole, m.past = k.run, k.set, k.initial, k.whole, k.past
	m.verdict, m.running, m.pace = k.verdict, k.running, k.pace
	m.lesson, m.note, m.stale = nil, "", true
}

// Guide tells the room that somebody else shows it: the hint stands beside the
// keys, or in their place where they do nothing here. Without a hint the room is
// its own.
func (m *Model) Guide(keys bool, hint string) {
	m.stale = m.stale || m.rests == keys || m.hint != hint
	m.rests, m.hint = !keys, hint
}

// names are the experiments that can be presented.
func names() []string {
	list := []string{hackbench}
	for _, e := range all {
		list = append(list, e.name)
	}
	return list
}

// spoken leaves of a scenario of hackbench what means something to messages.
func spoken(s probes.Scenario) probes.Scenario {
	if s == (probes.Scenario{}) {
		return s // there is no such arm
	}
	s = only(s, []string{"path", "counter", "line", "pid-ref", "cred-ref", "neighbours", "passcred", "send"})
	s.Transport = probes.TransportSocketpair
	return s
}

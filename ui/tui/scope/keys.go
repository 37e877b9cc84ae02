package scope

import (
	"charm.land/bubbles/v2/key"

	bursts "linebounce/probes/scope"
)

// Keys lists every key of the room with what it does, for the help.
func Keys() []key.Binding {
	return []key.Binding{
		bind("f", "freeze, or let bursts go on, one about every half a second"),
		bind("space", "one new burst (r does so too), which stays"),
		bind("+ -", "look closer, down to single operations, or from further away; so do up and down"),
		bind("← →", "move along the burst; page up and page down by a whole picture, home and end to its ends"),
		bind("0", "the whole burst"),
		bind("L", "freeze and go to the longest stay"),
		bind("g", "freeze and go to the next gap, a time in which a CPU was taken away"),
		bind("t", "wait for a stay longer than so many operations, or for a gap, and freeze on it"),
		bind("n", "one counter for all CPUs, or each its own"),
		bind("l", "counters on one line with their neighbours, or each alone on a line"),
		bind("o", "what an operation is: locked add, plain add, store"),
		bind("a", "how many CPUs: two, then more, then all"),
		bind("c", "other CPUs, where there are more"),
		bind("z", "how many operations of each CPU a burst has"),
		bind("b", "count hand-offs by an owner word too; that makes stays shorter than they are without"),
		bind("tab", "the next line, where a burst has several"),
		bind("j k", "lanes of further CPUs, where not all have room"),
		bind("s", "the order that the model makes of the same scenario, simulated"),
		bind("m", "the latency between every two CPUs, and back"),
		bind("w", "on the map: the other method"),
		bind(", .", "on a recording: the burst before, the next one; f or space freezes, or lets it play at the pace it was recorded at"),
		bind("< >", "on a recording: slower, faster; so do h (half) and d (double)"),
		bind("y", "copy the command that captures the same without the screen"),
	}
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// triggers are what bursts can be kept for, the first for nothing.
var triggers = []bursts.Trigger{{}, {StayOver: 50}, {StayOver: 500}, {StayOver: 5000}, {Gap: true}}

// sizes are the operations of each CPU in a burst.
var sizes = []int{20_000, bursts.DefaultOps, bursts.MostOps}

const usualSize = 1

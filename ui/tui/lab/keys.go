package lab

import "charm.land/bubbles/v2/key"

// screenKeys are the keys besides the toggles and those of every room, in the
// order of the screen.
var screenKeys = []key.Binding{
	bind("e", "experiment"), bind("v", "vote first"), bind("space", "pause"), bind("u", "undo"),
	bind("r", "reset"), bind("y", "copy"),
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// Keys lists every key of the Lab with what it does, for the help.
func Keys() []key.Binding {
	var all []key.Binding
	for _, t := range toggles {
		all = append(all, bind(t.key, t.does))
	}
	return append(all,
		bind("← →", "other CPUs for both arms; while a recording is shown: 1 s back, 1 s on"), bind("tab", "which arm the keys change, A or B"),
		bind("e E", "next experiment, the one before"), bind("v", "hide every figure, ask the class first; again: the result"),
		bind("1 2 3", "what the class says: A, B, or no difference"), bind("space", "stop all workers, or a recording; go on"),
		bind("u", "undo the last change"), bind("r", "back to how the experiment began; try again where it cannot run"),
		bind("y", "copy the comparison as a command"),
		bind(", .", "while a recording is shown: 1 s back, 1 s on"), bind("pgup pgdown", "while a recording is shown: 10 s back, 10 s on"),
		bind("home end", "while a recording is shown: its beginning, its end"),
		bind("< >", "while a recording is shown: slower, faster, from 1/8 to 64 times; so do - and +"),
	)
}

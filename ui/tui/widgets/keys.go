package widgets

import (
	"charm.land/bubbles/v2/key"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// Keeping is what every room says of the file that readings are kept in.
type Keeping struct {
	For    string // how long readings have been kept, "" while none are
	Barred bool   // nothing can be kept: what is shown is a recording
}

// Mark is what stands on the screen while readings are kept, "" while none are.
func (k Keeping) Mark() string {
	if k.For == "" {
		return ""
	}
	return " recording " + k.For + " "
}

// Everywhere lists the keys that do the same in every room, for the help.
func Everywhere() []key.Binding {
	bind := func(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }
	return []key.Binding{
		bind("1 … 5", "the rooms"),
		bind("K", "record: keep every measured reading, burst and map in a new file in the current folder; again: end it, and say where the file is"),
		bind("S", "save the screen as it is, as a picture (SVG) and as text, in the current folder"),
		bind("?", "this help"), bind("q", "quit"),
	}
}

// KeyItem is a key and what it does.
func KeyItem(key, label string) Item {
	return Item{{theme.Strong, key}, {theme.Dim, " " + label}}
}

// FlowKeys deals a room's keys out to rows as Flow does, and behind them those of
// every room. Help and quit always stand there; the others where they take no
// further row.
func FlowKeys(c *canvas.Canvas, items []Item, width, gap int, k Keeping) [][]Item {
	last := []Item{KeyItem("?", "help"), KeyItem("q", "quit")}
	rows := Flow(c, join(items, last), width, gap)
	record, brief := KeyItem("K", "record"), KeyItem("K", "record")
	if k.For != "" {
		record, brief = KeyItem("K", "end recording"), KeyItem("K", "end")
	}
	save := KeyItem("S", "save screen")
	forms := [][]Item{{record, save}, {brief, save}, {brief}}
	if k.Barred {
		forms = [][]Item{{save}}
	}
	for _, more := range forms {
		if full := Flow(c, join(items, more, last), width, gap); len(full) == len(rows) {
			return full
		}
	}
	return rows
}

func join(lists ...[]Item) []Item {
	var all []Item
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

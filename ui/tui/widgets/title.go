package widgets

import (
	"fmt"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// rooms are the program's, in the order of their keys.
var rooms = []struct {
	key         int
	name, short string
}{{1, "Lab", "Lab"}, {2, "Simulator", "Sim"}, {3, "Kernel", "Kernel"}, {4, "Scope", "Scope"}, {5, "Lessons", "Lessons"}}

// The rooms.
const (
	Lab = iota
	Simulator
	Kernel
	Scope
	Lessons
)

// RoomKey returns the key that opens a room.
func RoomKey(room int) string { return fmt.Sprint(rooms[room].key) }

// RoomName returns a room's name.
func RoomName(room int) string { return rooms[room].name }

// RoomOf returns the room that a key opens, and false for other keys.
func RoomOf(key string) (room int, found bool) {
	for i := range rooms {
		if RoomKey(i) == key {
			return i, true
		}
	}
	return 0, false
}

// factsWidth is what the facts about a machine get where the names of the rooms
// can give way.
const factsWidth = 10

// Title draws the first row: the rooms with the one that is open marked, for how
// long readings have been kept, where the figures come from and, in as many words
// as fit the width that facts is given, of which machine they are. On a narrow
// terminal the rooms have shorter names or none, and the program's is left out.
func Title(c *canvas.Canvas, left, width, room int, k Keeping, origin string, facts func(width int) string) {
	mark := k.Mark()
	taken := c.Width(origin) + 3
	if mark != "" {
		taken += c.Width(mark) + 2
	}
	var chips Item
	free := 0
	for i, form := range []func(int) Item{chipsInFull, chipsInShort, chipsAlone, chipsAsKeys} {
		chips = form(room)
		free = width - chips.Width(c) - taken
		if free >= factsWidth || free >= 0 && (i > 1 || facts(width) == "") {
			break
		}
	}
	chips.Draw(c, left, 0)
	end := left + width
	text := facts(max(free, 0))
	if c.Width(text) > free {
		text = ""
	}
	c.Right(end, 0, theme.Dim, text)
	if text != "" {
		end -= c.Width(text) + 2
	}
	c.Right(end, 0, theme.Strong, origin)
	if origin != "" {
		end -= c.Width(origin) + 2
	}
	c.Right(end, 0, theme.Title, mark)
}

// Chip is the mark of one room.
func Chip(room int) Span {
	return Span{theme.Title, fmt.Sprintf(" %d %s ", rooms[room].key, rooms[room].name)}
}

func chipsInFull(open int) Item {
	chips := Item{{theme.Strong, "linebounce "}}
	for i, r := range rooms {
		if i == open {
			chips = append(chips, Chip(i))
			continue
		}
		chips = append(chips, Span{theme.Dim, fmt.Sprintf(" %d %s ", r.key, r.name)})
	}
	return chips
}

func chipsInShort(open int) Item {
	return append(Item{{theme.Strong, "linebounce "}}, chipsAlone(open)...)
}

func chipsAlone(open int) Item {
	return chipsBesides(open, func(i int) string { return fmt.Sprintf("%d %s", rooms[i].key, rooms[i].short) })
}

// chipsAsKeys names no room but the one that is open.
func chipsAsKeys(open int) Item { return chipsBesides(open, RoomKey) }

// chipsBesides marks the room that is open, and names the others as it is told.
func chipsBesides(open int, named func(room int) string) Item {
	var chips Item
	for i, r := range rooms {
		if i > 0 {
			chips = append(chips, Span{theme.Plain, " "})
		}
		if i == open {
			chips = append(chips, Span{theme.Title, fmt.Sprintf(" %d %s ", r.key, r.short)})
			continue
		}
		chips = append(chips, Span{theme.Dim, named(i)})
	}
	return chips
}

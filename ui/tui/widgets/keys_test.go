package widgets

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Help and quit always stand there; what else does the same in every room only
// where it takes no further row, and what matters most first.
func TestKeysOfEveryRoom(t *testing.T) {
	const last = "? help q quit"
	for _, c := range []struct {
		own   string
		width int
		k     Keeping
		want  string
	}{
		{"a b", 60, Keeping{}, "a b K record S save screen " + last},
		{"a b", 60, Keeping{For: "0:05"}, "a b K end recording S save screen " + last},
		{"a b", 51, Keeping{For: "0:05"}, "a b K end S save screen " + last},
		{"a b", 36, Keeping{For: "0:05"}, "a b K end " + last},
		{"a b", 36, Keeping{}, "a b K record " + last},
		{"a b", 60, Keeping{Barred: true}, "a b S save screen " + last},
		{"a b", 36, Keeping{Barred: true}, "a b S save screen " + last},
		{"a b", 24, Keeping{}, "a b " + last},
		{"", 10, Keeping{For: "0:05"}, last},
	} {
		var own []Item
		for key := range strings.FieldsSeq(c.own) {
			own = append(own, Item{{0, key}})
		}
		cells := blank(c.width, 6)
		rows := FlowKeys(cells, own, c.width, 2, c.k)
		DrawRows(cells, rows, 0, 0, 2)
		var got []string
		for row := range strings.SplitSeq(ansi.Strip(cells.String()), "\n") {
			if row != "" {
				got = append(got, strings.Join(strings.Fields(row), " "))
			}
		}
		if strings.Join(got, " ") != c.want || len(cells.Lost()) > 0 {
			t.Errorf("%q in %d cells, %+v: %q, want %q; %q fell off", c.own, c.width, c.k, got, c.want, cells.Lost())
		}
	}
}

// Beside the mark of a recording the rooms give up their names before a source is
// left out.
func TestTitleWithTheMark(t *testing.T) {
	for room := range rooms {
		for _, origin := range []string{"* measured", "* measured @ published o simulated", ""} {
			for _, width := range []int{78, 100, 118} {
				c := blank(width+2, 1)
				Title(c, 1, width, room, Keeping{For: "10:00:00"}, origin, func(int) string { return "64 B lines" })
				text := strings.Join(strings.Fields(ansi.Strip(c.String())), " ")
				if len(c.Lost()) > 0 || !strings.Contains(text, "recording 10:00:00 "+origin) && origin != "" || !strings.Contains(text, RoomKey(room)+" "+rooms[room].short) {
					t.Errorf("%d cells, %q: %q fell off: %s", width, origin, strings.Join(c.Lost(), ""), text)
				}
				for other := range rooms {
					if !strings.Contains(text, RoomKey(other)) {
						t.Errorf("%d cells, %q: key %s is not named: %s", width, origin, RoomKey(other), text)
					}
				}
			}
		}
	}
}

package widgets

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The rooms, the source and as much of the facts as there is room for stand in
// one row, whichever room is open.
func TestTitleFits(t *testing.T) {
	facts := func(width int) string {
		return Fit(width, "AMD EPYC 9B45  2 CPUs  64 B lines", "2 CPUs  64 B lines", "64 B lines", "")
	}
	for room := range rooms {
		for _, width := range []int{78, 79, 100, 118, 196} {
			for _, origin := range []string{"", "* measured", "* measured @ published o simulated", "> recorded 2026-02-28"} {
				c := blank(width+2, 1)
				Title(c, 1, width, room, Keeping{}, origin, facts)
				text := strings.Join(strings.Fields(ansi.Strip(c.String())), " ")
				if lost := c.Lost(); len(lost) > 0 || !strings.Contains(text, origin) {
					t.Errorf("%d cells, %q: %q fell off: %s", width, origin, strings.Join(lost, ""), text)
				}
				for i, r := range rooms {
					if chip := RoomKey(i) + " " + r.short[:3]; !strings.Contains(text, chip) {
						t.Errorf("%d cells: room %s is not named: %s", width, r.name, text)
					}
				}
				if len(origin) < 12 && !strings.Contains(text, "64 B lines") {
					t.Errorf("%d cells, %q: the machine is not named: %s", width, origin, text)
				}
			}
		}
	}
}

func TestKeysOfRooms(t *testing.T) {
	for room := range rooms {
		if got, found := RoomOf(RoomKey(room)); !found || got != room {
			t.Errorf("key %s opens room %d, want %d", RoomKey(room), got, room)
		}
	}
	if room, found := RoomOf("6"); found {
		t.Errorf("key 6 opens %s, and there is no such room", rooms[room].name)
	}
}

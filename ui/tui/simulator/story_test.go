package simulator

import (
	"strings"
	"testing"
)

// What happens at locks and rings is told, each in words of its own, and fits
// the narrowest terminal.
func TestStoriesOfLocksAndRings(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want []string
	}{
		{[]string{"e", "e", "e", "t"}, []string{
			"exchanges lock and finds it taken: it has the line but not the lock.", "exchanges lock and finds it free: it is inside.", "gives lock back, by a store."}},
		{[]string{"e", "e", "e"}, []string{"looks at lock", "spins on its own copy until the lock's line is taken from it.", "reads integer", "writes integer"}},
		{[]string{"e", "e", "e", "e", "x", "-", "-", "-"}, []string{
			"moves sent on: there is a message more to take.", "moves received on: there is room for a message more.", "looks at sent", "looks at received",
			"finds the ring empty, and spins on its own copy of sent.", "writes slot 5", "reads slot 5"}},
	} {
		m := open(t, 80, 24, c.keys...)
		m.seekEvent(0)
		all := ""
		for range 700 {
			press(m, "right")
			e, _ := m.cursor.Event()
			told := m.stage.tell(e, m.cursor.Picture)
			if all += told; !strings.Contains(m.text(), told) && !strings.Contains(m.text(), m.stage.tellShort(e)) {
				t.Fatalf("%q is not to be seen:\n%s", told, m.text())
			}
		}
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%v: nobody %q", c.keys, want)
			}
		}
	}
}

package lab

import (
	"testing"
	"time"
)

// BenchmarkView is what one moving picture costs: the state moved on, drawn
// and turned into a string.
func BenchmarkView(b *testing.B) {
	for name, size := range map[string][2]int{"80x24": {80, 24}, "120x40": {120, 40}, "200x60": {200, 60}} {
		b.Run(name, func(b *testing.B) {
			m := counting(b, Options{}, size[0], size[1])
			b.ReportAllocs()
			for b.Loop() {
				m.Update(Frame(m.now.Add(time.Second / 30)))
				m.View()
			}
		})
	}
}

// A picture in which nothing changed is not drawn again.
func TestViewIsARead(t *testing.T) {
	m := counting(t, Options{}, 120, 40)
	m.View()
	if n := testing.AllocsPerRun(100, func() { m.View() }); n != 0 {
		t.Errorf("looking at an unchanged picture allocates %v times", n)
	}
}

package lab

import (
	"testing"
	"time"

	"linebounce/ui/live"
)

// pumped runs shows by the real pump. What comes from it reaches the Lab while
// somebody listens, until something holds.
func pumped(t *testing.T, m *Model, shows []live.Show) (pump *live.Pump, listen func(until func() bool)) {
	t.Helper()
	told := make(chan any)
	pump = live.Start(t.Context(), live.Options{Shows: shows, Chosen: m.Chosen(), Deliver: func(msg any) { told <- msg }})
	t.Cleanup(func() {
		go func() {
			for range told {
			}
		}()
		_ = pump.Close()
		close(told)
	})
	m.Attach(pump)
	return pump, func(until func() bool) {
		t.Helper()
		for deadline := time.After(time.Minute); !until(); {
			select {
			case msg := <-told:
				m.Update(msg)
			case <-deadline:
				t.Fatal("nothing came")
			}
		}
	}
}

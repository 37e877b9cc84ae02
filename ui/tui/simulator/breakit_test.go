package simulator

import (
	"strings"
	"testing"

	"linebounce/sim"
)

// firstBreach runs settings for a stretch and returns where a promise breaks.
func firstBreach(t *testing.T, m *Model, s settings) *breach {
	t.Helper()
	st, err := s.lay(m.presets)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProducer(st, s.fault)
	if err != nil {
		t.Fatal(err)
	}
	p.checking = true
	return p.next(0)().(chunk).broken
}

// Each fault shows on every machine, under every protocol and home, and
// without one no promise breaks.
func TestEveryFaultShowsAndNoneWithoutOne(t *testing.T) {
	m := New(Options{})
	want := map[sim.Fault]sim.Invariant{
		sim.LostInvalidation: sim.SingleWriter, sim.StaleShared: sim.LatestData, sim.DirtyDropped: sim.NoLostUpdate,
	}
	for _, p := range m.presets {
		for _, protocol := range sim.Protocols() {
			for _, home := range []sim.Home{sim.Blocks, sim.Pipelined} {
				for _, f := range faults {
					s := usual(p).broken(f)
					s.protocol, s.home = protocol, home
					b := firstBreach(t, m, s)
					switch {
					case f == sim.NoFault && b != nil:
						t.Errorf("%s %s %s without a fault: %v", p.Name, protocol, home, b)
					case f != sim.NoFault && b == nil:
						t.Errorf("%s %s %s with %s: nothing breaks", p.Name, protocol, home, f)
					case f != sim.NoFault && b.Invariant != want[f]:
						t.Errorf("%s %s %s with %s: %s breaks first, want %s", p.Name, protocol, home, f, b.Invariant, want[f])
					}
				}
			}
		}
	}
}

// A learner who steps to the event and names the promise is told so, and who
// is wrong is told where to look.
func TestVerdicts(t *testing.T) {
	right := map[sim.Fault]string{sim.LostInvalidation: "f", sim.StaleShared: "g", sim.DirtyDropped: "h"}
	wrong := map[sim.Fault]string{sim.LostInvalidation: "j", sim.StaleShared: "h", sim.DirtyDropped: "j"}
	m := open(t, 120, 40)
	for _, f := range faults[1:] {
		press(m, "b")
		if m.set.fault != f || m.cursor.Position() != 0 {
			t.Fatalf("b planted %s, at event %d", m.set.fault, m.cursor.Position())
		}
		for _, secret := range []string{f.String(), explained[f]} {
			if strings.Contains(m.text(), secret) {
				t.Errorf("the screen gives %q away", secret)
			}
		}
		says := func(where, want string) {
			t.Helper()
			if m.verdict == "" || !strings.Contains(m.verdict, want) {
				t.Errorf("%s %s: %q, want %q", f, where, m.verdict, want)
			}
		}
		press(m, right[f])
		says("too early", "That promise it is")
		says("too early", "step on")
		press(m, wrong[f])
		says("too early and wrong", "Another promise")
		for m.cursor.Position() < m.broken.to {
			press(m, "right")
		}
		if m.verdict != "" {
			t.Error("a verdict stays although the picture moved on")
		}
		press(m, wrong[f])
		says("wrong", "another promise breaks first")
		press(m, right[f])
		says("right", "Right")
		says("right", explained[f])
		press(m, "right", right[f])
		says("too late", "step back")
	}
	press(m, "b")
	if m.set != m.initial {
		t.Errorf("after the last fault the settings are %+v", m.set)
	}
	press(m, "f")
	if !strings.Contains(m.note, "Press b") {
		t.Errorf("an answer outside the game says %q", m.note)
	}
}

// The game can be played on any number of CPUs and to the end of the trace.
func TestTheGameGoesOnToTheEnd(t *testing.T) {
	for _, f := range faults[1:] {
		m := open(t, 120, 40)
		for m.set.fault != f {
			press(m, "b")
		}
		for {
			if m.broken == nil {
				t.Errorf("%s on %d CPUs: nothing breaks in %d events", f, m.set.cpus, len(m.trace.Events))
			}
			next, more := m.set.sized(m.set.preset(m.presets), +1)
			if !more {
				break
			}
			press(m, "+")
			if m.set != next {
				t.Fatalf("+ leads to %+v, want %+v", m.set, next)
			}
		}
		for !m.ended {
			settle(m, m.producer.next(m.generation))
		}
		if len(m.trace.Events) != traceLimit {
			t.Errorf("%s: the trace ends after %d events", f, len(m.trace.Events))
		}
	}
}

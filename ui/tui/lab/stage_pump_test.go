package lab

import (
	"testing"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
)

// A lesson's figures come by the pump, of just the arms that it asked for, and
// stop when it is over. The readings are the model's, so any machine has them.
func TestALessonGetsItsFiguresFromThePump(t *testing.T) {
	preset, err := machines.Find("2011")
	if err != nil {
		t.Fatal(err)
	}
	model := simulated.FromPreset(preset)
	m := newLab(t, Options{Machine: model.Topology}, 120, 40)
	shows := m.Shows(func(e catalog.Experiment) probes.Source {
		if e.Name != "counters" {
			return nil
		}
		return simulated.Source{Model: model}
	})
	_, listen := pumped(t, m, shows)
	listen(func() bool { return m.Pairs() > 0 })
	if m.Figures() != nil {
		t.Error("figures came that no lesson asked for")
	}
	present(t, m, true)
	if m.Pairs() != 0 {
		t.Error("pairs of the arms before count as the lesson's")
	}
	listen(func() bool { return m.Figures() != nil })
	f := m.Figures()
	if f.Origin != probes.Simulated || f.Arms[0].Scenario.Writers != 1 || f.Arms[1].Scenario.Writers != 2 || !(f.Ratio.Median < 1) {
		t.Errorf("one adder against two gives %+v", f)
	}
	m.Leave()
	listen(func() bool { return m.Pairs() > 0 && m.Figures() == nil })
	if got := m.experiment().shown.Arm(0).Scenario; got != m.experiment().arms[0] {
		t.Errorf("after the lesson %v runs, want %v", got, m.experiment().arms[0])
	}
}

package lab

import (
	"strings"
	"testing"
	"time"
)

// The model's figure for the real socket comes after the first frame, stands
// on its card with the word that says what it is, and goes when a key changes
// an arm, until the model has run the new ones.
func TestTheModelStandsBesideTheRealSocket(t *testing.T) {
	m := newLab(t, Options{Experiment: "sockets"}, 120, 40)
	e := m.experiment()
	e.asked = pair{} // newLab has sent a frame already
	ask := m.Update(Frame(start))
	if ask == nil {
		t.Fatal("nobody asked the model")
	}
	if _, known := e.simulation(); known {
		t.Error("a figure before the model has run")
	}
	m.Update(ask())
	said, known := e.simulation()
	if !known || said.ratio <= 1 || said.cpus != 16 {
		t.Fatalf("the model says %+v; want credentials to cost something on 16 CPUs", said)
	}
	m.Update(Frame(start.Add(time.Second)))
	if picture := m.View(); !strings.Contains(picture, "simulated, hackbench") {
		t.Error("the panel does not say what the model says")
	}
	e.arms[0] = e.arms[1]
	if _, known := e.simulation(); known {
		t.Error("the figure outlived the arms it is for")
	}
	if again := m.Update(Frame(start.Add(2 * time.Second))); again == nil {
		t.Error("nobody asked the model about the new arms")
	} else if said := again().(Modelled); said.ratio != 1 {
		t.Errorf("an arm against itself: the model says %v, want 1", said.ratio)
	}
}

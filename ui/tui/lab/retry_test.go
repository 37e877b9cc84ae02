package lab

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
)

// absent is a source that cannot be opened until what it lacks is back.
type absent struct {
	probes.Source
	back *atomic.Bool
}

func (a absent) Open(ctx context.Context, plan probes.Plan) (probes.Session, error) {
	if !a.back.Load() {
		return nil, &probes.Unable{What: "a thread could not be pinned to CPU 1", Why: "it is offline"}
	}
	return a.Source.Open(ctx, plan)
}

// What could not be opened, because a CPU was offline, is tried again by the key
// that the screen names, and runs when the CPU is back.
func TestWhatCannotRunIsTriedAgain(t *testing.T) {
	preset, err := machines.Find("2011")
	if err != nil {
		t.Fatal(err)
	}
	model := simulated.FromPreset(preset)
	m := newLab(t, Options{Machine: model.Topology}, 120, 40)
	back := new(atomic.Bool)
	shows := m.Shows(func(e catalog.Experiment) probes.Source {
		if e.Name != "counters" {
			return nil
		}
		return absent{simulated.Source{Model: model}, back}
	})
	_, listen := pumped(t, m, shows)
	refused := func() bool { return m.experiment().shown.Err != nil }
	listen(refused)
	if text := words(m); !strings.Contains(text, "counters cannot run now") || !strings.Contains(text, "r tries again") {
		t.Errorf("the screen does not say what tries again: %s", text)
	}
	back.Store(true)
	press(m, "r")
	listen(func() bool { return !refused() && m.Pairs() > 0 })
	if text := words(m); strings.Contains(text, "cannot run now") {
		t.Errorf("it runs, and the screen says: %s", text)
	}
}

func words(m *Model) string { return strings.Join(strings.Fields(ansi.Strip(m.View())), " ") }

package simulated

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"linebounce/assets/machines"
	"linebounce/probes"
)

// What workers count and who they are, where an operation is more than one access.
func TestWhatLocksAndRingsCount(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	for _, c := range []struct {
		experiment, text string
		roles            []probes.Role
		lines            []string
		least            int64 // writes of the lines for each of the workers' operations or messages
		notes            []string
	}{
		{"rwlock", "readers=2", []probes.Role{probes.Reader, probes.Reader}, []string{"lock"}, 2, nil},
		{"rwlock", "readers=2 counter=each line=padded", []probes.Role{probes.Reader, probes.Reader}, []string{"lock 0", "lock 1"}, 2, nil},
		{"rwlock", "readers=2 counter=each", []probes.Role{probes.Reader, probes.Reader}, []string{"lock"}, 2, nil},
		{"spinlock", "mode=tas line=shared", []probes.Role{probes.Adder, probes.Adder}, []string{"lock"}, 3, []string{"82 ns"}},
		{"spinlock", "", []probes.Role{probes.Adder, probes.Adder}, []string{"lock", "integer"}, 3, []string{"82 ns"}},
		{"ring", "", []probes.Role{probes.Sender, probes.Receiver}, []string{"indices"}, 1, []string{"store buffers"}},
		{"ring", "index=padded cached=on", []probes.Role{probes.Sender, probes.Receiver}, []string{"sent", "received"}, 1, []string{"store buffers"}},
		{"semaphores", "mode=double", []probes.Role{probes.Adder, probes.Adder}, []string{"lock"}, 3, []string{"in 2013", "second operation"}},
		{"semaphores", "mode=single semaphores=2", []probes.Role{probes.Adder, probes.Adder}, []string{"semaphore 0", "semaphore 1"}, 3, []string{"in 2013"}},
		{"lock", "mode=before", []probes.Role{probes.Adder, probes.Adder}, []string{"lock"}, 3, []string{"in 2013"}},
		{"lock", "mode=packed", []probes.Role{probes.Adder, probes.Adder}, []string{"semaphore 0"}, 3, []string{"in 2013"}},
	} {
		list := read(t, Source{Model: m, Seed: 1}, plan(t, m, c.experiment, 300, c.text))
		for _, r := range list {
			var roles []probes.Role
			var done int64
			for _, w := range r.CPUs {
				roles = append(roles, w.Role)
				done += w.Ops + w.Messages
			}
			if !reflect.DeepEqual(roles, c.roles) || done < 100 {
				t.Errorf("%s %s: roles %v, %d done", c.experiment, c.text, roles, done)
			}
			text := ""
			for _, w := range r.Warnings {
				text += w.Text
			}
			for _, note := range c.notes {
				if !strings.Contains(text, note) {
					t.Errorf("%s %s: the notes %q lack %q", c.experiment, c.text, text, note)
				}
			}
			if r.Unit != probes.Capture {
				continue
			}
			var names []string
			var writes int64
			for i, l := range r.Lines {
				names = append(names, l.Name)
				writes += l.Ops
				if len(r.Burst.Strips[i].Stays) == 0 {
					t.Errorf("%s %s: no strip of %s", c.experiment, c.text, l.Name)
				}
			}
			if !reflect.DeepEqual(names, c.lines) || writes < c.least*(done-4) {
				t.Errorf("%s %s: lines %v with %d writes for %d done", c.experiment, c.text, names, writes, done)
			}
		}
	}
}

// Locks and rings take all CPUs: what they share does not get faster, what each
// has of its own does.
func TestLocksAndRingsOnAnyNumberOfCPUs(t *testing.T) {
	p := preset(t, "client-ring")
	for _, c := range []struct {
		name          string
		load          Load
		cpus          int
		workers       int
		above, factor float64 // of the rate on two CPUs
	}{
		{"one read lock", ReadLocks(probes.Scenario{}), 4, 4, 0.8, 1.2},
		{"a read lock each", ReadLocks(probes.Scenario{Counter: probes.CounterEach, Line: probes.LinePadded}), 3, 3, 1.45, 1.55},
		{"spinlock", Spinlocks(probes.Scenario{Mode: probes.ModeTAS}), 4, 4, 0.2, 1},
		{"rings", Rings(probes.Scenario{}), 5, 4, 1.9, 2.1},
	} {
		m, err := Presets(p, machines.OneByOne)(c.cpus)
		if err != nil {
			t.Fatal(err)
		}
		run, err := c.load(m)
		if err != nil || len(run.Tasks) != c.workers {
			t.Errorf("%s on %d CPUs: %d workers, %v", c.name, c.cpus, len(run.Tasks), err)
			continue
		}
		rows := scale(t, p, machines.OneByOne, c.load, c.load, 2, c.cpus)
		if factor := rows[1].A.Rate / rows[0].A.Rate; factor < c.above || factor > c.factor {
			t.Errorf("%s: %d CPUs are %.2f times as fast as two", c.name, c.cpus, factor)
		}
	}
	alone, _ := Presets(p, machines.OneByOne)(1)
	var wrong *probes.ScenarioError
	if _, err := Rings(probes.Scenario{})(alone); !errors.As(err, &wrong) {
		t.Errorf("a ring on one CPU: %v", err)
	}
}

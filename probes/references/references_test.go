package references

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"linebounce/probes"
	"linebounce/sim/paths"
)

var everything = probes.Scenario{
	Path: paths.Always, Counter: probes.CounterOne, Line: probes.LineShared,
	PidRef: probes.On, CredRef: probes.On, Neighbours: probes.On, PassCred: probes.PassCredOff, CPUs: "2,5",
}

func build(t *testing.T, lineBytes int, text string) *References {
	t.Helper()
	s, err := everything.With(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(lineBytes, s, 100)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// on counts the steps of a side that lock an object's counts, and those that
// read its fields.
func on(r *References, side Side, o paths.Object) (locks, reads int64) {
	for _, s := range slices.Concat(side.Before, side.After) {
		switch {
		case s.delta != 0 && slices.Contains(r.objects[o].counts, s.at):
			locks++
		case s.delta == 0:
			for _, field := range r.objects[o].fields {
				if field == s.at {
					reads++
				}
			}
		}
	}
	return locks, reads
}

func TestLockedOperationsPerMessage(t *testing.T) {
	for _, c := range []struct {
		scenario string
		want     [4]int64 // pid sender, pid receiver, cred sender, cred receiver
	}{
		{"path=always", [4]int64{3, 3, 3, 3}},
		{"path=always pid-ref=off", [4]int64{0, 0, 3, 3}},
		{"path=always cred-ref=off", [4]int64{3, 3, 0, 0}},
		{"path=noref", [4]int64{1, 1, 1, 1}},
		{"path=request", [4]int64{}},
		{"path=request send=explicit", [4]int64{3, 3, 0, 0}},
		{"path=passcred", [4]int64{}},
		{"path=passcred passcred=sender", [4]int64{1, 3, 1, 3}},
		{"path=passcred passcred=receiver", [4]int64{1, 3, 1, 3}},
		{"path=modern passcred=both", [4]int64{1, 3, 0, 0}},
		{"path=modern passcred=sender", [4]int64{1, 1, 0, 0}},
		{"path=modern passcred=sender socket=stream", [4]int64{1, 1, 0, 0}},
		{"path=modern passcred=sender socket=dgram", [4]int64{1, 3, 0, 0}},
		{"path=modern send=explicit", [4]int64{3, 1, 0, 0}},
		{"path=modern send=explicit socket=seqpacket", [4]int64{3, 3, 0, 0}},
	} {
		r := build(t, 64, c.scenario)
		var got [4]int64
		for i, o := range []paths.Object{paths.Pid, paths.Cred} {
			got[2*i], _ = on(r, r.Sender, o)
			got[2*i+1], _ = on(r, r.Receiver, o)
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.scenario, got, c.want)
		}
		if sender := c.want[0] + c.want[2]; r.Sender.Locked != sender {
			t.Errorf("%s: the sender locks %d times, want %d", c.scenario, r.Sender.Locked, sender)
		}
		if receiver := c.want[1] + c.want[3]; r.Receiver.Locked != receiver {
			t.Errorf("%s: the receiver locks %d times, want %d", c.scenario, r.Receiver.Locked, receiver)
		}
	}
}

func TestAReferenceSwitchedOffLeavesTheReads(t *testing.T) {
	r := build(t, 64, "pid-ref=off cred-ref=off")
	for _, side := range []Side{r.Sender, r.Receiver} {
		_, pid := on(r, side, paths.Pid)
		_, cred := on(r, side, paths.Cred)
		if pid != 3 || cred != 2 {
			t.Errorf("%d reads of pid and %d of cred, want 3 and 2", pid, cred)
		}
	}
	r = build(t, 64, "neighbours=off")
	if locks, reads := on(r, r.Sender, paths.Pid); locks != 3 || reads != 0 {
		t.Errorf("without neighbours: %d locks and %d reads of pid, want 3 and 0", locks, reads)
	}
}

// where returns the line that p lies on.
func where(p *int32, lineBytes int) int { return int(uintptr(unsafe.Pointer(p))) / lineBytes }

func TestLayouts(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		for _, c := range []struct {
			scenario string
			counts   int
			together bool // the fields lie on the line of the counts
		}{
			{"counter=one line=shared", 1, true},
			{"counter=one line=padded", 1, false},
			{"counter=each line=shared", 2, true},
			{"counter=each line=padded", 2, false},
		} {
			r := build(t, lineBytes, c.scenario)
			used := map[int]string{} // every object's lines are its own
			for name, o := range r.objects {
				about := fmt.Sprintf("%s on lines of %d: %s", c.scenario, lineBytes, name)
				if len(o.counts) != c.counts {
					t.Fatalf("%s has %d counts, want %d", about, len(o.counts), c.counts)
				}
				first, last := where(o.counts[0], lineBytes), where(o.counts[c.counts-1], lineBytes)
				if alone := c.counts == 2 && !c.together; (first != last) != alone {
					t.Errorf("%s: counts on lines %d and %d", about, first, last)
				}
				if at := uintptr(unsafe.Pointer(o.counts[0])) % uintptr(lineBytes); at != 0 {
					t.Errorf("%s: the count is %d bytes into its line", about, at)
				}
				level := where(o.fields[layoutOf(name).Fields[1].Name], lineBytes)
				if (level == first) != c.together || (level == last) != c.together {
					t.Errorf("%s: fields on line %d, counts on %d and %d", about, level, first, last)
				}
				for _, f := range layoutOf(name).Fields {
					if p := o.fields[f.Name]; p != nil && int(uintptr(unsafe.Pointer(p)))%lineBytes != f.Offset {
						t.Errorf("%s: %s is not at its offset of 2011", about, f.Name)
					}
				}
				for _, line := range []int{first, last, level} {
					for _, near := range []int{line - 1, line, line + 1} {
						if other := used[near]; other != "" && other != string(name) {
							t.Errorf("%s: line %d is on or beside one of %s", about, line, other)
						}
					}
					used[line] = string(name)
				}
			}
		}
	}
}

func layoutOf(o paths.Object) paths.Layout {
	if o == paths.Pid {
		return paths.Pid2011
	}
	return paths.Cred2011
}

// The owner word and the second count must not lie on anything a path reads or
// counts, or the picture would not be that of 2011.
func TestSpareSpaceIsUntouched(t *testing.T) {
	for _, path := range paths.Names() {
		program, err := paths.Lookup(path, paths.Options{ReceiverPassCred: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range slices.Concat(program.Sender.Before, program.Receiver.Before) {
			if s.Delta != 0 {
				s.Field = "count"
			}
			at, free := layoutOf(s.Object).Offset(s.Field), spare[s.Object]
			if at >= free.owner && at < free.owner+8 || at >= free.second && at < free.second+4 {
				t.Errorf("%s.%s of path %s at %d lies in the spare space %+v", s.Object, s.Field, path, at, free)
			}
		}
	}
	for o, free := range spare {
		if free.owner%8 != 0 || free.second%4 != 0 || free.second+4 > free.owner && free.second < free.owner+8 {
			t.Errorf("%s: spare space %+v overlaps or is not aligned", o, free)
		}
	}
}

func TestUndoGivesBackWhatBeforeTook(t *testing.T) {
	for _, scenario := range []string{"path=always", "path=noref", "path=request send=explicit", "counter=each"} {
		r := build(t, 64, scenario)
		r.Reset(false)
		Do(r.Sender.Before)
		if r.Count(paths.Pid) == 0 {
			t.Errorf("%s: the sender holds nothing", scenario)
		}
		Do(r.Sender.Undo)
		if pid, cred := r.Count(paths.Pid), r.Count(paths.Cred); pid != 0 || cred != 0 {
			t.Errorf("%s: %d references on pid and %d on cred are left", scenario, pid, cred)
		}
	}
}

// A message handed over by turns: what the lines report is known exactly.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		scenario string
		lines    []string
		ops      []int64
		handoffs []int64
	}{
		{"path=always", []string{"pid", "cred"}, []int64{60, 60}, []int64{19, 19}},
		{"path=always pid-ref=off", []string{"pid", "cred"}, []int64{0, 60}, []int64{0, 19}},
		{"path=request", []string{"pid", "cred"}, []int64{0, 0}, []int64{0, 0}},
		{"counter=each", []string{"pid", "cred"}, []int64{60, 60}, []int64{19, 19}},
		{"counter=each line=padded", []string{"pid 2", "pid 5", "cred 2", "cred 5"}, []int64{30, 30, 30, 30}, []int64{0, 0, 0, 0}},
	} {
		r := build(t, 64, c.scenario)
		r.Reset(true)
		for range 10 {
			for _, side := range []Side{r.Sender, r.Receiver} {
				DoTracked(side.Before)
				DoTracked(side.After)
			}
		}
		reading := probes.Reading{CPUs: []probes.CPUWork{{CPU: 2}, {CPU: 5}}}
		r.Report(&reading)
		if len(reading.Lines) != len(c.lines) || len(reading.Burst.Strips) != len(c.lines) {
			t.Fatalf("%s: lines %+v, strips %+v", c.scenario, reading.Lines, reading.Burst)
		}
		for i, l := range reading.Lines {
			if l.Name != c.lines[i] || l.Ops != c.ops[i] || l.Total() != c.handoffs[i] {
				t.Errorf("%s: line %q with %d operations and %d hand-offs, want %q, %d, %d",
					c.scenario, l.Name, l.Ops, l.Total(), c.lines[i], c.ops[i], c.handoffs[i])
			}
		}
		if held := r.Count(paths.Pid); held != 0 {
			t.Errorf("%s: %d references on pid are held after all messages were read", c.scenario, held)
		}
	}
}

func TestOnlyTrackedWindowsReportLines(t *testing.T) {
	for _, c := range []struct {
		scenario    string
		capture     bool
		lines, bare bool
	}{
		{"track=off", false, false, true},
		{"track=off", true, true, false},
		{"track=on", false, true, true},
	} {
		r := build(t, 64, c.scenario)
		r.Reset(c.capture)
		reading := probes.Reading{CPUs: []probes.CPUWork{{CPU: 2}, {CPU: 5}}}
		r.Report(&reading)
		if (len(reading.Lines) > 0) != c.lines || (reading.Burst == nil) != c.bare {
			t.Errorf("%s capture %v: lines %v, burst %v", c.scenario, c.capture, reading.Lines, reading.Burst)
		}
	}
}

func TestNoPathNoReferences(t *testing.T) {
	r, err := New(64, probes.Scenario{PassCred: probes.PassCredBoth}, 100)
	if err != nil {
		t.Fatal(err)
	}
	r.Reset(true)
	reading := probes.Reading{CPUs: []probes.CPUWork{{CPU: 0}, {CPU: 1}}}
	r.Report(&reading)
	if r.Sender.Locked+r.Receiver.Locked != 0 || reading.Lines != nil || reading.Burst != nil {
		t.Errorf("sides %+v %+v, lines %v", r.Sender, r.Receiver, reading.Lines)
	}
}

func TestAnUnknownCostIsRefused(t *testing.T) {
	s, _ := everything.With("send=explicit")
	_, err := New(64, s, 0)
	var wrong *probes.ScenarioError
	if !errors.As(err, &wrong) || wrong.Word != "send" || !strings.Contains(err.Error(), paths.Request) {
		t.Errorf("got %v, want a fault in send that names path=request", err)
	}
}

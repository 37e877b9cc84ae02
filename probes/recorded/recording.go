package recorded

import (
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
)

// Recording is a recording read into memory. It is not changed any more, so
// several goroutines may use it. The zero value holds nothing.
type Recording struct {
	Header
	Version  int      // of the format
	Whole    bool     // it was ended, not cut off; of version 1, as far as that can be told
	Warnings []string // what was left out and why, a sentence each, not very many

	text     store
	arms     []*arm // that can be read
	tapes    []*tape
	said     map[int64]probes.Warning // that readings name by number
	bursts   []*burst
	maps     []latency.Map
	profiles []profile.Result
}

// tape is the readings of one experiment, in the order they were recorded.
type tape struct {
	experiment string
	recording  *Recording
	entries    []entry
	line       timeline
	scenarios  []probes.Scenario // by arm, the newest
}

// entry is one reading: when it began on the timeline, in microseconds, its arm
// by its place in the recording, and its line.
type entry struct {
	at   int64
	arm  int32
	text span
}

// Experiments returns the experiments that have readings, in the order they
// began.
func (r *Recording) Experiments() []string {
	var names []string
	for _, t := range r.tapes {
		if len(t.entries) > 0 {
			names = append(names, t.experiment)
		}
	}
	return names
}

// find returns the tape of an experiment, nil for one without readings.
func (r *Recording) find(experiment string) *tape {
	for _, t := range r.tapes {
		if t.experiment == experiment && len(t.entries) > 0 {
			return t
		}
	}
	return nil
}

// Scenarios returns what each arm of an experiment ran, nil for one without
// readings. Where an arm changed, it is the last.
func (r *Recording) Scenarios(experiment string) []probes.Scenario {
	if t := r.find(experiment); t != nil {
		return t.scenarios
	}
	return nil
}

// Length returns how long an experiment's timeline is.
func (r *Recording) Length(experiment string) time.Duration {
	if t := r.find(experiment); t != nil {
		return t.length()
	}
	return 0
}

func (t *tape) length() time.Duration { return time.Duration(t.line.end) * time.Microsecond }

// reading returns the i-th reading, with slices of its own.
func (t *tape) reading(i int) probes.Reading {
	e := t.entries[i]
	a := t.recording.arms[e.arm]
	r := probes.Reading{CPUs: make([]probes.CPUWork, 0, len(a.CPUs))}
	s := &scanner{text: t.recording.text.text(e.text)}
	s.need('[')
	s.count() // the arm's number
	a.read(s, t.recording.said, &r)
	r.Start = time.Duration(e.at) * time.Microsecond
	return r
}

// Bursts returns how many bursts of the Scope there are.
func (r *Recording) Bursts() int { return len(r.bursts) }

// Burst returns the i-th burst, read from the file's lines at every call. Its
// error says what is wrong with them.
func (r *Recording) Burst(i int) (scope.Capture, error) { return r.bursts[i].read() }

// BurstAt returns when the i-th burst was captured, since the recording began.
func (r *Recording) BurstAt(i int) time.Duration {
	return time.Duration(r.bursts[i].At) * time.Microsecond
}

// Maps returns the latency maps, in the order they were recorded.
func (r *Recording) Maps() []latency.Map { return r.maps }

// Profiles returns the profiles, in the order they were recorded.
func (r *Recording) Profiles() []profile.Result { return r.profiles }

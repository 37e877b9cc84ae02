package sim

import (
	"fmt"
	"testing"

	"linebounce/sim/internal/oracle"
)

// told puts an event into the oracle's words; statuses are nothing to it.
func told(e Event) (oracle.Step, bool) {
	s := oracle.Step{At: e.At, CPU: int(e.CPU), Other: int(e.Other), Line: int(e.Line), Write: e.Write, Saw: int(e.Version)}
	switch e.What {
	case Asked:
		s.Deed = oracle.Ask
	case Gave:
		s.Deed = oracle.Give
	case Arrived:
		s.Deed = oracle.Arrive
	case Changed:
		s.Deed, s.Old, s.New = oracle.Change, State(e.Old).String()[0], State(e.New).String()[0]
	case Operated:
		s.Deed, s.Addr, s.Failed = oracle.Load, int(e.Addr), e.Failed
		if e.Write {
			s.Deed, s.Use = oracle.Write, uses[e.Kind]
		}
	case WroteBack:
		s.Deed = oracle.WriteBack
	default:
		return s, false
	}
	return s, true
}

// uses says what writes mean besides.
var uses = map[Kind]oracle.Use{
	Lock: oracle.Draw, TAS: oracle.Exchange, TTAS: oracle.Exchange, Unlock: oracle.Release, Advance: oracle.Move,
}

// judge returns an oracle for a simulation's trace.
func judge(s *Sim) *oracle.Judge { return patientJudge(s, s.patience()) }

func patientJudge(s *Sim, patience int64) *oracle.Judge {
	j := oracle.New(s.machine.Protocol.String(), s.n, len(s.lines), patience)
	for _, r := range s.rings {
		j.Ring(int(r.Sent), int(r.Received), r.Slots)
	}
	return j
}

// verdict has the oracle go through a whole trace.
func verdict(j *oracle.Judge, events []Event) error {
	for _, e := range events {
		if s, some := told(e); some {
			if err := j.Step(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// watched is a simulation whose promises are checked, from within and by the
// oracle, after every event.
type watched struct {
	*Sim
	trace *Trace
	judge *oracle.Judge
	seen  int // events judged
}

func watch(s *Sim) *watched { return &watched{Sim: s, trace: s.Keep(1 << 20), judge: judge(s)} }

// check looks at what has happened since it looked last.
func (w *watched) check() error {
	if err := w.Check(); err != nil {
		return err
	}
	if w.trace.Full() {
		return fmt.Errorf("the trace is full")
	}
	err := verdict(w.judge, w.trace.Events[w.seen:])
	w.seen = len(w.trace.Events)
	return err
}

// finishes steps to the end of all tasks, or to the first broken promise.
func (w *watched) finishes() error {
	for w.Step() {
		if err := w.check(); err != nil {
			return fmt.Errorf("after %d events: %w", len(w.trace.Events), err)
		}
	}
	if w.Stuck() {
		return fmt.Errorf("stuck at %d ps", w.Now())
	}
	return w.judge.End()
}

// must returns a simulation that New has nothing against.
func must(t testing.TB, m Machine, w Workload) *Sim {
	t.Helper()
	s, err := New(m, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

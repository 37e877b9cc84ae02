package kernel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/profile"
)

// job is a measurement under way. One command runs it to its end; the picture
// reads how far it is.
type job struct {
	name    string // of a card, or profiling
	ctx     context.Context
	stop    context.CancelFunc
	share   atomic.Uint64 // that is done, as bits
	claimed atomic.Bool   // by the command, or by whoever ended it before
	over    chan struct{}

	began time.Time // the first picture of it
	said  string    // how far it is, in words
}

// profiling is the name of the job that no card has.
const profiling = "profile"

// ended is what a job came to.
type ended struct {
	job      *job
	measured Measured
	profile  profile.Result
	err      error
}

// start begins a job. Nothing else is computed meanwhile.
func (m *Model) start(name string) tea.Cmd {
	m.still()
	ctx, stop := context.WithCancel(context.Background())
	j := &job{name: name, ctx: ctx, stop: stop, over: make(chan struct{})}
	m.job = j
	return func() tea.Msg {
		if !j.claimed.CompareAndSwap(false, true) {
			return ended{job: j, err: context.Canceled}
		}
		defer close(j.over)
		defer stop()
		e := ended{job: j}
		if name == profiling {
			e.profile, e.err = m.options.Profile(ctx, j.tell)
		} else {
			e.measured, e.err = m.options.Measure[name](ctx, j.tell)
		}
		return e
	}
}

// tell hears how much is done, from any goroutine.
func (j *job) tell(share float64) { j.share.Store(math.Float64bits(share)) }

func (j *job) done() float64 { return math.Float64frombits(j.share.Load()) }

// wait returns when the job has ended, or at once where it never began.
func (j *job) wait() {
	if !j.claimed.CompareAndSwap(false, true) {
		<-j.over
	}
}

// advance takes in the time of a picture and reports whether another is due.
func (j *job) advance(now time.Time) bool {
	if j.began.IsZero() {
		j.began = now
	}
	before := j.said
	share, passed := j.done(), now.Sub(j.began)
	switch left := time.Duration(float64(passed) * (1 - share) / share); {
	case j.ctx.Err() != nil:
		j.said = "stopping"
	case share < 0.02 || passed < time.Second:
		j.said = "begins"
	default:
		j.said = fmt.Sprintf("%.0f %%, %.0f s left", 100*share, math.Ceil(left.Seconds()))
	}
	return before != j.said
}

// finish keeps what a job came to. One that was stopped leaves what was known.
func (m *Model) finish(e ended) {
	if e.job != m.job {
		return
	}
	m.job = nil
	switch {
	case e.job.ctx.Err() != nil && errors.Is(e.err, context.Canceled):
		if m.shown {
			m.note = titles[e.job.name] + " was stopped."
		}
	case e.job.name == profiling:
		m.blocked = e.err
		if e.err == nil {
			m.profiled = &e.profile
			m.note = ""
		} else {
			m.note = e.err.Error()
		}
	case e.err != nil:
		kept := m.done[e.job.name]
		kept.err = e.err
		m.done[e.job.name] = kept
		m.note = e.err.Error()
	default:
		m.done[e.job.name] = outcome{measured: &e.measured}
		m.note = e.measured.says(titles[e.job.name])
	}
}

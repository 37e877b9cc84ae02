package plain

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"

	"linebounce/probes/companion"
	"linebounce/ui/live"
	"linebounce/ui/wording"
)

// session is one run of the program without a screen. One goroutine owns it;
// others post what it is to do.
type session struct {
	account
	options Options
	ctx     context.Context
	posted  chan func()
	closing chan struct{}

	rooms []room
	about map[string]string // what the words of the rooms do
	room  room
	lab   *lab
	scope *scope

	copies *companion.Mark // by which other copies know that this one measures
	others []string        // that were told of

	pump    *live.Pump
	job     *job
	jobs    sync.WaitGroup
	waiting int  // the number of the wait that is under way, 0 for none
	waits   int  // begun so far
	over    bool // quit was typed
	arrived bool // in the first room, or another
	heard   bool // a line
}

// post has the session do something, from any goroutine, unless it ends before.
func (s *session) post(do func()) {
	select {
	case s.posted <- do:
	case <-s.closing:
	}
}

// grace is how long a script may take to begin before it is told where it is.
const grace = time.Second

// longestLine is the longest line of words that is read.
const longestLine = 1 << 16

// read posts the lines of the input, and then its end.
func read(in io.Reader, lines chan<- string, closing <-chan struct{}) {
	defer close(lines)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longestLine)
	for scanner.Scan() {
		select {
		case lines <- scanner.Text():
		case <-closing:
			return
		}
	}
}

// converse does what lines ask for until they end and all is told, or ctx ends.
// At a terminal a line is heard at once; a script waits with its next until the
// last was answered.
func (s *session) converse(in io.Reader) error {
	input := make(chan string)
	go read(in, input, s.closing)
	if s.options.Interactive {
		s.arrive()
	}
	s.later(grace, func() {
		if !s.heard {
			s.arrive()
		}
	})
	for {
		if s.err != nil {
			return s.err
		}
		if s.over || input == nil && s.settled() {
			return nil
		}
		s.mark()
		lines := input
		if !s.options.Interactive && !s.settled() {
			lines = nil
		}
		select {
		case line, more := <-lines:
			if !more {
				input = nil
				if !s.heard {
					s.arrive()
				}
				continue
			}
			s.heard = true
			s.obey(line)
		case do := <-s.posted:
			do()
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		}
	}
}

// settled reports whether all that was asked is told.
func (s *session) settled() bool { return s.job == nil && s.waiting == 0 && s.room.settled() }

// arrive says where one is, unless that was said. A script that begins with the
// word of a room goes there at once.
func (s *session) arrive() {
	if !s.arrived {
		s.arrived = true
		s.room.enter()
	}
}

// turn goes to a room.
func (s *session) turn(to room) {
	s.arrived = true
	if s.room != to {
		s.stop()
		s.room.leave()
		s.room = to
	}
	s.room.enter()
}

// wait lets things go on for a time.
func (s *session) wait(rest string) {
	seconds, err := strconv.ParseFloat(rest, 64)
	if err != nil || seconds < 0 || seconds > 86400 {
		s.line("wait needs a number of seconds, such as wait 10.")
		return
	}
	s.waits++
	id := s.waits
	s.waiting = id
	s.later(time.Duration(seconds*float64(time.Second)), func() {
		if s.waiting == id {
			s.waiting = 0
		}
	})
}

// later has the session do something after a time.
func (s *session) later(d time.Duration, do func()) {
	time.AfterFunc(d, func() { s.post(do) })
}

// job is something that takes time.
type job struct {
	what string
	ctx  context.Context
	stop context.CancelFunc
	done chan struct{}

	measures bool // and does not only compute
}

// begin runs work beside the session and tells what it came to by what work
// returns. Only one job runs; one that was stopped is waited for.
func (s *session) begin(what string, work func(context.Context) (tell func(), err error)) {
	earlier := s.job
	if earlier != nil && earlier.ctx.Err() == nil {
		s.say("This is still under way: %s. stop ends it.", earlier.what)
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	j := &job{what, ctx, stop, make(chan struct{}), s.room.name() != "simulator"}
	s.job = j
	s.jobs.Go(func() {
		defer stop()
		if earlier != nil {
			<-earlier.done
		}
		tell, err := work(ctx)
		close(j.done)
		s.post(func() {
			if s.job == j {
				s.job = nil
			}
			switch {
			case ctx.Err() != nil && errors.Is(err, context.Canceled):
				s.say("Stopped: %s.", j.what)
			case err != nil:
				s.line(wording.Sentence(err.Error()))
			case tell != nil:
				tell()
				if j.measures {
					s.beside()
				}
			}
		})
	})
}

// stop ends the job that is under way.
func (s *session) stop() {
	if s.job != nil {
		s.job.stop()
	}
}

package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	course "linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/companion"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// Options say what is told at first and where it is from.
type Options struct {
	Machine    topology.Machine    // that the readings are from: this one, or the recording's
	Here       topology.Machine    // this one
	Experiment string              // the one that is told at first, "" for the first there is
	A, B       probes.Scenario     // its arms; words they do not name get the experiment's defaults
	Recording  *recorded.Recording // what is told where the readings are not live, nil where they are
	At         time.Duration       // of the recording's experiment, where it begins
	Scope      bool                // begin in the Scope instead of the Lab
	Why        string              // why it is not live, one sentence
	Version    string

	Lessons  func() course.Course            // reads the course
	Progress func() (*progress.Book, string) // opens what the learner did, with what there is to say about it

	Interactive bool // the words are typed, not those of a script
	Unicode     bool // letters outside ASCII may be written
}

// Run tells until the words end, one of them is quit, or ctx ends, whose cause it
// then returns. It leaves nothing running.
func Run(ctx context.Context, o Options, in io.Reader, out io.Writer) (err error) {
	ctx, end := context.WithCancel(ctx)
	s := &session{
		account: account{out: out, unicode: o.Unicode}, options: o, ctx: ctx,
		posted: make(chan func()), closing: make(chan struct{}), copies: companion.New("the rooms in lines", o.Here.Allowed()),
	}
	defer func() {
		close(s.closing)
		end()
		if s.pump != nil {
			err = errors.Join(err, s.pump.Close())
		}
		s.jobs.Wait()
		s.copies.Set(false)
	}()
	s.furnish()
	s.say("Linebounce %s, told in lines. help and enter lists the words.", o.Version)
	if o.Why != "" {
		s.line(wording.Sentence(o.Why))
	}
	s.room = s.lab
	if o.Scope || o.Recording != nil && len(held(o)) == 0 && o.Recording.Bursts()+len(o.Recording.Maps()) > 0 {
		s.room = s.scope
	}
	return s.converse(in)
}

// furnish makes the rooms.
func (s *session) furnish() {
	s.lab, s.scope = newLab(s), &scope{session: s}
	s.rooms = []room{s.lab, &simulator{session: s}, &kernel{session: s}, s.scope, &lessons{session: s}}
	s.about = map[string]string{
		"lab": "goes to the Lab, where two arms are compared live", "simulator": "goes to the Simulator, a model told event by event",
		"kernel": "goes to the Kernel: who receives which credentials, and what they cost", "scope": "goes to the Scope: the exact order in which CPUs had a line",
		"lessons": "goes to the Lessons",
	}
}

// held are the Lab's experiments that a recording holds.
func held(o Options) []catalog.Experiment {
	return slices.DeleteFunc(catalog.Lab(), func(e catalog.Experiment) bool { return o.Recording.Source(e.Name) == nil })
}

// dated says from which day a recording is, "" where that is not known.
func dated(r *recorded.Recording) string {
	if r == nil || r.Made.IsZero() {
		return ""
	}
	return r.Made.Format(time.DateOnly)
}

// origin says where figures are from.
func (s *session) origin() string {
	if s.options.Recording == nil {
		return "measured"
	}
	return strings.TrimSpace("recorded " + dated(s.options.Recording))
}

// machine says in a sentence what figures are of.
func (s *session) machine() string {
	m := s.options.Machine
	model := m.Model
	if model == "" {
		model = "an unnamed CPU"
	}
	text := fmt.Sprintf("%s, %s, lines of %d bytes", model, wording.Count(len(m.CPUs), "CPU"), m.LineBytes)
	if m.Hypervisor {
		text += ", in a virtual machine"
	}
	return text
}

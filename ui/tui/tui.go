// Package tui is the screen: one root model, a package for each room, widgets
// and a theme. Bubble Tea does not leave this folder.
package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	course "linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/breakdown"
	"linebounce/probes/calibration"
	"linebounce/probes/catalog"
	"linebounce/probes/companion"
	"linebounce/probes/disturbance"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/palette"
	"linebounce/ui/quote"
	"linebounce/ui/tui/cast"
	"linebounce/ui/tui/guardian"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/scope"
	"linebounce/ui/tui/simulator"
)

// Options say what the screen opens with.
type Options struct {
	Machine    topology.Machine // that the readings are from: this one, or the recording's
	Experiment string           // the one that fills the screen, "" for the first
	A, B       probes.Scenario  // its arms; words they do not name get the experiment's defaults

	// Recording is what is shown where the readings are not live, nil where they
	// are.
	Recording    *recorded.Recording
	At           time.Duration // of the recording's experiment, where it begins
	Scope        bool          // it opens in the Scope instead of the Lab
	Map          bool          // and there at the latency map
	Why          string        // why it is not live, one sentence
	Version      string
	ReduceMotion bool // no animation, and a picture every second

	// Theme is the colours that were asked for, the zero one to choose by the
	// terminal's ground.
	Theme palette.Choice

	// Lessons reads the course, off the screen's path and again after each
	// change; nil is the one that the program brings. Folder is a teacher's,
	// which it is looked at for once a second, "" for none.
	Lessons func() course.Course
	Folder  string

	// Cast is the file that the session is written to as an asciicast, "" for
	// none.
	Cast string

	wire   *line                                  // to the terminal
	line   *scope.Options                         // of a test, in place of what is captured here
	played func(catalog.Experiment) probes.Source // of a test, in place of the recording's or this machine's
	built  func(*root)                            // of a test, hears of the rooms before they are shown
}

// ErrInterrupted says that the user ended the screen with Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// ErrGone says that the terminal is no more.
var ErrGone = errors.New("the terminal is gone")

// Run shows the screen until the user quits or ctx ends. It needs a terminal
// on standard input and output and leaves it as it was, whatever happens: where the
// process has no chance to, its guardian does. Where files were written it says there
// which. The error is ctx's where that ended the screen, ErrInterrupted after Ctrl-C,
// and ErrGone where the terminal went away.
func Run(ctx context.Context, o Options) error {
	env := os.Environ()
	width, height, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		width, height = 0, 0
	}
	tape, err := begin(o, env, width, height)
	if err != nil {
		return err
	}
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	out := newOutput(os.Stdout, tape)
	out.gone = func() { lost(ErrGone) }
	o.wire = lineOf(os.Stdout)
	out.line = o.wire
	out.guardian = guardian.New(os.Stdin, os.Stdout, o.Theme.Brings(true))
	defer out.guardian.Dismiss()
	files, err := run(ctx, o, env, width, height, out.wrote, tape,
		tea.WithContext(ctx), tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithColorProfile(profile(env)), tea.WithFPS(flushes))
	for _, file := range files {
		fmt.Println(file)
	}
	return err
}

// torn says that the session cannot be written down any more.
type torn struct{ err error }

// run shows the screen on whatever the program options say; wrote gets a
// signal after each picture. It returns what there is to say about files.
func run(ctx context.Context, o Options, env []string, width, height int, wrote <-chan struct{}, tape *cast.Writer, options ...tea.ProgramOption) (files []string, err error) {
	ctx, broken, stop := ends(ctx)
	defer stop()
	var program *tea.Program
	send := func(msg any) { program.Send(msg) }
	r, shows := build(o, env, send)
	program = tea.NewProgram(guarded{r, broken}, append(options, tea.WithContext(ctx))...)
	r.cast = tape
	tape.Tell(func(err error) { go send(torn{err}) }) // the screen may wait for the tape just now
	r.handle(tea.WindowSizeMsg{Width: width, Height: height})
	var rest func(context.Context)
	if r.paced = crowded(o.Machine, shows); r.paced {
		rest = picture{send, wrote}.draw
	}
	pumping, stopPump := context.WithCancel(ctx)
	defer stopPump()
	r.pump = live.Start(pumping, live.Options{Shows: shows, Chosen: r.lab.Chosen(), Rest: rest, Deliver: send, Keep: r.record.keeper.Reading})
	if o.At > 0 {
		r.pump.Seek(r.lab.Chosen(), o.At)
	}
	r.lab.Attach(r.pump)
	if o.Recording == nil && o.played == nil {
		r.copies = companion.New("the screen", pinnedTo(shows))
		defer r.copies.Set(false)
		go watching(pumping, disturbance.Own(), o.Machine.Allowed(), r.copies, send)
	}
	if o.built != nil {
		o.built(r)
	}
	alive := killed(ctx, program)
	_, failed := program.Run()
	alive()
	c := within(ctx, func() closing { return r.close(tape) })
	if b, is := errors.AsType[*breakdown.Breakdown](cmp.Or(context.Cause(ctx), r.failure)); is {
		b.Doing = r.doing()
		return c.files, b
	}
	switch {
	case ctx.Err() != nil:
		return c.files, context.Cause(ctx)
	case r.failure != nil:
		return c.files, r.failure
	case errors.Is(failed, syscall.EIO):
		return c.files, ErrGone // as whoever reads its keys hears
	case failed != nil:
		return c.files, fmt.Errorf("the screen failed: %w", failed)
	}
	return c.files, c.err
}

// close ends what the rooms do, and the files.
func (r *root) close(tape *cast.Writer) (c closing) {
	r.kernel.Close()
	r.scope.Hide()
	c.err = errors.Join(r.lessons.Close(), r.pump.Close())
	if e := r.record.keeper.Close(); e.Path != "" {
		c.files = append(c.files, e.String())
	}
	if tape == nil {
		return c
	}
	unsaved := tape.Close()
	c.err = errors.Join(c.err, unsaved)
	if unsaved == nil {
		c.files = append(c.files, fmt.Sprintf("The session is in %s. To see it again: asciinema play %s", tape.Path(), quote.Word(tape.Path())))
	}
	return c
}

// begin begins the file that the session is written to, nil for none.
func begin(o Options, env []string, width, height int) (*cast.Writer, error) {
	if o.Cast == "" {
		return nil, nil
	}
	if width < 1 || height < 1 {
		width, height = lab.LeastWidth, lab.LeastHeight // until the terminal says its size
	}
	return cast.Create(o.Cast, cast.Header{
		Width: width, Height: height, At: time.Now(), Title: strings.TrimSpace("linebounce " + o.Version), Term: lookup(env, "TERM"),
	})
}

// judging is how long the model is calibrated and judged on this machine.
const judging = 5 * time.Second

// measure calibrates the model on this machine, nil where nothing can be
// measured.
func measure(o Options) simulator.Measure {
	if o.Recording != nil {
		return nil
	}
	return func(ctx context.Context) ([]simulator.Judged, error) {
		result, err := calibration.Here(o.Machine).Run(ctx, judging)
		var list []simulator.Judged
		for _, j := range result.Judged {
			list = append(list, simulator.Judged{
				What: j.Name, Predicted: j.Predicted.Median, Measured: j.Measured.Median, Error: j.Error.Median, Taken: j.Taken,
			})
		}
		return list, err
	}
}

// profile says which colours the terminal has.
func profile(env []string) colorprofile.Profile {
	return uncoloured(colorprofile.Detect(os.Stdout, env), env)
}

// uncoloured takes the colours away where NO_COLOR says so, with any value but the
// empty one.
func uncoloured(p colorprofile.Profile, env []string) colorprofile.Profile {
	if lookup(env, "NO_COLOR") != "" {
		p = min(p, colorprofile.Ascii)
	}
	return p
}

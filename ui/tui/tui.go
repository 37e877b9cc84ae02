// Package tui is the screen: one root model, a package for each room, widgets
// and a theme. Bubble Tea does not leave this folder.
package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	course "linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/tui/help"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/lessons"
	"linebounce/ui/tui/scope"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/widgets"
)

// Options say what the screen opens with.
type Options struct {
	Machine    topology.Machine // that the readings are from: this one, or the recording's
	Experiment string           // the one that fills the screen, "" for the first
	A, B       probes.Scenario  // its arms; words they do not name get the experiment's defaults

	// Recording is what is shown where the readings are not live, nil where they
	// are.
	Recording    *recorded.Recording
	Why          string // why it is not live, one sentence
	Version      string
	ReduceMotion bool // no animation, and a picture every second

	// Lessons reads the course, off the screen's path and again after each
	// change; nil is the one that the program brings. Folder is a teacher's,
	// which it is looked at for once a second, "" for none.
	Lessons func() course.Course
	Folder  string

	// Cast is the file that the session is written to as an asciicast, "" for
	// none.
	Cast string

	line   *scope.Options                         // of a test, in place of this machine's
	played func(catalog.Experiment) probes.Source // of a test, in place of the recording's
}

// ErrInterrupted says that the user ended the screen with Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Run shows the screen until the user quits or ctx ends. It needs a terminal
// on standard input and output and leaves it as it was, whatever happens. The
// error is ctx's where that ended the screen, and ErrInterrupted after Ctrl-C.
func Run(ctx context.Context, o Options) error {
	env := os.Environ()
	out := newOutput(os.Stdout)
	width, height, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		width, height = 0, 0
	}
	return run(ctx, o, env, width, height, out.wrote,
		tea.WithContext(ctx), tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithColorProfile(profile(env)), tea.WithFPS(flushes))
}

// run shows the screen on whatever the program options say; wrote gets a
// signal after each picture.
func run(ctx context.Context, o Options, env []string, width, height int, wrote <-chan struct{}, options ...tea.ProgramOption) error {
	r, shows := build(o, env)
	if len(shows) == 0 {
		return errors.New("the recording holds none of the Lab's experiments")
	}
	program := tea.NewProgram(r, options...)
	r.handle(tea.WindowSizeMsg{Width: width, Height: height})
	send := func(msg any) { program.Send(msg) }
	var rest func(context.Context)
	if r.paced = crowded(o.Machine, shows); r.paced {
		rest = picture{send, wrote}.draw
	}
	pumping, stop := context.WithCancel(ctx)
	defer stop()
	r.pump = live.Start(pumping, live.Options{Shows: shows, Chosen: r.lab.Chosen(), Rest: rest, Deliver: send})
	r.lab.Attach(r.pump)
	_, failed := program.Run()
	r.kernel.Close()
	r.scope.Hide()
	r.lessons.Close()
	closed := r.pump.Close()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.failure != nil:
		return r.failure
	case failed != nil:
		return fmt.Errorf("the screen failed: %w", failed)
	}
	return closed
}

// build makes the screens and says what is to run on them.
func build(o Options, env []string) (*root, []live.Show) {
	experiments := catalog.Lab()
	source := func(e catalog.Experiment) probes.Source { return e.Source(o.Machine) }
	made := ""
	if o.Recording != nil {
		source = func(e catalog.Experiment) probes.Source { return o.Recording.Source(e.Name) }
		if o.played != nil {
			source = o.played
		}
		var held []catalog.Experiment
		for _, e := range experiments {
			if source(e) != nil {
				held = append(held, e)
			}
		}
		experiments = held
		if !o.Recording.Made.IsZero() {
			made = o.Recording.Made.Format(time.DateOnly)
		}
	}
	if len(experiments) == 0 {
		return nil, nil
	}
	room := lab.New(lab.Options{
		Machine: o.Machine, Experiments: experiments, Experiment: o.Experiment, A: o.A, B: o.B,
		Recorded: o.Recording != nil, RecordedOn: made, Why: o.Why, ReduceMotion: o.ReduceMotion,
	})
	r := &root{
		lab: room, simulator: simulator.New(simulator.Options{ReduceMotion: o.ReduceMotion, Measure: measure(o), Why: o.Why}),
		kernel: kernel.New(thisKernel(o)), scope: scope.New(thisLine(o)),
		help: help.New([]help.Room{
			{Name: "the Lab", Opens: widgets.RoomKey(widgets.Lab), Keys: lab.Keys()},
			{Name: "the Simulator", Opens: widgets.RoomKey(widgets.Simulator), Keys: simulator.Keys()},
			{Name: "the Kernel", Opens: widgets.RoomKey(widgets.Kernel), Keys: kernel.Keys()},
			{Name: "the Scope", Opens: widgets.RoomKey(widgets.Scope), Keys: scope.Keys()},
			{Name: "the Lessons", Opens: widgets.RoomKey(widgets.Lessons), Keys: lessons.Keys()},
		}, o.Machine.LineBytes, o.Version),
		still: o.ReduceMotion, dark: true, ascii: !unicodeLocale(env), profile: profile(env),
	}
	r.lessons = lessons.New(theLessons(o, r))
	r.paint()
	return r, room.Shows(source)
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

// profile says which colours the terminal has. NO_COLOR counts with any value
// but the empty one.
func profile(env []string) colorprofile.Profile {
	p := colorprofile.Detect(os.Stdout, env)
	if lookup(env, "NO_COLOR") != "" {
		p = min(p, colorprofile.Ascii)
	}
	return p
}

// Package cli is the command line: which command does what, where its output
// goes, and with which code it ends.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"charm.land/fang/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"linebounce/probes/breakdown"
	"linebounce/probes/child"
	"linebounce/probes/semaphores"
	"linebounce/ui/tui/guardian"
)

// shell is one invocation of the program.
type shell struct {
	args         []string
	in, out, err *os.File
	began        time.Time
	failure      error    // of the command that ran
	help         *watched // where help and completions are printed
}

// Main runs the program with its arguments, the program's name apart, and
// returns the exit code. A process that this program started does its work and
// does not return.
func Main(args []string, in, out, err *os.File) int {
	guardian.Main(ended)
	child.Main()
	for _, sentence := range semaphores.Sweep() {
		fmt.Fprintln(err, "linebounce: "+sentence)
	}
	signal.Ignore(syscall.SIGPIPE) // whoever stops reading is seen as EPIPE, which ends quietly
	ctx, stop := interruptible()
	defer stop()
	s := &shell{args: args, in: in, out: out, err: err, began: time.Now()}
	ctx, settle := s.survive(ctx)
	defer settle()
	root := s.root()
	root.SetArgs(slices.Concat([]string{}, args)) // nil would mean os.Args
	root.SetIn(in)
	root.SetErr(err)
	silent := func(io.Writer, fang.Styles, error) {}
	if failed := fang.Execute(ctx, root, fang.WithVersion(built().String()), fang.WithoutManpage(), fang.WithErrorHandler(silent)); failed != nil {
		s.failure = usage(failed.Error())
	}
	if s.help.fault != nil {
		s.failure = written(s.help.fault)
	}
	if cause := context.Cause(ctx); cause != nil {
		s.failure = cause
	}
	if b, is := errors.AsType[*breakdown.Breakdown](s.failure); is {
		return s.broke(b)
	}
	return report(err, s.failure)
}

// does wraps what a command does. The failure is kept instead of returned:
// fang would ask the terminal for its colours before it handed an error on,
// and a terminal that does not answer would cost seconds.
func (s *shell) does(run func(context.Context, *cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		defer func() {
			if fault := recover(); fault != nil {
				s.failure = breakdown.Of(fault)
			}
		}()
		s.failure = run(cmd.Context(), cmd, args)
		return nil
	}
}

// screen reports whether there is a terminal to draw on and to read keys from.
func (s *shell) screen() bool {
	return os.Getenv("TERM") != "dumb" && term.IsTerminal(s.in.Fd()) && term.IsTerminal(s.out.Fd())
}

// patience is how long a command that was interrupted may take to end. A
// signal that comes later than that ends the program on the spot.
const patience = time.Second

// interruptible returns a context that the first signal ends, with an
// interruption as its cause.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // under nohup it stays ignored
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		select {
		case sig := <-signals:
			time.AfterFunc(patience, func() { signal.Stop(signals) })
			cancel(interruption{sig})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

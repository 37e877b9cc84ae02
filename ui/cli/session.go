package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linebounce/probes"
	"linebounce/ui/cli/output"
)

const (
	// burst is the operations of a strip: enough for hundreds of stays. Those
	// in a file are shorter, since every capture there has its own.
	burst     = 4096
	keptBurst = 1024

	// closing is what a command needs after its last window.
	closing = 50 * time.Millisecond

	// manyNotes keeps a run that went wrong throughout from burying its
	// figures.
	manyNotes = 12
)

// budget is what is left of a command's time for a session.
func (s *shell) budget(d duration) time.Duration {
	if d == 0 {
		return 0 // as long as it takes
	}
	return max(time.Duration(d)-time.Since(s.began)-closing, shortest/2)
}

// collect opens a plan and hands every reading on, until the session ends, ctx
// does, or take fails.
func collect(ctx context.Context, source probes.Source, plan probes.Plan, take func(probes.Reading) error) (err error) {
	session, err := source.Open(ctx, plan)
	if err != nil {
		return cause(ctx, err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for {
		r, err := session.Next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return cause(ctx, err)
		}
		if err := take(r); err != nil {
			return err
		}
	}
}

// cause prefers what ended ctx to the error that followed from it.
func cause(ctx context.Context, err error) error {
	if ended := context.Cause(ctx); ended != nil {
		return ended
	}
	return err
}

// compare runs a source and prints what it came to, also after it was
// interrupted or failed with something to show. found says at the end what came in
// the way meanwhile, nil for nothing.
func (s *shell) compare(ctx context.Context, source probes.Source, plan probes.Plan, about output.Session, f output.Format, p *progress, found func() []string) error {
	var c probes.Comparison
	seen := 0
	failed := collect(ctx, source, plan, func(r probes.Reading) error {
		r.Burst = nil // nothing here draws strips, and a long run has many
		c.Add(r)
		seen++
		about.Warnings = notes(about.Warnings, r)
		p.show(fmt.Sprintf("%d pairs", c.Pairs()))
		return nil
	})
	p.clear()
	_, interrupted := errors.AsType[interruption](failed)
	if failed != nil && seen == 0 && !interrupted {
		return failed
	}
	if found != nil {
		about.Warnings = append(about.Warnings, found()...)
	}
	return errors.Join(s.print(output.New(about, &c), f), failed)
}

// notes keeps what a reading says about the machine, each sentence once. Why
// windows were set aside is counted elsewhere.
func notes(kept []string, r probes.Reading) []string {
	for _, w := range r.Warnings {
		if (w.Kind == probes.Unpinned || w.Kind == probes.General) && len(kept) < manyNotes {
			kept = note(kept, w.Text)
		}
	}
	return kept
}

func (s *shell) print(r output.Result, f output.Format) error { return written(r.Write(s.out, f)) }

package child

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"linebounce/probes"
)

// Process is a running child. It is used from one goroutine.
type Process struct {
	name   string
	cmd    *exec.Cmd
	ctx    context.Context
	task   io.Closer // its end tells the child that nobody waits any more
	from   *json.Decoder
	said   tail
	gone   chan struct{} // closed once it was waited for
	waited bool
}

// Start starts a child on a task. The context's end kills it and everything
// that it started. Its errors are those of the work.
func Start(ctx context.Context, name string, task any) (*Process, error) {
	if os.Getenv(variable) != "" {
		return nil, fmt.Errorf("this process is a child that did not begin with child.Main, so it would start itself without end (%s is set)", variable)
	}
	line, err := json.Marshal(task)
	if err != nil {
		return nil, fmt.Errorf("the task of %s cannot be passed on: %w", name, err)
	}
	p := &Process{name: name, ctx: ctx, cmd: exec.CommandContext(ctx, Self()), gone: make(chan struct{})}
	// No signals of Go's scheduler: the threads are in the kernel, where they
	// cannot be stopped anyway.
	p.cmd.Env = append(os.Environ(), variable+"="+name, "GODEBUG=asyncpreemptoff=1")
	p.cmd.Stderr = &p.said
	alone(p.cmd)
	mortal(p.cmd)
	input, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, p.unable(err)
	}
	output, err := p.cmd.StdoutPipe()
	if err != nil {
		_ = input.Close()
		return nil, p.unable(err)
	}
	if err := p.start(); err != nil {
		_, _ = input.Close(), output.Close()
		return nil, p.unable(err)
	}
	p.task, p.from = input, json.NewDecoder(output)
	if _, err := input.Write(append(line, '\n')); err != nil {
		return nil, p.died()
	}
	return p, nil
}

// start starts the child from a thread that lives as long as it does: Linux
// kills the child when the thread is gone that started it, which is how it dies
// with this process even if it cannot look at its standard input any more.
func (p *Process) start() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		started <- p.cmd.Start()
		<-p.gone
	}()
	err := <-started
	if err != nil {
		close(p.gone)
	}
	return err
}

func (p *Process) unable(err error) error {
	return &probes.Unable{What: "the process that runs " + p.name + " could not be started", Why: err.Error()}
}

// Wait waits until the child has told its result, which it stores in result.
// progress, where not nil, hears how far the work is.
func (p *Process) Wait(result any, progress func(share float64)) error {
	for {
		m, err := p.next()
		switch {
		case err != nil:
			return err
		case m.Result != nil:
			return json.Unmarshal(m.Result, result)
		case progress != nil && m.Done > 0:
			progress(m.Done)
		}
	}
}

// Ready waits until the child has told that everything stands.
func (p *Process) Ready() error {
	for {
		if m, err := p.next(); err != nil || m.Ready {
			return err
		}
	}
}

// next returns the next thing that the child says, its fault as an error.
func (p *Process) next() (message, error) {
	var m message
	if err := p.from.Decode(&m); err != nil {
		return m, p.died()
	}
	if m.Fault != nil {
		return m, m.Fault.err()
	}
	return m, nil
}

// Alive reports whether the child still runs.
func (p *Process) Alive() bool { return !p.waited && running(p.cmd) }

// PID returns the child's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// died ends a child that says no more and returns why it does not.
func (p *Process) died() error {
	_ = killGroup(p.cmd)
	err := p.wait()
	if ended := context.Cause(p.ctx); ended != nil {
		return ended
	}
	how := "it only closed its output"
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		how = exit.Error()
	}
	return &Died{Name: p.name, How: how, Said: p.said.String()}
}

// Close ends the child and everything that it started, and waits until it is
// gone.
func (p *Process) Close() error {
	if p.waited {
		return nil
	}
	_ = killGroup(p.cmd)
	if err := p.wait(); err != nil {
		if _, killed := errors.AsType[*exec.ExitError](err); !killed && p.ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (p *Process) wait() error {
	if p.waited {
		return nil
	}
	p.waited = true
	defer close(p.gone)
	return errors.Join(p.cmd.Wait(), closed(p.task))
}

func closed(c io.Closer) error {
	if err := c.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// Run runs a child to its end.
func Run(ctx context.Context, name string, task, result any, progress func(share float64)) error {
	p, err := Start(ctx, name, task)
	if err != nil {
		return err
	}
	return errors.Join(p.Wait(result, progress), p.Close())
}

// tail keeps the beginning of what a child prints that should print nothing:
// of a crash, the first line says why.
type tail struct{ text bytes.Buffer }

const tailRoom = 400

func (t *tail) Write(p []byte) (int, error) {
	if room := tailRoom - t.text.Len(); room > 0 {
		t.text.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (t *tail) String() string {
	first, _, _ := strings.Cut(strings.TrimSpace(t.text.String()), "\n")
	return first
}

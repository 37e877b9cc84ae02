package tui

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes/breakdown"
	"linebounce/ui/tui/widgets"
)

// guarded is the root whose panics are handed on instead of being printed over the
// screen. After the first one it does nothing more: nobody knows what state the
// rooms are in.
type guarded struct {
	*root
	broken *atomic.Bool
}

// Init begins as the root does.
func (g guarded) Init() (cmd tea.Cmd) {
	defer breakdown.Catch()
	return guard(g.root.Init())
}

// Update hands a message to the root.
func (g guarded) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = g
	defer breakdown.Catch()
	if !g.broken.Load() {
		_, cmd = g.root.Update(msg)
	}
	return g, guard(cmd)
}

// View shows the root.
func (g guarded) View() (view tea.View) {
	defer breakdown.Catch()
	if g.broken.Load() {
		return view
	}
	return g.root.View()
}

// guard makes the panics of a command heard, and of those that it asks for.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer breakdown.Catch()
		msg = cmd()
		if batch, is := msg.(tea.BatchMsg); is {
			for i := range batch {
				batch[i] = guard(batch[i])
			}
		}
		return msg
	}
}

// giveUp is how long things may take to end after something broke down: what they
// wait for may be what broke.
const giveUp = 2 * time.Second

// ends ends the screen when anything breaks down. The returned context ends then,
// with a *breakdown.Breakdown as its cause.
func ends(ctx context.Context) (_ context.Context, broken *atomic.Bool, stop func()) {
	ctx, end := context.WithCancelCause(ctx)
	broken = &atomic.Bool{}
	off := breakdown.On(func(b *breakdown.Breakdown) {
		broken.Store(true)
		end(b)
	})
	return ctx, broken, func() {
		off()
		end(nil)
	}
}

// killed kills a program that does not end by itself after something broke down,
// until the returned function is called.
func killed(ctx context.Context, program *tea.Program) (stop func()) {
	over := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-over:
			return
		}
		if !isBroken(ctx) {
			return
		}
		select {
		case <-time.After(giveUp):
			program.Kill()
		case <-over:
		}
	}()
	return func() { close(over) }
}

// closing is what closing all came to.
type closing struct {
	files []string // what there is to say about files
	err   error
}

// within closes all, but waits for it no longer than giveUp where something broke
// down.
func within(ctx context.Context, all func() closing) closing {
	ended := make(chan closing, 1)
	go func() {
		defer breakdown.Catch()
		ended <- all()
	}()
	select {
	case c := <-ended:
		return c
	case <-ctx.Done():
	}
	if !isBroken(ctx) {
		return <-ended
	}
	select {
	case c := <-ended:
		return c
	case <-time.After(giveUp):
		return closing{err: errors.New("what was open could not be closed")}
	}
}

func isBroken(ctx context.Context) bool {
	_, broken := errors.AsType[*breakdown.Breakdown](context.Cause(ctx))
	return broken
}

// doing says what the screen showed, for the report of a breakdown.
func (r *root) doing() (text string) {
	defer func() {
		if recover() != nil {
			text = "a screen that cannot say what it showed"
		}
	}()
	room := widgets.RoomName(r.room)
	if r.helping {
		room += ", behind the help"
	}
	return fmt.Sprintf("the %s, %d x %d cells; the Lab: %s", room, r.width, r.height, r.lab.Compares())
}

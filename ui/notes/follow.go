package notes

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"linebounce/ui/prose"
)

// Follow shows the notes of the newest program that presents, and waits for one
// where there is none, until that program ends or ctx does: then its error is
// ctx's cause. On a terminal, of which size returns the columns and rows, it
// draws a page; where size is nil it prints each state.
func Follow(ctx context.Context, out io.Writer, size func() (width, height int)) error {
	v := view{out: out, size: size, now: time.Now}
	if err := v.open(); err != nil {
		return err
	}
	last, err := v.follow(ctx, folders())
	return errors.Join(v.close(last), err)
}

const (
	looking = 300 * time.Millisecond // between two looks for a program
	ticking = time.Second            // between two pages, for the clock on them
)

// view is what a follower shows.
type view struct {
	out   io.Writer
	size  func() (width, height int)
	now   func() time.Time
	said  string // about the connection, "" for nothing
	state *State // nil before the first came
}

// follow returns the last thing to say.
func (v *view) follow(ctx context.Context, dirs []string) (last string, err error) {
	p, err := v.await(ctx, dirs)
	if err != nil {
		return "", err
	}
	reading := make(chan struct{})
	defer func() {
		_ = p.conn.Close() // ends the reader
		<-reading
	}()
	came, ended := make(chan message), make(chan struct{})
	defer close(ended)
	go func() {
		defer close(reading)
		read(p.conn, came, ended)
	}()
	tick := time.NewTicker(ticking)
	defer tick.Stop()
	for {
		select {
		case m, open := <-came:
			if !open {
				return fmt.Sprintf("The program that presented, process %d, has ended.", p.pid), nil
			}
			err = v.take(m)
		case <-tick.C:
			err = v.draw()
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
		if err != nil {
			return "", err
		}
	}
}

// await finds a program to follow.
func (v *view) await(ctx context.Context, dirs []string) (*presenter, error) {
	tick := time.NewTicker(looking)
	defer tick.Stop()
	for waiting := false; ; waiting = true {
		p, living := find(dirs)
		switch {
		case living > 1:
			return p, v.say(fmt.Sprintf("%d programs present; these are the notes of the newest, process %d.", living, p.pid))
		case living == 1 && waiting:
			return p, v.say(fmt.Sprintf("Process %d presents.", p.pid))
		case living == 1:
			return p, v.draw()
		case !waiting:
			if err := v.say("No program presents a lesson yet. Waiting for one; Ctrl-C ends."); err != nil {
				return nil, err
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// message is a line that came.
type message struct {
	state State
	err   error // why it was ignored
}

// read hands every line on until the connection or the reader ends.
func read(conn net.Conn, came chan<- message, ended <-chan struct{}) {
	defer close(came)
	lines := bufio.NewReaderSize(conn, longest)
	for {
		var m message
		text, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = lines.ReadSlice('\n')
			}
			m.err = fmt.Errorf("a line of more than %d bytes came and was ignored", longest)
		case len(bytes.TrimSpace(text)) > 0:
			m.state, m.err = decode(text)
		case err == nil:
			continue
		}
		if err != nil {
			return
		}
		select {
		case came <- m:
		case <-ended:
			return
		}
	}
}

// take shows a line that came.
func (v *view) take(m message) error {
	if m.err != nil {
		return v.say("Note: " + m.err.Error() + ".")
	}
	v.state, v.said = &m.state, ""
	if v.size == nil {
		return v.write(listing(m.state, v.now()))
	}
	return v.draw()
}

// say tells something about the connection.
func (v *view) say(sentence string) error {
	if v.size == nil {
		return v.write(sentence + "\n")
	}
	v.said = sentence
	return v.draw()
}

// draw draws the page anew, where there is one.
func (v *view) draw() error {
	if v.size == nil {
		return nil
	}
	width, height := v.size()
	if v.state != nil {
		return v.write(frame(page(*v.state, v.said, v.now(), width, height), width, height))
	}
	return v.write(frame(prose.Wrap(cmp.Or(v.said, "No lesson is open yet."), width), width, height))
}

func (v *view) open() error {
	if v.size == nil {
		return nil
	}
	return v.write(enter)
}

// close gives the terminal back and says the last thing there is to say.
func (v *view) close(last string) error {
	text := ""
	if v.size != nil {
		text = leave
	}
	if last != "" {
		text += last + "\n"
	}
	return v.write(text)
}

func (v *view) write(text string) error {
	_, err := io.WriteString(v.out, text)
	return err
}

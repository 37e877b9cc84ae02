package notes

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Server tells followers what is presented. Its methods do nothing on nil, for a
// program that could not listen goes on without.
type Server struct {
	listener *net.UnixListener
	done     sync.WaitGroup // its goroutines
	closing  chan struct{}

	mu        sync.Mutex
	closed    bool
	latest    []byte // line, nil before the first
	followers map[*follower]bool
}

// follower is one connection. Its mailbox holds the newest line that was not
// sent yet, so that one who does not read keeps nobody waiting.
type follower struct {
	conn *net.UnixConn
	mail chan []byte
	gone chan struct{}
}

// Listen makes a socket that followers of this user can find. Its error is a
// sentence that says where it could not be made.
func Listen() (*Server, error) { return listen(folders()) }

func listen(dirs []string) (*Server, error) {
	var failures []error
	for _, dir := range dirs {
		listener, err := bind(dir)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		s := &Server{listener: listener, closing: make(chan struct{}), followers: map[*follower]bool{}}
		s.done.Go(s.accept)
		return s, nil
	}
	return nil, fmt.Errorf("notes cannot be followed from another terminal: %w", errors.Join(failures...))
}

// most is how many programs with one process number may share a folder, as they
// do when containers do.
const most = 100

// bind makes a socket in a folder, under a name that is free.
func bind(dir string) (*net.UnixListener, error) {
	if err := make0700(dir); err != nil {
		return nil, err
	}
	if p, _ := find([]string{dir}); p != nil { // removes what is left over
		_ = p.conn.Close()
	}
	name := fmt.Sprint(os.Getpid())
	for n := 2; n <= most; n++ {
		path := filepath.Join(dir, name+ending)
		if _, err := os.Lstat(path); err == nil {
			name = fmt.Sprintf("%d-%d", os.Getpid(), n)
			continue
		}
		listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			return nil, err
		}
		if err := os.Chmod(path, 0o600); err != nil {
			return nil, errors.Join(err, listener.Close())
		}
		return listener, nil
	}
	return nil, fmt.Errorf("%s is full of sockets of process %d", dir, os.Getpid())
}

// pause is between two attempts to accept where the system has no room for
// another connection.
const pause = 100 * time.Millisecond

func (s *Server) accept() {
	for {
		conn, err := s.listener.AcceptUnix()
		if err == nil {
			s.welcome(conn)
			continue
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
		select {
		case <-s.closing:
			return
		case <-time.After(pause):
		}
	}
}

// welcome takes a follower in, unless it is another user's.
func (s *Server) welcome(conn *net.UnixConn) {
	f := &follower{conn: conn, mail: make(chan []byte, 1), gone: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !friend(conn) {
		_ = conn.Close() // there is nobody to tell
		return
	}
	s.followers[f] = true
	if s.latest != nil {
		f.post(s.latest)
	}
	s.done.Go(func() { s.watch(f) })
	s.done.Go(func() { f.deliver() })
}

// watch ends a follower that hung up. What it sends means nothing.
func (s *Server) watch(f *follower) {
	_, _ = io.Copy(io.Discard, f.conn)
	_ = f.conn.Close()
	close(f.gone)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.followers, f)
}

// deliver sends what is in the mailbox until the follower is gone.
func (f *follower) deliver() {
	for {
		select {
		case text := <-f.mail:
			if _, err := f.conn.Write(text); err != nil {
				_ = f.conn.Close() // watch sees it
				return
			}
		case <-f.gone:
			return
		}
	}
}

// post replaces what is in the mailbox. Only one goroutine may post at a time.
func (f *follower) post(text []byte) {
	select {
	case <-f.mail:
	default:
	}
	f.mail <- text
}

// Tell makes a state the one that followers show. It never waits for any.
func (s *Server) Tell(state State) {
	if s == nil {
		return
	}
	text := encode(state)
	s.mu.Lock()
	defer s.mu.Unlock()
	if bytes.Equal(text, s.latest) {
		return
	}
	s.latest = text
	for f := range s.followers {
		f.post(text)
	}
}

// Followers returns how many terminals follow.
func (s *Server) Followers() int {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.followers)
}

// Close ends all followers and removes the socket.
func (s *Server) Close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.closing)
	for f := range s.followers {
		_ = f.conn.Close() // watch sees it
	}
	s.mu.Unlock()
	err := s.listener.Close()
	s.done.Wait()
	return err
}

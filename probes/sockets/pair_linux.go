package sockets

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// patience is how long a call may block. The loop then looks whether its
// window is over.
const patience = 5 * time.Millisecond

var types = map[string]int{
	"":                     unix.SOCK_STREAM,
	probes.SocketStream:    unix.SOCK_STREAM,
	probes.SocketDgram:     unix.SOCK_DGRAM,
	probes.SocketSeqpacket: unix.SOCK_SEQPACKET,
}

// open makes the scenario's socketpair: the sender's end and the receiver's.
// Its errors are a *probes.ScenarioError for a message that does not fit and a
// *probes.Unable for anything that the system refuses.
func open(s probes.Scenario) ([2]int, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, types[s.Socket]|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fds, unable(err)
	}
	if err := prepare(fds, s); err != nil {
		_ = unix.Close(fds[sender])
		_ = unix.Close(fds[receiver])
		return fds, err
	}
	return fds, nil
}

func prepare(fds [2]int, s probes.Scenario) error {
	limit := unix.NsecToTimeval(patience.Nanoseconds())
	err := errors.Join(
		unix.SetsockoptTimeval(fds[sender], unix.SOL_SOCKET, unix.SO_SNDTIMEO, &limit),
		unix.SetsockoptTimeval(fds[receiver], unix.SOL_SOCKET, unix.SO_RCVTIMEO, &limit))
	if err = errors.Join(err, passcred(fds, s)); err != nil {
		return unable(err)
	}
	if types[s.Socket] == unix.SOCK_STREAM {
		return nil // longer messages than the buffer go in parts
	}
	return fit(fds[sender], s.Size)
}

// passcred sets SO_PASSCRED on each end as the scenario says.
func passcred(fds [2]int, s probes.Scenario) error {
	set := func(fd int, on bool) error {
		value := 0
		if on {
			value = 1
		}
		return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PASSCRED, value)
	}
	both := s.PassCred == probes.PassCredBoth
	return errors.Join(
		set(fds[sender], both || s.PassCred == probes.PassCredSender),
		set(fds[receiver], both || s.PassCred == probes.PassCredReceiver))
}

// pair is a socketpair of one type, fit for messages of one size, and how many
// arms use it.
type pair struct {
	fds    [2]int
	socket int
	size   int
	users  int
}

// release closes both ends when the last arm is done with them.
func (p *pair) release() error {
	if p.users--; p.users > 0 {
		return nil
	}
	return errors.Join(unix.Close(p.fds[sender]), unix.Close(p.fds[receiver]))
}

// overhead is what the kernel wants free in the send buffer besides a message.
const overhead = 32

// fit makes the send buffer large enough for a message that must go in one
// piece. A buffer that is large enough is left as it is.
func fit(fd, size int) error {
	buffer, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF)
	if err == nil && buffer < size+overhead {
		err = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, size+overhead)
		if err == nil {
			buffer, err = unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF)
		}
	}
	if err != nil {
		return unable(err)
	}
	if buffer < size+overhead {
		return &probes.ScenarioError{Word: "size", Value: strconv.Itoa(size),
			Problem:  "is more than this system lets a socket buffer (sysctl net.core.wmem_max) hold in one piece",
			Accepted: []string{fmt.Sprintf("1 to %d", buffer-overhead), "socket=stream"}}
	}
	return nil
}

func unable(err error) error {
	return &probes.Unable{What: "a socketpair could not be opened", Why: err.Error()}
}

package credentials

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

var types = map[string]int{
	probes.SocketStream:    unix.SOCK_STREAM,
	probes.SocketDgram:     unix.SOCK_DGRAM,
	probes.SocketSeqpacket: unix.SOCK_SEQPACKET,
}

// payload is what every message says, so that it can be known when it arrives.
var payload = []byte("who sent this?")

// pair is a socketpair: its end that sends and its end that receives.
type pair struct{ sender, receiver int }

func open(socket, passcred string) (pair, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, types[socket]|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return pair{}, fmt.Errorf("a socketpair could not be opened: %w", err)
	}
	p := pair{fds[0], fds[1]}
	if passcred == probes.PassCredSender || passcred == probes.PassCredBoth {
		err = pass(p.sender, true)
	}
	if passcred == probes.PassCredReceiver || passcred == probes.PassCredBoth {
		err = errors.Join(err, pass(p.receiver, true))
	}
	if err != nil {
		p.close()
		return pair{}, err
	}
	return p, nil
}

func (p pair) close() {
	_ = unix.Close(p.sender)
	_ = unix.Close(p.receiver)
}

// pass sets or clears SO_PASSCRED.
func pass(fd int, on bool) error {
	value := 0
	if on {
		value = 1
	}
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PASSCRED, value); err != nil {
		return fmt.Errorf("SO_PASSCRED could not be changed: %w", err)
	}
	return nil
}

// send sends the payload, with the credentials if there are any.
func (p pair) send(named *unix.Ucred) error {
	var control []byte
	if named != nil {
		control = unix.UnixCredentials(named)
	}
	return unix.Sendmsg(p.sender, payload, control, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
}

// message is what arrived.
type message struct {
	data        []byte
	credentials *unix.Ucred // nil where no control message came
	truncated   bool        // MSG_CTRUNC
}

// receive takes what waits at a socket, with room for so many bytes of control
// data.
func receive(fd, room int) (message, error) {
	data, control := make([]byte, 256), make([]byte, room)
	n, size, flags, _, err := unix.Recvmsg(fd, data, control, unix.MSG_DONTWAIT)
	if err != nil {
		return message{}, fmt.Errorf("the message did not arrive: %w", err)
	}
	m := message{data: data[:n], truncated: flags&unix.MSG_CTRUNC != 0}
	parts, err := unix.ParseSocketControlMessage(control[:size])
	if err != nil {
		return m, fmt.Errorf("the control message makes no sense: %w", err)
	}
	for i := range parts {
		if c, err := unix.ParseUnixCredentials(&parts[i]); err == nil {
			m.credentials = c
		}
	}
	return m, nil
}

// room is enough for credentials, and for what else a kernel may add.
const room = 256

func (m message) whole() bool { return bytes.Equal(m.data, payload) }

// detail spells the numbers that arrived.
func (m message) detail() string {
	if m.credentials == nil {
		return ""
	}
	return fmt.Sprintf("pid %d, uid %d, gid %d", m.credentials.Pid, m.credentials.Uid, m.credentials.Gid)
}

// own is the credentials of this process.
func own() unix.Ucred {
	return unix.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())}
}

// nobody is what a message has that was sent without credentials. The numbers
// for an unknown uid and gid can be set.
func nobody() unix.Ucred {
	return unix.Ucred{Uid: overflow("uid"), Gid: overflow("gid")}
}

func overflow(kind string) uint32 {
	const usual = 65534
	text, err := os.ReadFile("/proc/sys/kernel/overflow" + kind)
	if err != nil {
		return usual
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		return usual
	}
	return uint32(n)
}

package credentials

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// trial puts one question: it sends over a fresh pair and returns the answer
// and the numbers that came with it.
type trial func(p pair, named *unix.Ucred) (Answer, string, error)

// usual sends and receives.
func usual(p pair, named *unix.Ucred) (Answer, string, error) {
	return between(p, named, func() error { return nil })
}

// setLate has the receiver ask when the message waits already.
func setLate(p pair, named *unix.Ucred) (Answer, string, error) {
	return between(p, named, func() error { return pass(p.receiver, true) })
}

// clearedLate has the receiver think better of it.
func clearedLate(p pair, named *unix.Ucred) (Answer, string, error) {
	return between(p, named, func() error { return pass(p.receiver, false) })
}

func between(p pair, named *unix.Ucred, change func() error) (Answer, string, error) {
	if err := p.send(named); err != nil {
		return refusal(err)
	}
	if err := change(); err != nil {
		return "", "", err
	}
	m, err := receive(p.receiver, room)
	if err != nil {
		return "", "", err
	}
	if !m.whole() {
		return Lost, m.detail(), nil
	}
	return recognise(m, named), m.detail(), nil
}

// recognise tells whose credentials arrived.
func recognise(m message, named *unix.Ucred) Answer {
	switch got := m.credentials; {
	case got == nil:
		return None
	case named != nil && *got == *named:
		return AsNamed
	case *got == own():
		return Senders
	case *got == nobody():
		return Nobody
	}
	return Strangers
}

// refusal turns an errno into an answer.
func refusal(err error) (Answer, string, error) {
	if errno, ok := errors.AsType[unix.Errno](err); ok {
		return Answer(unix.ErrnoName(errno)), "", nil
	}
	return "", "", err
}

// noRoom receives without a control buffer.
func noRoom(p pair, named *unix.Ucred) (Answer, string, error) {
	if err := p.send(named); err != nil {
		return refusal(err)
	}
	m, err := receive(p.receiver, 0)
	switch {
	case err != nil:
		return "", "", err
	case !m.whole():
		return Lost, "", nil
	case m.truncated:
		return Truncated, "", nil
	}
	return Whole, "", nil
}

// plainRead receives by read(2).
func plainRead(p pair, named *unix.Ucred) (Answer, string, error) {
	if err := p.send(named); err != nil {
		return refusal(err)
	}
	data := make([]byte, room)
	n, err := unix.Read(p.receiver, data)
	switch {
	case err != nil:
		return refusal(err)
	case !bytes.Equal(data[:n], payload):
		return Lost, "", nil
	}
	return Whole, "", nil
}

// spoof returns a trial in which a sender without privileges names what it may
// not.
func spoof(change func(*unix.Ucred)) trial {
	return func(p pair, _ *unix.Ucred) (answer Answer, detail string, err error) {
		named := own()
		change(&named)
		err = unprivileged(func() error {
			sent := p.send(&named)
			if errors.Is(sent, unix.EINVAL) {
				return errors.New("no other id is known in this user namespace, so the answer is EINVAL before any right is asked for; run it outside to see it")
			}
			if sent != nil {
				answer, detail, sent = refusal(sent)
				return sent
			}
			m, err := receive(p.receiver, room)
			answer, detail = recognise(m, &named), m.detail()
			return err
		})
		return answer, detail, err
	}
}

func otherPid(c *unix.Ucred) {
	if c.Pid++; c.Pid <= 0 {
		c.Pid = 1
	}
}

func otherUID(c *unix.Ucred) { c.Uid++ }

// noSuchPid names a pid above all that a kernel hands out. Whoever may not
// name other pids learns nothing of it.
func noSuchPid(p pair, _ *unix.Ucred) (Answer, string, error) {
	named := own()
	named.Pid = 1<<31 - 1
	err := p.send(&named)
	if errors.Is(err, unix.EPERM) {
		return "", "", errors.New("without CAP_SYS_ADMIN the answer is EPERM, before any pid is looked up; run it as root to see it")
	}
	if err != nil {
		return refusal(err)
	}
	m, err := receive(p.receiver, room)
	return recognise(m, &named), m.detail(), err
}

// twoWriters writes, lets another process write, and reads once.
func twoWriters(p pair, _ *unix.Ucred) (Answer, string, error) {
	echo, err := exec.LookPath("echo")
	if err != nil {
		return "", "", errors.New("no program echo was found that could be the second writer")
	}
	if err := p.send(nil); err != nil {
		return refusal(err)
	}
	fd, err := unix.FcntlInt(uintptr(p.sender), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return "", "", fmt.Errorf("a file descriptor could not be doubled: %w", err)
	}
	end := os.NewFile(uintptr(fd), "socketpair")
	defer end.Close()
	second := exec.Command(echo, "me")
	second.Stdout = end
	if err := second.Run(); err != nil {
		return "", "", fmt.Errorf("the second writer did not run: %w", err)
	}
	m, err := receive(p.receiver, room)
	switch {
	case err != nil:
		return "", "", err
	case m.whole():
		return First, m.detail(), nil
	case bytes.Equal(m.data, append(bytes.Clone(payload), "me\n"...)):
		return Both, m.detail(), nil
	}
	return Lost, m.detail(), nil
}

// accepted connects to a listener that has asked, and looks what the accepted
// socket got of it.
func accepted(socket string) (Answer, string, error) {
	ends := [3]int{-1, -1, -1} // listener, sender, accepted
	defer func() {
		for _, fd := range ends {
			if fd >= 0 {
				_ = unix.Close(fd)
			}
		}
	}()
	var err error
	for i := range 2 {
		if ends[i], err = unix.Socket(unix.AF_UNIX, types[socket]|unix.SOCK_CLOEXEC, 0); err != nil {
			return "", "", fmt.Errorf("a socket could not be opened: %w", err)
		}
	}
	if ends[2], err = connect(ends[0], ends[1]); err != nil {
		return "", "", fmt.Errorf("two sockets could not be connected: %w", err)
	}
	on, err := unix.GetsockoptInt(ends[2], unix.SOL_SOCKET, unix.SO_PASSCRED)
	if err != nil || on == 0 {
		return Forgotten, "", err
	}
	answer, detail, err := usual(pair{ends[1], ends[2]}, nil)
	if answer == Senders {
		answer = Inherited
	}
	return answer, detail, err
}

// connect binds the listener to a name that the kernel chooses, sets
// SO_PASSCRED on it and returns the socket it accepts.
func connect(listener, sender int) (int, error) {
	err := errors.Join(unix.Bind(listener, &unix.SockaddrUnix{}), pass(listener, true), unix.Listen(listener, 1))
	if err != nil {
		return -1, err
	}
	name, err := unix.Getsockname(listener)
	if err != nil {
		return -1, err
	}
	if err := unix.Connect(sender, name); err != nil {
		return -1, err
	}
	fd, _, err := unix.Accept4(listener, unix.SOCK_CLOEXEC)
	return fd, err
}

// nameable returns credentials that this process may name: another process's
// pid and other ids where it is allowed to, else its own.
func nameable() unix.Ucred {
	mine := own()
	other := unix.Ucred{Pid: int32(os.Getppid()), Uid: mine.Uid + 1, Gid: mine.Gid + 1}
	if other.Pid == 0 {
		other.Pid = mine.Pid
	}
	p, err := open(probes.SocketStream, probes.PassCredOff)
	if err != nil {
		return mine
	}
	defer p.close()
	if p.send(&other) != nil {
		return mine
	}
	return other
}

package doctor

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// credentials sends a byte over a real socketpair whose receiver asks for
// credentials, and holds what arrives against this process. It returns nil or
// a *probes.Unable.
func credentials() error {
	const sandbox = "A sandbox may be in the way; run it outside."
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return noCredentials(fmt.Sprintf("no AF_UNIX socketpair can be opened (%v)", err), sandbox)
	}
	defer unix.Close(ends[0])
	defer unix.Close(ends[1])
	if err := unix.SetsockoptInt(ends[1], unix.SOL_SOCKET, unix.SO_PASSCRED, 1); err != nil {
		return noCredentials(fmt.Sprintf("SO_PASSCRED is refused (%v)", err), sandbox)
	}
	if _, err := unix.Write(ends[0], []byte{1}); err != nil {
		return noCredentials(fmt.Sprintf("a byte could not be sent (%v)", err), sandbox)
	}
	data, control := make([]byte, 1), make([]byte, unix.CmsgSpace(unix.SizeofUcred))
	_, size, _, _, err := unix.Recvmsg(ends[1], data, control, unix.MSG_DONTWAIT)
	if err != nil {
		return noCredentials(fmt.Sprintf("the byte did not arrive (%v)", err), sandbox)
	}
	messages, err := unix.ParseSocketControlMessage(control[:size])
	if err != nil || len(messages) == 0 {
		return noCredentials("the byte arrived without them", sandbox)
	}
	got, err := unix.ParseUnixCredentials(&messages[0])
	if err != nil {
		return noCredentials(fmt.Sprintf("what arrived is something else (%v)", err), sandbox)
	}
	want := unix.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())}
	if *got != want {
		return noCredentials(fmt.Sprintf("pid %d, uid %d and gid %d arrived, and this process has %d, %d and %d",
			got.Pid, got.Uid, got.Gid, want.Pid, want.Uid, want.Gid), sandbox)
	}
	return nil
}

package notes

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// Another user who got past folder and file is still told nothing. Only root can
// become another user.
func TestAnotherUserIsTurnedAway(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can try it as another user")
	}
	s, dir := served(t)
	s.Tell(state)
	path := filepath.Join(dir, fmt.Sprintf("%d.sock", os.Getpid()))
	for file, mode := range map[string]os.FileMode{filepath.Dir(dir): 0o755, dir: 0o755, path: 0o666} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	heard := make(chan string)
	go func() {
		defer close(heard)
		runtime.LockOSThread() // and never unlocked: the thread ends with its user
		const nobody = 65534
		if _, _, e := unix.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), nobody, ^uintptr(0)); e != 0 {
			heard <- "skip: " + e.Error()
			return
		}
		conn, err := net.Dial("unix", path)
		if err != nil {
			heard <- "skip: " + err.Error()
			return
		}
		defer func() { _ = conn.Close() }()
		text, _ := io.ReadAll(conn)
		heard <- string(text)
	}()
	text := <-heard
	switch {
	case len(text) > 5 && text[:5] == "skip:":
		t.Skip(text[6:])
	case text != "":
		t.Errorf("another user was told %q", text)
	}
	if n := s.Followers(); n != 0 {
		t.Errorf("%d followers", n)
	}
}

package cli

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A thousand keys as fast as a terminal takes them, on a terminal that changes its
// size all the while, and the program still quits on the next key.
func TestAThousandKeysInATerminal(t *testing.T) {
	dir := t.TempDir()
	command := exec.Command("linebounce")
	command.Dir = dir // where K and S write
	command.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME="+dir, "XDG_RUNTIME_DIR="+dir)
	x, err := begin(command, 160, 50, t.Fatalf) // the largest, for the emulator keeps its size
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer x.stop()
	x.await("counters", "quit")
	const keys = "12345123451234512345 \r\t!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPRSTUVWXYZ[]^_abcdefghijklmnoprstuvwxyz{|}~"
	named := []string{"\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[Z", "\x1b[O", "\x1b[I", "\x7f"}
	random := rand.New(rand.NewPCG(8, 8))
	for i := range 1000 {
		switch {
		case i%10 == 9:
			x.press(named[random.IntN(len(named))])
		case i%25 == 0:
			size := &pty.Winsize{Rows: uint16(1 + random.IntN(50)), Cols: uint16(1 + random.IntN(160))}
			if err := pty.Setsize(x.keys, size); err != nil {
				t.Fatal(err)
			}
		default:
			x.press(string(keys[random.IntN(len(keys))]))
		}
	}
	ended := make(chan int, 1)
	go func() { ended <- x.end() }()
	select {
	case code := <-ended:
		if code != done && code != incapable {
			t.Errorf("it ends with code %d", code)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not quit")
	}
	<-x.closed
	if text := x.screen.String(); strings.Contains(text, "panic") || x.screen.IsAltScreen() || x.screen.CursorHidden() {
		t.Errorf("alternate screen left on: %t, cursor left hidden: %t; the screen is\n%s", x.screen.IsAltScreen(), x.screen.CursorHidden(), text)
	}
}

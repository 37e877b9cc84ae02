package cli

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"linebounce/probes/breakdown"
	"linebounce/probes/child/childtest"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

func init() { programs["linebounce-fatal"] = fatal }

// fatal is the program with a goroutine that on SIGUSR1 ends it by an error that
// nothing can catch.
func fatal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		defer breakdown.Catch()
		<-signals
		new(sync.Mutex).Unlock()
	}()
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func TestAKilledScreen(t *testing.T) {
	g := openGuarded(t, "", "linebounce")
	if raw := modes(t, g.keys); raw.Lflag&unix.ECHO != 0 {
		t.Fatal("the terminal is not as the screen needs it")
	}
	measures := unable(topology.Read()) == nil
	if measures {
		g.press("K")
		g.await("Recording")
		holds(t, filepath.Join(g.dir, "linebounce-*.jsonl.gz"))
	}
	g.die(t)
	g.await("linebounce: the process of the screen was killed")
	childtest.Gone(t, g.guardian)
	g.inOrder(t)
	if measures {
		r, err := recorded.Read(bytes.NewReader(one(t, filepath.Join(g.dir, "linebounce-*.jsonl.gz"))))
		if err != nil || len(r.Experiments()) == 0 {
			t.Errorf("of the recording there is left: %v, %v", r, err)
		}
	}
}

// holds waits until there is a file that holds something of what was measured.
func holds(t *testing.T, pattern string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		found, _ := filepath.Glob(pattern)
		if len(found) != 1 {
			continue
		}
		if r, err := recorded.Open(found[0]); err == nil && len(r.Experiments()) > 0 {
			return
		}
	}
	t.Fatal("nothing is recorded")
}

func TestAFatalErrorOfTheScreen(t *testing.T) {
	const why = "sync: unlock of unlocked mutex"
	for _, c := range []struct{ redirection, says string }{
		{"", why},
		{"2>errors", "an error that Go names on standard error"},
	} {
		t.Run(c.redirection, func(t *testing.T) {
			g := openGuarded(t, c.redirection, "linebounce-fatal", "--reduce-motion")
			g.signal(t, g.screen, syscall.SIGUSR1)
			g.await("linebounce: the program ended on the spot: " + c.says)
			childtest.Gone(t, g.guardian)
			g.inOrder(t)
			g.mu.Lock()
			if text := g.console.screen.String(); strings.Contains(text, "goroutine ") {
				t.Errorf("the trace is left on the screen:\n%s", text)
			}
			g.mu.Unlock()
			account := one(t, filepath.Join(g.dir, "state", "linebounce", "linebounce-crash-*.txt"))
			for _, want := range []string{c.says, "\nversion: ", "\ncommand: linebounce --reduce-motion\n", "\nmachine: {", "cli.fatal"} {
				if !bytes.Contains(account, []byte(want)) {
					t.Errorf("what is to be sent does not hold %q:\n%s", want, account)
				}
			}
			if c.redirection != "" && !bytes.Contains(file(t, filepath.Join(g.dir, "errors")), []byte(why)) {
				t.Error("what Go prints is missing where standard error goes")
			}
		})
	}
}

// Nothing is left of the guardian when the program has ended, not even a zombie.
func TestTheGuardianEndsWithTheScreen(t *testing.T) {
	g := openGuarded(t, "", "linebounce")
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP} {
		g.signal(t, g.guardian, s)
	}
	if !isGuardian(g.guardian) {
		t.Error("it ends before the screen does")
	}
	g.press("q")
	childtest.Gone(t, g.screen)
	if err := syscall.Kill(g.guardian, 0); err == nil {
		t.Error("it is still there")
	}
	g.isSet(t)
	g.leave()
	g.isOnItsPage(t)
	if code := g.command.ProcessState.ExitCode(); code != done && code != incapable {
		t.Errorf("the screen ends with code %d", code)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if text := g.console.screen.String(); strings.Contains(text, "was killed") {
		t.Errorf("after a normal end it says\n%s", text)
	}
}

// A shell that has the terminal back may have set it up already.
func TestTheGuardianLeavesAloneWhatOthersSet(t *testing.T) {
	g := openGuarded(t, "", "linebounce")
	shell := *g.before
	shell.Lflag &^= unix.ICANON | unix.ECHO // as who edits lines
	if err := unix.IoctlSetTermios(int(g.keys.Fd()), unix.TCSETS, &shell); err != nil {
		t.Fatal(err)
	}
	g.die(t)
	g.await("was killed")
	childtest.Gone(t, g.guardian)
	g.before = &shell
	g.inOrder(t)
}

// A screen that is suspended has left the terminal to others.
func TestAScreenThatIsKilledWhileSuspended(t *testing.T) {
	for _, resumed := range []bool{false, true} {
		t.Run("resumed "+strconv.FormatBool(resumed), func(t *testing.T) {
			g := openGuarded(t, "", "linebounce")
			g.press("\x1a")
			g.awaitPage(t, false)
			if resumed {
				g.awaitPage(t, true)
			}
			g.die(t)
			childtest.Gone(t, g.guardian)
			g.isSet(t)
			g.leave()
			g.isOnItsPage(t)
			g.mu.Lock()
			defer g.mu.Unlock()
			if text := g.console.screen.String(); strings.Contains(text, "was killed") != resumed {
				t.Errorf("the terminal shows\n%s", text)
			}
		})
	}
}

// Whatever the screen asks of a terminal and takes back at its end, the guardian
// takes back too.
func TestTheGuardianTakesBackAllThatTheScreenDoes(t *testing.T) {
	taken := regexp.MustCompile(`\x1b\[\?\d+l|\x1b\[\?25h|\x1b\[>\d*m|\x1b\[<\d*u|\x1b\]\d+(;)?\x07`)
	quits := taken.FindAllString(ending(t, func(_ int, keys io.Writer) error { _, err := io.WriteString(keys, "q"); return err }), -1)
	killed := taken.FindAllString(ending(t, func(screen int, _ io.Writer) error { return syscall.Kill(screen, syscall.SIGKILL) }), -1)
	const least = 7 // page, cursor, paste, focus, keyboard, title, ground
	if len(quits) < least {
		t.Fatalf("a screen that is closed takes back %q only", quits)
	}
	for _, want := range quits {
		if !strings.Contains(strings.Join(killed, ""), want) {
			t.Errorf("%q is taken back where the screen is closed, and not where it is killed: %q", want, killed)
		}
	}
}

// ending runs the program in a terminal, ends it, and returns what the terminal got
// from then on.
func ending(t *testing.T, end func(screen int, keys io.Writer) error) string {
	t.Helper()
	command := fromShell(t.TempDir(), "", "linebounce", "--theme", "high-contrast")
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer func() { _, _ = terminal.Close(), command.Process.Kill() }()
	var got []byte
	buffer := make([]byte, 1<<16)
	for !bytes.Contains(got, []byte("quit")) {
		n, err := terminal.Read(buffer)
		if err != nil {
			t.Fatalf("it ended with %v after %q", err, got)
		}
		got = append(got, buffer[:n]...)
	}
	screen, guardian := processes(t, command.Process.Pid, "linebounce")
	rest := make(chan string)
	go func() {
		text, _ := io.ReadAll(terminal) // until nobody has the terminal any more
		rest <- string(text)
	}()
	if err := end(screen, terminal); err != nil {
		t.Fatal(err)
	}
	childtest.Gone(t, screen)
	childtest.Gone(t, guardian)
	_, _ = io.WriteString(terminal, "\n")
	_ = command.Wait()
	return <-rest
}

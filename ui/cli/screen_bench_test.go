//go:build unix

package cli_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/creack/pty"
)

// built returns the program, built once.
func built(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "linebounce")
	if out, err := exec.Command("go", "build", "-o", program, "linebounce").CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	return program
}

// start runs the program in a terminal of 120x40 that answers no query.
func start(b *testing.B, program string) (*exec.Cmd, *os.File) {
	b.Helper()
	command := exec.Command(program)
	command.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8")
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		b.Skipf("no pseudo-terminal: %v", err)
	}
	return command, terminal
}

func stop(b *testing.B, command *exec.Cmd, terminal *os.File) {
	b.Helper()
	_, _ = io.WriteString(terminal, "q")
	go func() { _, _ = io.Copy(io.Discard, terminal) }()
	if err := command.Wait(); err != nil {
		b.Error(err)
	}
	_ = terminal.Close()
}

// BenchmarkFirstFrame is the time from exec until the last row of the first
// frame has been written: go test -bench FirstFrame -benchtime 15x ./ui/cli
func BenchmarkFirstFrame(b *testing.B) {
	program := built(b)
	var times []time.Duration
	for range b.N {
		began := time.Now()
		command, terminal := start(b, program)
		var seen []byte
		for buffer := make([]byte, 1<<16); !bytes.Contains(seen, []byte("quit")); {
			n, err := terminal.Read(buffer)
			if err != nil {
				b.Fatal(err)
			}
			seen = append(seen, buffer[:n]...)
		}
		times = append(times, time.Since(began))
		stop(b, command, terminal)
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Milliseconds()), "ms/median")
	b.ReportMetric(float64(times[len(times)-1].Milliseconds()), "ms/worst")
}

// BenchmarkFrames watches the live Lab, whose workers take every CPU of the
// default pair: the time between frames and their size. One iteration is one
// second: go test -bench Frames -benchtime 20x ./ui/cli
func BenchmarkFrames(b *testing.B) {
	command, terminal := start(b, built(b))
	const settle = 5 * time.Second
	began := time.Now()
	until := began.Add(settle + time.Duration(b.N)*time.Second)
	var gaps []time.Duration
	var bytes int
	last := began
	for buffer := make([]byte, 1<<16); time.Now().Before(until); {
		n, err := terminal.Read(buffer)
		if err != nil {
			b.Fatal(err)
		}
		now := time.Now()
		if now.Sub(began) > settle {
			bytes += n
			// What comes within 4 ms is one frame that took several reads.
			if gap := now.Sub(last); gap > 4*time.Millisecond {
				gaps = append(gaps, gap)
			}
		}
		last = now
	}
	stop(b, command, terminal)
	slices.Sort(gaps)
	b.ReportMetric(float64(len(gaps))/float64(b.N), "frames/s")
	b.ReportMetric(float64(gaps[len(gaps)/2].Microseconds())/1e3, "ms/median")
	b.ReportMetric(float64(gaps[len(gaps)*95/100].Microseconds())/1e3, "ms/95th")
	b.ReportMetric(float64(gaps[len(gaps)-1].Microseconds())/1e3, "ms/worst")
	b.ReportMetric(float64(bytes)/float64(len(gaps)), "B/frame")
}

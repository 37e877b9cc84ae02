//go:build amd64 || arm64 || loong64 || riscv64

package seqpacket

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/child/childtest"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryMessageArrives(t *testing.T) {
	for _, socket := range []string{"stream", "dgram", "seqpacket"} {
		for _, passcred := range []string{"off", "sender", "receiver", "both"} {
			text := "messages=3000 socket=" + socket + " passcred=" + passcred
			s := scenario(t, text)
			r, err := run(t.Context(), s, nil)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			r.Unit = probes.Run
			if r.CPUs[1].Role != probes.Receiver || r.CPUs[1].Messages != 3000 || r.Elapsed <= 0 || r.Messages() <= 0 {
				t.Errorf("%s: reading %+v, want 3000 messages received in some time", text, r)
			}
		}
	}
}

func TestADatagramThatDoesNotFitIsNamed(t *testing.T) {
	_, err := run(t.Context(), scenario(t, "messages=10 size=1048576"), nil)
	if err == nil {
		t.Skip("the buffers of this system hold a megabyte")
	}
	var unable *probes.Unable
	if !errors.As(err, &unable) || !strings.Contains(err.Error(), "a message of 1048576 bytes does not fit") {
		t.Errorf("%v, want a *probes.Unable about the size", err)
	}
}

// endless starts a run that would last for hours and, once messages pass, hands
// its child and the forks over, the reader first. It returns what becomes of it.
func endless(t *testing.T, socket string, do func(p *child.Process, forks []int)) error {
	t.Helper()
	p, err := child.Start(t.Context(), work, complete(scenario(t, "messages=1000000000 socket="+socket)))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	done := false
	return p.Wait(nil, func(float64) {
		if done {
			return
		}
		done = true
		forks := childtest.Forks(t, p.PID())
		if len(forks) != 2 {
			t.Fatalf("the child has forks %v, want its reader and its writer", forks)
		}
		slices.Sort(forks)
		do(p, forks)
	})
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func TestAProcessThatIsKilledEndsTheRun(t *testing.T) {
	for _, socket := range []string{"stream", "dgram", "seqpacket"} {
		for victim, name := range []string{"reader", "writer"} {
			var all []int
			err := endless(t, socket, func(_ *child.Process, forks []int) {
				all = forks
				kill(t, forks[victim])
			})
			if err == nil || !strings.Contains(err.Error(), " stopped before everything had passed (") {
				t.Errorf("%s without its %s: %v, want a sentence about it", socket, name, err)
			}
			for _, pid := range all {
				childtest.Gone(t, pid)
			}
		}
	}
}

func TestAChildThatIsKilledTakesItsForksWithIt(t *testing.T) {
	var all []int
	err := endless(t, "seqpacket", func(p *child.Process, forks []int) {
		all = forks
		kill(t, p.PID())
	})
	var died *child.Died
	if !errors.As(err, &died) || died.How != "signal: killed" {
		t.Errorf("%v, want a *child.Died by the signal", err)
	}
	for _, pid := range all {
		childtest.Gone(t, pid)
	}
}

func TestACancelledRunEndsEverything(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	heard := false
	_, err := run(ctx, scenario(t, "messages=1000000000"), func(share float64) {
		heard = true
		cancel(why)
	})
	if !errors.Is(err, why) || !heard {
		t.Errorf("run returned %v (progress heard: %v), want %v", err, heard, why)
	}
}

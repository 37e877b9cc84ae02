package tui

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

// storm is n keys at random, the same ones for the same seed: every letter, digit
// and sign but those that quit, the keys that have names, a mouse, a paste,
// focus that comes and goes, and what no terminal sends. Among them the terminal
// changes its size.
func storm(seed uint64, n int) []string {
	random := rand.New(rand.NewPCG(seed, seed))
	var plain []string
	for r := '!'; r <= '~'; r++ {
		if r != 'q' && r != 'Q' {
			plain = append(plain, string(r))
		}
	}
	special := []string{
		" ", "\r", "\t", "\x1b[Z", "\x7f", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[1;2A", "\x1b[1;5D",
		"\x01", "\x04", "\x0c", "\x1bx", "\x1b[<0;10;10M", "\x1b[<0;10;10m", "\x1b[<64;5;5M", "\x1b[200~1\r?\x1b[201~", "\x1b[O", "\x1b[I", "é", "漢", "\x1b[999;999R", "\xff",
	}
	rooms := []string{"1", "2", "3", "4", "5"}
	keys := make([]string, n)
	for i := range keys {
		choice := [][]string{plain, plain, plain, special, rooms}[random.IntN(5)]
		keys[i] = choice[random.IntN(len(choice))]
	}
	for range n / 20 {
		keys[random.IntN(n)] = resize(random)
	}
	return keys
}

const widest, highest = 160, 50

// resize is how a terminal that was asked to tells of its size.
func resize(random *rand.Rand) string {
	return fmt.Sprintf("\x1b[48;%d;%d;0;0t", 1+random.IntN(highest), 1+random.IntN(widest))
}

// A thousand fast keys do not break the screen, do not hang it, and leave nothing
// running.
func TestAThousandKeys(t *testing.T) {
	t.Chdir(t.TempDir())                    // where S saves to
	t.Setenv("XDG_STATE_HOME", t.TempDir()) // keys at random answer lessons too
	for seed := range uint64(2) {
		before := runtime.NumGoroutine()
		x := open(t, t.Context(), options(nil), widest, highest) // the largest, for the emulator keeps its size
		x.await("counters")
		taken := make(chan struct{})
		go func() {
			defer close(taken)
			for _, k := range append(storm(seed, 1000), "\x1b[I") { // with focus, if that was lost
				_, _ = x.keys.Write([]byte(k)) // the pipe holds nothing, so each is read before the next
			}
		}()
		select {
		case <-taken:
		case err := <-x.ended:
			t.Fatalf("seed %d: it ends early, with %v", seed, err)
		case <-time.After(5 * time.Minute):
			t.Fatalf("seed %d: it takes no more keys", seed)
		}
		x.press("q")
		if err := x.end(); err != nil {
			t.Fatalf("seed %d: it ends with %v", seed, err)
		}
		x.shut()
		back(t, before)
	}
}

// back waits until no more goroutines run than before.
func back(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(overdue); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			all := make([]byte, 1<<20)
			all = all[:runtime.Stack(all, true)]
			t.Fatalf("%d goroutines before and %d after:\n%s", before, strings.Count(string(all), "\n\n")+1, all)
		}
	}
}

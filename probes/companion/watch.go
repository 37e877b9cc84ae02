package companion

import (
	"slices"
	"sync"
	"time"
)

// every is how often a watch looks: a copy that comes and goes in between has
// cost a window or two.
const every = time.Second

// Watch says that this copy measures and remembers which others did meanwhile.
type Watch struct {
	mark *Mark

	mu   sync.Mutex
	seen []Copy

	end   chan struct{}
	ended sync.WaitGroup
}

// Begin begins to watch, for a command's words and the CPUs that its workers are
// pinned to, nil where the scheduler places them.
func Begin(command string, cpus []int) *Watch {
	w := &Watch{mark: New(command, cpus), end: make(chan struct{})}
	w.mark.Set(true)
	w.look()
	w.ended.Go(func() {
		again := time.NewTicker(every)
		defer again.Stop()
		for {
			select {
			case <-again.C:
				w.look()
			case <-w.end:
				return
			}
		}
	})
	return w
}

func (w *Watch) look() {
	others := w.mark.Others()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range others {
		if !slices.ContainsFunc(w.seen, func(s Copy) bool { return s.PID == c.PID }) {
			w.seen = append(w.seen, c)
		}
	}
}

// Found looks again and says of each copy that was seen what it does to the
// figures.
func (w *Watch) Found() []string {
	w.look()
	w.mu.Lock()
	defer w.mu.Unlock()
	var sentences []string
	for _, c := range w.seen {
		sentences = append(sentences, c.Disturbs(w.mark.self.CPUs))
	}
	return sentences
}

// Close says that this copy does not measure any more.
func (w *Watch) Close() {
	close(w.end)
	w.ended.Wait()
	w.mark.Set(false)
}

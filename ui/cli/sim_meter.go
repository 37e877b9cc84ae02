package cli

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// meter is a progress line for work of which nobody knows how long it takes. It
// redraws itself, and only once there was something to wait for.
type meter struct {
	mutex       sync.Mutex
	what        string
	done, total int
	quit        chan struct{}
	over        sync.WaitGroup
	once        sync.Once
}

// newMeter begins to show one on standard error, if that is a terminal.
func (s *shell) newMeter() *meter {
	m := &meter{quit: make(chan struct{})}
	if drawable(s.err) {
		m.over.Go(func() { m.draw(s.err, s.began) })
	}
	return m
}

func (m *meter) draw(to *os.File, began time.Time) {
	ticks := time.NewTicker(progressEvery)
	defer ticks.Stop()
	drawn := false
	for {
		select {
		case now := <-ticks.C:
			if now.Sub(began) > progressFrom {
				fmt.Fprintf(to, "\r\x1b[K%.1f s, %s", now.Sub(began).Seconds(), m.text())
				drawn = true
			}
		case <-m.quit:
			if drawn {
				fmt.Fprint(to, "\r\x1b[K")
			}
			return
		}
	}
}

func (m *meter) text() string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.total == 0 {
		return m.what
	}
	return fmt.Sprintf("%s, %d of %d", m.what, m.done, m.total)
}

// begin says what is done next, in how many steps. With 0 they are not counted.
func (m *meter) begin(what string, steps int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.what, m.done, m.total = what, 0, steps
}

// step counts one.
func (m *meter) step() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done++
}

// stop takes the line away. It may be called again.
func (m *meter) stop() {
	m.once.Do(func() { close(m.quit) })
	m.over.Wait()
}

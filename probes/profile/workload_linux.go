package profile

import (
	"errors"
	"math"
	"os"
	"sync"

	"linebounce/probes"
	"linebounce/probes/sockets"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// method is how workers are watched.
type method struct {
	sampling sampling
	symbols  *table
	counters []counting
}

// thread is the events of one worker.
type thread struct {
	ring     *ring
	counters []*counter
}

func (m method) open() (*thread, error) {
	r, err := openRing(m.sampling)
	if err != nil {
		return nil, err
	}
	t := &thread{ring: r}
	for _, c := range m.counters {
		open, err := openCounter(c)
		if err != nil {
			return nil, errors.Join(refused(os.DirFS("/"), err), t.close())
		}
		t.counters = append(t.counters, open)
	}
	return t, nil
}

func (t *thread) start() {
	for _, c := range t.counters {
		c.start()
	}
	t.ring.start()
}

func (t *thread) stop() {
	t.ring.stop()
	for _, c := range t.counters {
		c.stop()
	}
}

// skip forgets what no window will ask for.
func (t *thread) skip() {
	t.ring.skip()
	for _, c := range t.counters {
		_, _ = c.read()
	}
}

func (t *thread) close() error {
	err := t.ring.close()
	for _, c := range t.counters {
		err = errors.Join(err, c.close())
	}
	return err
}

// sampled is a socketpair whose two workers are sampled while they work.
type sampled struct {
	windows.Workload
	how     method
	threads [2]*thread // opened by the workers, each for its own
	tallied *seen      // of the window that was reported last, nil where it was not

	mutex   sync.Mutex
	failure error // why a worker is not sampled
}

func build(m topology.Machine, s probes.Scenario, burst int, how method) (*sampled, error) {
	load, err := sockets.BuildAlike(m, s, burst)
	if err != nil {
		return nil, err
	}
	return &sampled{Workload: load, how: how}, nil
}

// Reset also forgets samples that nobody asked for.
func (w *sampled) Reset(capture bool) {
	w.tallied = nil
	for _, t := range w.threads {
		if t != nil {
			t.skip()
		}
	}
	w.Workload.Reset(capture)
}

// Work samples the worker's thread for as long as its loop runs.
func (w *sampled) Work(i int, stop windows.Stop) {
	if w.threads[i] == nil {
		t, err := w.how.open()
		if err != nil {
			w.fail(err)
			w.Workload.Work(i, stop)
			return
		}
		w.threads[i] = t
	}
	w.threads[i].start()
	w.Workload.Work(i, stop)
	w.threads[i].stop()
}

// Report also takes in the samples and what was counted.
func (w *sampled) Report(r *probes.Reading) {
	w.Workload.Report(r)
	w.tallied = &seen{counts: counts{}, counted: make([]float64, len(w.how.counters))}
	for _, t := range w.threads {
		if t == nil {
			continue
		}
		t.ring.read(w.tallied, w.how.symbols)
		for i, c := range t.counters {
			n, err := c.read()
			if err != nil {
				n = math.NaN()
			}
			w.tallied.counted[i] += n
		}
	}
}

func (w *sampled) Close() error {
	err := w.Workload.Close()
	for _, t := range w.threads {
		if t != nil {
			err = errors.Join(err, t.close())
		}
	}
	w.threads = [2]*thread{}
	return err
}

func (w *sampled) fail(err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.failure = err
}

// failed returns why a worker is not sampled, nil where both are.
func (w *sampled) failed() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.failure
}

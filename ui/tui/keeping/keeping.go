// Package keeping keeps what is measured in a file while a screen goes on.
package keeping

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/recorded"
	"linebounce/probes/refusal"
	"linebounce/probes/scope"
	"linebounce/ui/quote"
	"linebounce/ui/tui/fresh"
	"linebounce/ui/wording"
)

// ending is what the names of recordings end in; it makes them compressed ones.
const ending = ".jsonl.gz"

// Keeper writes readings into a recording while one is wanted. Its methods may be
// called from any goroutine. Those that say nothing else cost next to nothing
// while nothing is kept. A nil Keeper keeps nothing.
type Keeper struct {
	header recorded.Header
	tell   func(any)
	now    func() time.Time

	files  sync.Mutex  // held while a file begins or ends
	closed bool        // no further one may begin
	on     atomic.Bool // something is kept

	mutex  sync.Mutex // held while something is written
	writer *recorded.Writer
	began  time.Time
	other  bool // something was refused, which was told
}

// Began says that what is measured from now on is kept, or why not.
type Began struct {
	Path string
	At   time.Time
	Err  error
}

// Refused says why something that was measured is not in the recording, which goes
// on. It is told for the first such thing.
type Refused struct{ Err error }

// Ended says what became of a recording. It has no Path where there was none.
type Ended struct {
	Path string
	In   string        // its folder, in full
	Size int64         // bytes
	For  time.Duration // that it was kept
	Err  error         // why it is not whole, nil where it is

	Strips, Bursts int // that were left out for want of room
}

// New makes a keeper of recordings whose header, but for the time, is h. Where a
// recording ends by a fault, tell gets Ended, and Refused where something cannot be
// recorded.
func New(h recorded.Header, tell func(any)) *Keeper {
	return &Keeper{header: h, tell: tell, now: time.Now}
}

// Begin makes a new file in the current folder and keeps what comes.
func (k *Keeper) Begin() Began {
	k.files.Lock()
	defer k.files.Unlock()
	at := k.now()
	if k.closed || k.on.Load() {
		return Began{At: at}
	}
	made, err := fresh.Files("", at, ending)
	if err != nil {
		return Began{Err: err}
	}
	h := k.header
	h.Made = at
	_ = made[0].Close() // nothing was written to it
	w, err := recorded.Create(made[0].Name(), h, true)
	if err != nil {
		fresh.Remove(made[0])
		return Began{Err: here(err)}
	}
	k.mutex.Lock()
	k.writer, k.began, k.other = w, at, false
	k.mutex.Unlock()
	k.on.Store(true)
	return Began{Path: w.Path(), At: at}
}

// On reports whether what is measured is kept. It never waits for the file.
func (k *Keeper) On() bool { return k.on.Load() }

// End ends the recording.
func (k *Keeper) End() Ended {
	k.files.Lock()
	defer k.files.Unlock()
	return k.end(nil)
}

// Close ends the recording and lets none begin any more.
func (k *Keeper) Close() Ended {
	if k == nil {
		return Ended{}
	}
	k.files.Lock()
	defer k.files.Unlock()
	k.closed = true
	return k.end(nil)
}

// end closes the file. A fault is why that happens.
func (k *Keeper) end(fault error) Ended {
	k.on.Store(false)
	k.mutex.Lock()
	w, began := k.writer, k.began
	k.writer = nil
	k.mutex.Unlock()
	if w == nil {
		return Ended{}
	}
	err := w.Close()
	if fault != nil {
		err = fault // closing brings the same again
	}
	strips, bursts := w.LeftOut()
	return Ended{Strips: strips, Bursts: bursts, Path: w.Path(), In: fresh.Where(filepath.Dir(w.Path())), Size: w.Size(), For: k.now().Sub(began), Err: here(err)}
}

// here has an error advise what can be done where the file's name is not chosen.
func here(err error) error {
	refused, is := errors.AsType[*refusal.Refusal](err)
	if !is {
		return err
	}
	advised := *refused
	advised.Elsewhere = fresh.Elsewhere
	return &advised
}

// Reading keeps a reading of an experiment.
func (k *Keeper) Reading(experiment string, r probes.Reading) {
	k.write(func(w *recorded.Writer) error { return w.Add(experiment, r) })
}

// Burst keeps a burst of the Scope.
func (k *Keeper) Burst(c scope.Capture) {
	k.write(func(w *recorded.Writer) error { return w.Burst(c) })
}

// Map keeps a latency map.
func (k *Keeper) Map(m latency.Map) { k.write(func(w *recorded.Writer) error { return w.Map(m) }) }

// Profile keeps a profile of the kernel.
func (k *Keeper) Profile(p profile.Result) {
	k.write(func(w *recorded.Writer) error { return w.Profile(p) })
}

// write lets write do so. After a fault the recording ends; what measures goes on.
func (k *Keeper) write(write func(*recorded.Writer) error) {
	if k == nil || !k.on.Load() {
		return
	}
	k.mutex.Lock()
	w := k.writer
	if w == nil {
		k.mutex.Unlock()
		return
	}
	err := write(w)
	refused := err != nil && w.Fault() == nil
	news := refused && !k.other
	k.other = k.other || refused
	k.mutex.Unlock()
	if news {
		go k.tell(Refused{err})
	}
	if err == nil || refused || !k.on.CompareAndSwap(true, false) {
		return
	}
	go func() { // for whoever ends it meanwhile holds the file
		k.files.Lock()
		defer k.files.Unlock()
		if e := k.end(err); e.Path != "" {
			k.tell(e)
		}
	}()
}

// String is what there is to tell, in sentences.
func (b Began) String() string {
	return fmt.Sprintf("Recording: every measured reading, burst and map goes into %s. K ends it.", b.Path)
}

// String is what there is to tell, in sentences. The command comes early, so that
// it is not broken between two rows.
func (e Ended) String() string {
	name := quote.Word(filepath.Base(e.Path))
	text := fmt.Sprintf("Recorded for %s. linebounce replay %s shows it again", Clock(e.For), name)
	if e.Err != nil {
		text = fmt.Sprintf("Recording ended after %s: %s. linebounce replay %s shows what came before", Clock(e.For), strings.TrimSuffix(e.Err.Error(), "."), name)
	}
	text += fmt.Sprintf("; it has %s and lies in %s.", bytes(e.Size), e.In)
	var without []string
	if e.Bursts > 0 {
		without = append(without, wording.Count(e.Bursts, "burst"))
	}
	if e.Strips > 0 {
		without = append(without, "the strips of "+wording.Count(e.Strips, "reading"))
	}
	if without != nil {
		text += " To stay small it is without " + strings.Join(without, " and ") + "."
	}
	return text
}

// Clock writes a time as a clock does that was started: 0:05, 12:00, 1:00:00.
func Clock(d time.Duration) string {
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// bytes writes a size.
func bytes(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

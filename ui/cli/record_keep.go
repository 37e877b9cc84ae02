package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"linebounce/probes"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/quote"
	"linebounce/ui/wording"
)

// manyWindows is so many of two CPUs as an hour's recording has room for. In a
// recording that would have more they are longer.
const manyWindows = 120_000

// usualWindow is how long they are elsewhere.
const usualWindow = 10 * time.Millisecond

// keeping is a recording that is being made.
type keeping struct {
	path    string
	force   bool // write over a file that exists
	machine topology.Machine
	parts   []part
	named   bool // the parts were, so that one that fails fails the command
	length  duration

	to       *recorded.Writer
	progress *progress
	counts   []count // by part
	fault    error   // of the file
}

// count is how many of something a part has brought.
type count struct {
	part, noun string
	n          int
}

// keep records, and says what is in the file, also after it was interrupted.
func (s *shell) keep(ctx context.Context, k *keeping) error {
	_, err := os.Lstat(k.path)
	fresh := errors.Is(err, fs.ErrNotExist)
	header := recorded.Header{Made: time.Now().UTC().Truncate(time.Second), Program: version(), Machine: k.machine}
	if k.to, err = recorded.Create(k.path, header, k.force); err != nil {
		return err
	}
	defer s.beside("record "+k.path, k.machine, k.machine.Allowed())()
	k.progress = newProgress(s.err, s.began, time.Duration(k.length))
	failed := k.run(ctx, s)
	k.progress.clear()
	if closed := k.to.Close(); k.fault == nil {
		failed = errors.Join(failed, closed)
	}
	if k.counts == nil && failed != nil && fresh {
		_, err := fmt.Fprintf(s.out, "%s: nothing was recorded, so there is no file\n", k.path)
		return errors.Join(failed, os.Remove(k.path), written(err)) // it was made just now
	}
	unsaid := k.summary(s.out, failed)
	if failed == nil {
		return mention(k.path, unsaid)
	}
	return errors.Join(failed, written(unsaid))
}

// run records the parts one after another. One that fails does not keep the
// others from being recorded.
func (k *keeping) run(ctx context.Context, s *shell) error {
	var failures []error
	until := time.Now().Add(s.budget(k.length))
	for i, p := range k.parts {
		share := time.Until(until) / time.Duration(len(k.parts)-i)
		err := p.run(ctx, k, max(share, shortest/2))
		if k.fault != nil || context.Cause(ctx) != nil {
			return err
		}
		if err == nil {
			continue
		}
		failures = append(failures, fmt.Errorf("%s: %w", p.name, err))
		if !k.named {
			k.progress.clear()
			s.tell(p.name, err)
		}
	}
	if !k.named && k.counts != nil {
		return nil
	}
	return errors.Join(failures...)
}

// window is how long the windows of arms are in a recording of this length, 0 for
// the experiment's own: a reading has figures of each CPU, so what has twice the CPUs
// has half the readings.
func (k *keeping) window(arms []probes.Scenario) time.Duration {
	cpus := 2
	for _, arm := range arms {
		cpus = max(cpus, len(arm.CPUs.Numbers()))
	}
	if w := time.Duration(k.length) / manyWindows * time.Duration(cpus) / 2; w > usualWindow {
		return w
	}
	return 0
}

// kept counts what was handed to the writer, which returned err.
func (k *keeping) kept(part, noun string, err error) error {
	if err != nil {
		k.fault = err
		return err
	}
	if last := len(k.counts) - 1; last < 0 || k.counts[last].part != part {
		k.counts = append(k.counts, count{part: part, noun: noun})
	}
	c := &k.counts[len(k.counts)-1]
	c.n++
	k.progress.show(fmt.Sprintf("%s, %s", part, wording.Count(c.n, noun)))
	return nil
}

// summary says what is in the file and what can be done with it.
func (k *keeping) summary(w io.Writer, failed error) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, measured\n", k.path, size(k.to.Size()))
	t := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	strips, bursts := k.to.LeftOut()
	for _, c := range k.counts {
		if c.part == scopePart {
			c.n -= bursts
		}
		fmt.Fprintf(t, "  %s\t%s\n", c.part, wording.Count(c.n, c.noun))
	}
	_ = t.Flush() // into memory
	var without []string
	if bursts > 0 {
		without = append(without, wording.Count(bursts, "burst"))
	}
	if strips > 0 {
		without = append(without, "the strips of "+wording.Count(strips, "reading"))
	}
	if without != nil {
		fmt.Fprintf(&b, "To stay small it is without %s.\n", strings.Join(without, " and "))
	}
	if _, interrupted := errors.AsType[interruption](failed); interrupted {
		b.WriteString("It was interrupted; what was recorded until then is kept.\n")
	}
	if k.counts != nil {
		fmt.Fprintf(&b, "to see it: linebounce replay %s\nas a page: linebounce report %s -o %s\n", quote.Word(k.path), quote.Word(k.path), quote.Word(page(k.path)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// size writes a number of bytes.
func size(bytes int64) string {
	switch {
	case bytes < 1000:
		return wording.Count(int(bytes), "byte")
	case bytes < 1e6:
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// page is the name of a recording's report.
func page(path string) string {
	for _, ending := range []string{".gz", ".jsonl", ".json"} {
		path = strings.TrimSuffix(path, ending)
	}
	return path + ".html"
}

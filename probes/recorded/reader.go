package recorded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"linebounce/probes"
)

// mostText is how much of a file is kept, in bytes of its text and what else a line
// takes of the memory: more than a day's recording has.
const (
	mostText  = 512 << 20
	perLine   = 64
	perObject = 32 // for a byte of a line that is an object
)

// Open reads the recording in a file. Its errors are those of Read.
func Open(path string) (*Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the recording cannot be opened: %w", err)
	}
	defer file.Close()
	r, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return r, nil
}

// Read reads a recording, compressed or not. What cannot be read of it is left
// out and named in its Warnings. There is an error only where there is no header
// or one of a version that this program cannot make sense of.
func Read(from io.Reader) (*Recording, error) {
	in, compressed, err := unpacked(from)
	if err != nil {
		return nil, err
	}
	if compressed {
		ahead, stop := readAhead(in)
		defer stop()
		in = ahead
	}
	l := &lines{from: in}
	header, err := readHeader(l)
	if err != nil {
		return nil, err
	}
	d := newReader(header)
	d.read(l)
	d.close(l, compressed)
	return d.r, nil
}

// readAhead reads on in a goroutine of its own, until it is stopped: decompressing
// takes as long as reading the lines does.
func readAhead(from io.Reader) (ahead io.Reader, stop func()) {
	out, in := io.Pipe()
	done := make(chan struct{})
	go func() {
		_, err := io.Copy(in, from)
		in.CloseWithError(err)
		close(done)
	}()
	return out, func() {
		out.Close()
		<-done
	}
}

// reader reads a recording's lines after its header.
type reader struct {
	r      *Recording
	faults faults

	arms    map[int64]*arm // by number
	last    *arm           // that a reading named
	broken  []*arm
	workers map[runner]int
	tapes   map[string]*tape
	parts   map[int64][]part // by the number of their burst or map
	scratch probes.Reading
	old     *encoder // turns lines of version 1 into lines of this one

	kept  int     // of mostText
	seen  int     // readings, also those that are left out
	cut   int     // the line that is not whole, 0 for none
	full  int     // the line at which there was no more room, 0 for none
	ended *ending // the newest line, where it is the last of a whole recording
}

// runner is what has one number of CPUs.
type runner struct {
	experiment string
	arm        int
	scenario   probes.Scenario
}

func newReader(o opening) *reader {
	d := &reader{
		r:    &Recording{Header: o.Header, Version: o.Version, said: map[int64]probes.Warning{}},
		arms: map[int64]*arm{}, workers: map[runner]int{}, tapes: map[string]*tape{}, parts: map[int64][]part{},
	}
	if o.Version == 1 {
		d.old = newEncoder(o.Machine)
	}
	return d
}

func (d *reader) read(l *lines) {
	for {
		next, found := l.next()
		if !found {
			return
		}
		if next.long {
			d.faults.line(next.number, fmt.Sprintf("it is longer than %d MB", longest>>20))
			continue
		}
		text := bytes.TrimSpace(next.text)
		if len(text) == 0 {
			continue
		}
		if d.kept += len(text) + perLine; d.kept > mostText {
			d.full = next.number
			return
		}
		d.ended = nil
		fault := d.line(text, next.number)
		switch {
		case fault != "" && !next.whole:
			d.cut = next.number
		case fault != "":
			d.faults.line(next.number, fault)
		}
	}
}

func (d *reader) line(text []byte, number int) string {
	if d.old != nil {
		return d.oldLine(text, number)
	}
	if text[0] == '[' {
		return d.reading(text, number)
	}
	return d.kind(text, number)
}

// reading reads a reading through, so that whatever is wrong with it is found
// now, and keeps its line.
func (d *reader) reading(text []byte, number int) string {
	d.seen++
	s := &scanner{text: text, at: 1}
	n := s.count()
	if s.fault != "" {
		return s.fault
	}
	a := d.last
	if a == nil || int64(a.N) != n {
		if a = d.arms[n]; a == nil {
			return fmt.Sprintf("it is of arm %d, which was not introduced", n)
		}
		d.last = a
	}
	if a.broken > 0 {
		a.missing++
		return ""
	}
	r := &d.scratch
	if a.read(s, d.r.said, r); s.fault != "" {
		return s.fault
	}
	d.faults.fields += s.unknown
	at, back := a.tape.line.place(r.Start.Microseconds(), r.Elapsed)
	if at > most {
		return "its time is out of range"
	}
	if back {
		d.faults.back(number)
	}
	a.tape.add(a, entry{at, a.place, d.r.text.keep(text)})
	return ""
}

func (t *tape) add(a *arm, e entry) {
	t.entries = append(t.entries, e)
	for len(t.scenarios) <= a.Arm {
		t.scenarios = append(t.scenarios, probes.Scenario{})
	}
	t.scenarios[a.Arm] = a.Scenario
}

// close says what is missing.
func (d *reader) close(l *lines, compressed bool) {
	d.r.Whole = d.ended != nil || d.old != nil && d.cut == 0 && errors.Is(l.err, io.EOF)
	for _, a := range d.broken {
		d.faults.missing(a)
	}
	d.r.Warnings = d.faults.sentences()
	say := func(format string, args ...any) { d.r.Warnings = append(d.r.Warnings, fmt.Sprintf(format, args...)) }
	if e := d.ended; e != nil && e.Readings > d.seen {
		say("%d readings are missing from the recording.", e.Readings-d.seen)
	}
	if e := d.ended; e != nil && e.Bursts > 0 {
		say("%d bursts of the Scope were left out when this was recorded, for there was no room for them.", e.Bursts)
	}
	if d.r.Version > Version {
		say("The recording is in version %d of the format, and this program knows version %d: what is new in it is left out.", d.r.Version, Version)
	}
	switch {
	case d.full > 0:
		say("The recording is too large: what comes from line %d on is left out.", d.full)
	case !l.cut() && compressed:
		say("The file is damaged after line %d, and what follows cannot be decompressed.", l.number)
	case !l.cut():
		say("The file cannot be read any further than line %d: %v.", l.number, l.err)
	case d.cut > 0:
		say("The recording was cut off in line %d, which is left out.", d.cut)
	case !d.r.Whole:
		say("The recording was cut off after line %d, so it ends early.", l.number)
	}
}

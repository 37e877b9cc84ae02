package recorded

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/scope"
)

// Whatever a file holds, reading it, comparing its readings, seeking in them and
// looking into its bursts must not panic, and its timelines go forward.
func FuzzRead(f *testing.F) {
	text := content(f, write(f, "file", kinds(f)))
	f.Add(text)
	f.Add(content(f, write(f, "file.gz", kinds(f)[:3])))
	f.Add(content(f, "testdata/version1.jsonl")[:2400])
	head := text[:bytes.IndexByte(text, '\n')+1]
	burst, err := appendBurst(bytes.Clone(head), 0, time.Second, constructed(f, []int{0, 5}, 9))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(burst)
	f.Add(append(bytes.Clone(head), `{"pairs":[1,0,0,60,1,71.25,80,90,100,85,84,86]}`+"\n"+`{"map":{"n":1,"method":"cas","cpus":[0,5],"labels":["one L3"],"whys":[""],"dropped":null}}`+"\n"...))
	f.Add(append(bytes.Clone(head), twoAdders+"\n"+good+"\n"+good+"\n"+`{"profile":{"event":"cycles","messages_per_s":[[1,"-inf","inf",0.95,1],[1,1,1,0.95,9]]}}`+"\n"...))
	f.Fuzz(func(t *testing.T, text []byte) {
		IsRecording(text)
		r, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		if len(r.Warnings) > 3*mostNamed+8 {
			t.Errorf("%d warnings", len(r.Warnings))
		}
		for _, experiment := range r.Experiments() {
			play(t, r, experiment)
		}
		for i := range r.Bursts() {
			c, err := r.Burst(i)
			if err != nil {
				continue
			}
			c.Matrix()
			for line := range c.Lines {
				c.Lines[line].StayLengths()
				c.Lines[line].Intervals()
				scope.NewView(c, line).Columns(0, c.Length, 7)
			}
		}
		for _, m := range r.Maps() {
			m.Groups()
			m.Warnings(r.Machine)
			m.Between(0, len(m.CPUs)-1)
		}
		for _, p := range r.Profiles() {
			for _, s := range p.Symbols {
				s.Moved()
			}
		}
	})
}

func play(t *testing.T, r *Recording, experiment string) {
	s := session(t, r, experiment)
	var c probes.Comparison
	last := time.Duration(0)
	for {
		reading, err := s.Next(context.Background())
		if err == io.EOF {
			break
		}
		if reading.Start < last || reading.Start > r.Length(experiment) || reading.Origin != probes.Recorded {
			t.Fatalf("a %s reading at %v, after one at %v, of %v", reading.Origin, reading.Start, last, r.Length(experiment))
		}
		last = reading.Start
		c.Add(reading)
		reading.HandoffsPerSecond()
		reading.Burst.Short()
	}
	for arm := range c.Arms() {
		result := c.Arm(arm)
		result.Rate()
		result.OpsPerStay()
		result.LostShare()
		result.TrackedShare()
		if len(result.Windows) > 0 {
			for i := range result.Windows[0].CPUs {
				result.CPU(i)
			}
		}
	}
	c.Ratio(probes.Confidence)
	if got := s.Seek(last, 3); len(got) > 3 || s.At() > last {
		t.Fatalf("%d readings before %v, then %v", len(got), last, s.At())
	}
}

package recorded

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
)

// Recording is a recording read into memory.
type Recording struct {
	Header
	Version  int      // of the format
	Whole    bool     // it was ended, not cut off
	Warnings []string // what was left out, one sentence each

	experiments []string
	readings    map[string][]probes.Reading
	bursts      []line
	maps        []latency.Map
	profiles    []profile.Result
}

// Experiments returns those that have readings, in the order they began.
func (r *Recording) Experiments() []string { return r.experiments }

// Length returns how long an experiment's timeline is.
func (r *Recording) Length(experiment string) time.Duration { return length(r.readings[experiment]) }

// Bursts returns how many bursts of the Scope there are.
func (r *Recording) Bursts() int { return len(r.bursts) }

// Burst returns the i-th burst.
func (r *Recording) Burst(i int) (scope.Capture, error) { return *r.bursts[i].Burst, nil }

// BurstAt returns when the i-th burst was captured, since the recording began.
func (r *Recording) BurstAt(i int) time.Duration { return r.bursts[i].At }

// Maps returns the latency maps.
func (r *Recording) Maps() []latency.Map { return r.maps }

// Profiles returns the profiles.
func (r *Recording) Profiles() []profile.Result { return r.profiles }

// IsRecording reports whether a file that starts so is a recording.
func IsRecording(start []byte) bool {
	in, err := unpacked(bytes.NewReader(start))
	if err != nil {
		return false
	}
	head := []byte(`{"format":"` + magic + `"`)
	begin, _ := in.Peek(len(head))
	return bytes.Equal(begin, head)
}

// Open reads the recording in a file.
func Open(path string) (*Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the recording cannot be opened: %w", err)
	}
	defer file.Close()
	r, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Read reads a recording, compressed or not. A last line that was cut off is
// left out with a warning; any other line that cannot be read is an error that
// names it.
func Read(from io.Reader) (*Recording, error) {
	in, err := unpacked(from)
	if err != nil {
		return nil, err
	}
	r := &Recording{readings: map[string][]probes.Reading{}}
	o, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	r.Header, r.Version = o.Header, o.Version
	for number := 2; ; number++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return r, nil
		}
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			r.Warnings = append(r.Warnings, fmt.Sprintf("The recording was cut off in line %d, which is left out.", number))
			return r, nil
		}
		if err == nil {
			err = r.add(text)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the recording cannot be read: %w", number, err)
		}
	}
}

// unpacked returns the lines of a recording, whether compressed or not.
func unpacked(from io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReader(from)
	if start, _ := in.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("this is no gzip file after all: %w", err)
	}
	return bufio.NewReader(unzipped), nil
}

func readHeader(in *bufio.Reader) (o opening, err error) {
	text, err := in.ReadBytes('\n')
	if err != nil || json.Unmarshal(text, &o) != nil || o.Format != magic {
		return o, errors.New("this is no recording: its first line is not a recording's header")
	}
	if o.Version != Version {
		return o, fmt.Errorf("this recording is in version %d of the format; this program reads version %d", o.Version, Version)
	}
	return o, nil
}

func (r *Recording) add(text []byte) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	r.Whole = l.End
	switch {
	case l.Burst != nil:
		l.Burst.Origin = probes.Recorded
		r.bursts = append(r.bursts, l)
	case l.Map != nil:
		r.maps = append(r.maps, *l.Map)
	case l.Profile != nil:
		r.profiles = append(r.profiles, *l.Profile)
	case l.Reading != nil:
		return r.addReading(l)
	}
	return nil
}

func (r *Recording) addReading(l line) error {
	if fault := check(*l.Reading); fault != "" {
		return errors.New(fault)
	}
	if !slices.Contains(r.experiments, l.Experiment) {
		r.experiments = append(r.experiments, l.Experiment)
	}
	l.Reading.Origin = probes.Recorded
	r.readings[l.Experiment] = append(r.readings[l.Experiment], *l.Reading)
	return nil
}

// maxArms is far more than any plan has; it keeps a damaged file from asking
// for the memory of a billion.
const maxArms = 64

// check returns what is wrong with a reading that whoever shows it relies on.
func check(r probes.Reading) string {
	switch {
	case r.Unit != probes.Window && r.Unit != probes.Run && r.Unit != probes.Capture:
		return fmt.Sprintf("%q is no unit of a reading", r.Unit)
	case r.Arm < 0 || r.Arm >= maxArms:
		return fmt.Sprintf("arm %d is out of range", r.Arm)
	case len(r.CPUs) == 0 || r.Unit != probes.Run && len(r.CPUs) != r.Scenario.Workers():
		return fmt.Sprintf("it has the work of %d CPUs for %d workers", len(r.CPUs), r.Scenario.Workers())
	}
	return ""
}

// Scenarios returns what each arm of an experiment ran, nil for one that was
// not recorded. Where an arm changed, it is the last.
func (r *Recording) Scenarios(experiment string) []probes.Scenario {
	var arms []probes.Scenario
	for _, reading := range r.readings[experiment] {
		for len(arms) <= reading.Arm {
			arms = append(arms, probes.Scenario{})
		}
		arms[reading.Arm] = reading.Scenario
	}
	return arms
}

package simulator

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"linebounce/assets/machines"
	"linebounce/assets/published"
	"linebounce/probes/simulated"
	"linebounce/sim"
)

// What was published of "hackbench 20 thread 2000", before and after the
// repair: seconds, on so many CPUs of the machine that a preset stands for.
var (
	before, after    = published.Find("hackbench", "path=always"), published.Find("hackbench", "path=request")
	publishedMachine = before.Machine
	publishedCPUs    = before.CPUs
	publishedAlways  = before.Seconds
	publishedRequest = after.Seconds
	publishedRatio   = publishedAlways / publishedRequest
)

// curve is the numbers of CPUs that the scaling is predicted for.
var curve = []int{1, 2, 4, 8, 16, 32, 64}

// topic is what a prediction depends on.
type topic struct {
	machine  string
	protocol sim.Protocol
	home     sim.Home
}

func (s settings) topic() topic { return topic{s.machine, s.protocol, s.home} }

// job is one prediction: for a number of CPUs, with the preset's latency to
// the other socket or, where remote is not 0, another one.
type job struct {
	cpus   int
	remote float64 // ns
}

// forecast is what is known for a topic.
type forecast struct {
	todo []job
	rows map[job]simulated.Row
	at   int // CPUs of the table
}

func newForecast(p machines.Preset) *forecast {
	f := &forecast{rows: map[job]simulated.Row{}, at: publishedCPUs}
	if p.OtherSocket.Value == 0 {
		f.at = min(f.at, p.CPUs)
	}
	f.todo = append(f.todo, job{cpus: f.at})
	for _, remote := range []float64{p.OtherSocket.Low, p.OtherSocket.High} {
		if remote != p.OtherSocket.Value {
			f.todo = append(f.todo, job{f.at, remote})
		}
	}
	for _, n := range curve {
		if n != f.at && (n <= p.CPUs || p.OtherSocket.Value > 0) {
			f.todo = append(f.todo, job{cpus: n})
		}
	}
	return f
}

// row returns what is predicted for a number of CPUs.
func (f *forecast) row(cpus int) (simulated.Row, bool) {
	r, known := f.rows[job{cpus: cpus}]
	return r, known
}

// band returns the ratios at the ends of the range in which the latency to the
// other socket was published, and false while they are not known or where there
// is no range.
func (f *forecast) band() (low, high float64, known bool) {
	n := 0
	for j, r := range f.rows {
		if j.cpus != f.at {
			continue
		}
		if n++; n == 1 {
			low, high = r.Ratio, r.Ratio
		}
		low, high = min(low, r.Ratio), max(high, r.Ratio)
	}
	return low, high, n > 1
}

// predicted is what a command found.
type predicted struct {
	topic topic
	job   job
	row   simulated.Row
	err   error
}

// predict computes one job. It takes some tenths of a second of one CPU.
func predict(ctx context.Context, t topic, p machines.Preset, j job) tea.Cmd {
	return func() tea.Msg {
		if j.remote > 0 {
			p.OtherSocket.Value = j.remote
		}
		rows, err := simulated.Scaling(ctx, simulated.Presets(p, machines.OneByOne), []int{j.cpus},
			simulated.Hackbench(simulated.Always), simulated.Hackbench(simulated.Request))
		result := predicted{topic: t, job: j, err: err}
		if err == nil {
			result.row = rows[0]
		}
		return result
	}
}

package live

import (
	"time"

	"linebounce/probes"
)

// Pace is how fast the two arms that are compared were in a short stretch of a
// recording, up to a time on its timeline. The rate of an arm without any window
// in it is NaN.
type Pace struct {
	At    time.Duration
	Rates [2]float64
}

// pacer sums readings up as Paces.
type pacer struct {
	done  []Pace
	rates [2][]float64
	last  time.Duration
	end   time.Duration // of the stretch
}

func (p *pacer) add(r probes.Reading) {
	if r.Unit == probes.Capture || r.Arm > 1 || r.SetAside() {
		return
	}
	if r.Start >= p.end {
		p.flush()
		p.end = r.Start.Truncate(told) + told
	}
	p.rates[r.Arm], p.last = append(p.rates[r.Arm], r.Rate()), r.Start
}

func (p *pacer) flush() {
	if len(p.rates[0])+len(p.rates[1]) > 0 {
		p.done = append(p.done, Pace{p.last, [2]float64{median(p.rates[0]), median(p.rates[1])}})
	}
	p.rates = [2][]float64{}
}

// hand returns the stretches that are over since it was last asked.
func (p *pacer) hand() []Pace {
	done := p.done
	p.done = nil
	return done
}

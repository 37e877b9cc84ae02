package simulated

import (
	"context"
	"fmt"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/sim"
)

// Variant is a prediction under other assumptions than the preset's own.
type Variant struct {
	Home   sim.Home
	Remote float64 // latency to the other socket, in nanoseconds
	Share  float64 // of it that the request takes
	Reads  bool    // of the fields beside the counts
	Preset bool    // these are the preset's own
	Row
}

func (v Variant) String() string {
	reads := "with reads"
	if !v.Reads {
		reads = "without reads"
	}
	return fmt.Sprintf("home %s, %.0f ns to the other socket, request %.0f%% of it, %s", v.Home, v.Remote, 100*v.Share, reads)
}

// Variants predicts hackbench for two scenarios with a number of CPUs under
// either kind of home, at both ends and in the middle of the range in which the
// latency to the other socket was published, with the reads of the fields beside
// the counts and without; and the preset with another share for the request.
func Variants(ctx context.Context, p machines.Preset, fill machines.Fill, cpus int, a, b probes.Scenario) ([]Variant, error) {
	var list []Variant
	for _, home := range []sim.Home{sim.Blocks, sim.Pipelined} {
		for _, remote := range points(p.OtherSocket) {
			for _, reads := range []bool{true, false} {
				own := home == p.Home && remote == p.OtherSocket.Value && reads
				list = append(list, Variant{Home: home, Remote: remote, Share: p.RequestShare, Reads: reads, Preset: own})
			}
		}
	}
	for _, share := range []float64{1. / 3, 2. / 3} {
		list = append(list, Variant{Home: p.Home, Remote: p.OtherSocket.Value, Share: share, Reads: true})
	}
	err := each(ctx, len(list), func(i int) error {
		v := &list[i]
		changed, first, second := p, a, b
		changed.Home, changed.OtherSocket.Value, changed.RequestShare = v.Home, v.Remote, v.Share
		if !v.Reads {
			first.Neighbours, second.Neighbours = probes.Off, probes.Off
		}
		m, err := Presets(changed, fill)(cpus)
		if err == nil {
			v.Row, err = compare(ctx, m, Hackbench(first), Hackbench(second))
		}
		return err
	})
	return list, err
}

// points returns the ends and the middle of a range, or its one value.
func points(r machines.Range) []float64 {
	if r.Low == r.High {
		return []float64{r.Value}
	}
	return []float64{r.Low, (r.Low + r.High) / 2, r.High}
}

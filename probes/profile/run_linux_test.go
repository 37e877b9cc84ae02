package profile

import (
	"context"
	"errors"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

func TestAProfileTellsHowFarItIs(t *testing.T) {
	before := descriptors(t)
	last := 0.0
	_, err := Run(t.Context(), topology.Read(), 300*time.Millisecond, func(share float64) {
		if share < last || share > 1 {
			t.Errorf("%v of it are over after %v were", share, last)
		}
		last = share
	})
	if errors.As(err, new(*probes.Unable)) {
		t.Skip(err)
	}
	if err != nil || last <= 0 {
		t.Errorf("%v, and %v of it were told to be over", err, last)
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := Run(ctx, topology.Read(), time.Hour, func(float64) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("one that was stopped ends with %v", err)
	}
	noMore(t, before)
}

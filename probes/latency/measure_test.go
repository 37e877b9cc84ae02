package latency

import (
	"errors"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
)

func TestNothingIsMappedWherePinningIsAnsweredOnly(t *testing.T) {
	m := topology.Machine{OS: "linux", CPUs: []topology.CPU{{Number: 0, Core: 0}, {Number: 1, Core: 1}}}
	var unable *probes.Unable
	for _, cpus := range [][]int{nil, {0, 1}} {
		if _, err := Measure(t.Context(), m, Options{CPUs: cpus}, nil); !errors.As(err, &unable) || !strings.Contains(unable.Why, "sandbox") {
			t.Errorf("%v: %v, want it unable because of the sandbox", cpus, err)
		}
	}
}

package verdict

import (
	"strings"
	"testing"

	"linebounce/probes"
)

// A reason holds for what was found, in both directions; where what was found
// is not what is understood, only the change is named.
func TestLocksAndRingsAreExplainedWhereTheFindingFits(t *testing.T) {
	const changed = "Changed from A to B"
	up, down, level := interval(2, 1.9, 2.1), interval(0.5, 0.4, 0.6), interval(1, 0.98, 1.02)
	for _, c := range []struct {
		experiment, a, b string
		ratio            probes.Interval
		want             string
	}{
		{"rwlock", "counter=one line=shared readers=2", "counter=each line=padded readers=2", up, "one word travels"},
		{"rwlock", "counter=each line=padded readers=2", "counter=one line=shared readers=2", down, "one word travels"},
		{"rwlock", "counter=one line=shared readers=2", "counter=each line=padded readers=2", down, changed},
		{"rwlock", "counter=one line=shared readers=2", "counter=each line=padded readers=2", level, changed},
		{"rwlock", "counter=each line=shared readers=2", "counter=each line=padded readers=2", up, "words on one line travel together"},
		{"rwlock", "counter=one line=shared readers=2", "counter=each line=shared readers=2", level, "as one word does"},
		{"rwlock", "counter=one line=shared readers=2", "counter=each line=shared readers=2", up, changed},
		{"rwlock", "counter=one line=shared readers=2", "counter=one line=padded readers=2", level, "wherever it lies"},
		{"rwlock", "counter=one line=shared readers=1", "counter=each line=padded readers=1", up, changed},
		{"rwlock", "counter=one line=shared cpus=0 readers=1", "counter=one line=shared cpus=0,1 readers=2", down, "one alone keeps it"},
		{"rwlock", "counter=one line=shared cpus=0,1 readers=2", "counter=one line=shared cpus=0 readers=1", up, "one alone keeps it"},
		{"rwlock", "counter=one line=shared cpus=0 readers=1", "counter=one line=shared cpus=0,1 readers=2", up, changed},
		{"rwlock", "counter=each line=padded cpus=0 readers=1", "counter=each line=padded cpus=0,1 readers=2", up, "do not get in each other's way"},
		{"rwlock", "counter=each line=padded cpus=0 readers=1", "counter=each line=padded cpus=0,1 readers=2", down, changed},

		{"spinlock", "line=padded writers=2 mode=ttas", "line=shared writers=2 mode=ttas", up, "comes with the lock"},
		{"spinlock", "line=shared writers=2 mode=ttas", "line=padded writers=2 mode=ttas", down, "comes with the lock"},
		{"spinlock", "line=padded writers=2 mode=ttas", "line=shared writers=2 mode=ttas", down, "from under the holder"},
		{"spinlock", "line=padded writers=2 mode=ttas", "line=shared writers=2 mode=ttas", level, changed},
		{"spinlock", "line=padded writers=1 mode=ttas", "line=shared writers=1 mode=ttas", up, changed},
		{"spinlock", "line=padded writers=2 mode=tas", "line=padded writers=2 mode=ttas", up, "with every try"},
		{"spinlock", "line=padded writers=2 mode=tas", "line=padded writers=2 mode=ttas", down, "twice"},
		{"spinlock", "line=padded writers=2 mode=tas", "line=shared writers=2 mode=ttas", up, changed},

		{"ring", "index=shared cached=off", "index=padded cached=on", up, "neither end writes what the other does"},
		{"ring", "index=padded cached=on", "index=shared cached=off", down, "neither end writes what the other does"},
		{"ring", "index=shared cached=off", "index=padded cached=on", down, changed},
		{"ring", "index=shared cached=off", "index=shared cached=on", up, "full or empty, not for every message."},
		{"ring", "index=shared cached=off", "index=padded cached=off", up, "one writer"},
		{"ring", "index=shared cached=off", "index=padded cached=off", down, changed},
		{"ring", "index=padded cached=off", "index=shared cached=on", up, changed},
		{"ring", "index=shared cached=off", "index=padded cached=on", level, changed},
	} {
		if got := Of(c.experiment, scenario(t, c.a), scenario(t, c.b), c.ratio).Reason; !strings.Contains(got, c.want) {
			t.Errorf("%s, %q against %q, %v: %q, want %q in it", c.experiment, c.a, c.b, c.ratio.Median, got, c.want)
		}
	}
}

package cpulist

import (
	"slices"
	"testing"
)

// A list that is read has no more CPUs than there can be, and reads as the same
// when it is written again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "0-3,8", "3-1", "0-65535,0-65535", "5,4,4,3", "+1", "00-01"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cpus, err := Parse(text)
		if err != nil {
			if cpus != nil {
				t.Errorf("%q gives %d CPUs beside %v", text, len(cpus), err)
			}
			return
		}
		if len(cpus) > tooMany {
			t.Fatalf("%q gives %d CPUs", text, len(cpus))
		}
		for _, cpu := range cpus {
			if cpu < 0 || cpu >= tooMany {
				t.Errorf("%q gives CPU %d", text, cpu)
			}
		}
		if back, err := Parse(Format(cpus)); err != nil || !slices.Equal(back, cpus) {
			t.Errorf("%v is written as %q and read as %v, %v", cpus, Format(cpus), back, err)
		}
	})
}

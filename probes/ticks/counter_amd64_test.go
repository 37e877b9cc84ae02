package ticks

import "testing"

func TestWhichTSCWillDo(t *testing.T) {
	for _, c := range []struct {
		power  uint32
		listed string
		known  bool
		want   string
	}{
		{1 << 8, "tsc kvm-clock \n", true, "TSC"},
		{1 << 8, "", false, "TSC"}, // not Linux, or no /sys
		{1 << 8, "kvm-clock acpi_pm \n", true, ""},
		{1 << 7, "tsc \n", true, ""},
		{0, "", false, ""},
	} {
		if name, why := judge(c.power, c.listed, c.known); name != c.want || (name == "") != (why != "") {
			t.Errorf("EDX %#x, kernel lists %q: %q because of %q, want %q", c.power, c.listed, name, why, c.want)
		}
	}
}

package cli

import (
	"math"
	"strings"
	"testing"
)

func TestTheScreenIsNotOpenedWithoutAddresses(t *testing.T) {
	for _, c := range []struct {
		limit uint64
		clib  bool
		want  string
	}{
		{math.MaxUint64, true, ""},
		{3 << 30, false, ""},
		{3 << 30, true, "ulimit -v 4194304"},
		{800 << 20, false, "may take 800 MiB of addresses"},
	} {
		err := roomy(c.limit, c.clib)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || exitCode(err) != incapable) {
			t.Errorf("limit %d, with C's library %t: %v, want %q", c.limit, c.clib, err, c.want)
		}
	}
}

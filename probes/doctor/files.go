package doctor

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// enoughFiles is more than anything but hackbench with many groups needs.
const enoughFiles = 1024

// openFiles is about the limit on open files, of which a socket is one.
func openFiles(root fs.FS) Finding {
	for line := range strings.Lines(text(root, "proc/self/limits")) {
		rest, found := strings.CutPrefix(line, "Max open files")
		fields := strings.Fields(rest)
		if !found || len(fields) == 0 {
			continue
		}
		if n, err := strconv.Atoi(fields[0]); err == nil && n < enoughFiles {
			return Finding{Name: "open files", State: Limited,
				Detail: fmt.Sprintf("This process may open %d files at a time. Counters and messages need no more; hackbench opens two for each receiver and says where they do not suffice.", n),
				Advice: fmt.Sprintf("For hackbench with many groups: ulimit -n %d", enoughFiles)}
		}
	}
	return Finding{}
}

package topology

import (
	"embed"
	"io/fs"
)

// Files returns the files in which a system of this name, as Go has it, says what
// machine it is: root on Linux, none elsewhere, where /sys and /proc are other
// things if they are there at all.
func Files(root fs.FS, system string) fs.FS {
	if system == "linux" {
		return root
	}
	return embed.FS{}
}

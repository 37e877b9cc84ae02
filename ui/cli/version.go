package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version returns the program's version as Go's build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// longVersion also names the commit and the Go release, "unknown" where the
// build recorded none.
func longVersion() string {
	commit, changed := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision":
				commit = setting.Value
			case setting.Key == "vcs.modified" && setting.Value == "true":
				changed = " with changes"
			}
		}
	}
	return fmt.Sprintf("%s, commit %s%s, %s %s/%s", version(), commit, changed, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release and commit are set by the linker where a release is built
// (.goreleaser.yaml): Go may be told not to look at git, and packages are built
// from archives that have none.
var release, commit string

// build is what is known of how this program was built.
type build struct {
	version string // of the module, "(devel)" where no release and no git told
	commit  string // "unknown" where nothing told
	changed bool   // against that commit
	time    string // of the commit, as in RFC 3339, "" where unknown
}

// built returns what the linker was told, else what Go's build recorded.
func built() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(info, release, commit)
}

func describe(info *debug.BuildInfo, release, commit string) build {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	recorded := settings["vcs.revision"]
	return build{
		version: cmp.Or(release, info.Main.Version, "(devel)"),
		commit:  cmp.Or(commit, recorded, "unknown"),
		changed: settings["vcs.modified"] == "true" && (commit == "" || commit == recorded),
		time:    settings["vcs.time"],
	}
}

// version returns the program's version.
func version() string { return built().version }

// String also names the commit, the Go release and the platform.
func (b build) String() string {
	changed := ""
	if b.changed {
		changed = " with changes"
	}
	return fmt.Sprintf("%s, commit %s%s, %s %s/%s", b.version, b.commit, changed, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

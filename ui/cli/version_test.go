package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	stamped := func(version, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.time", Value: "2026-03-09T12:30:00Z"}, {Key: "vcs.modified", Value: modified},
		}}
	}
	for _, c := range []struct {
		name, release, commit string
		info                  *debug.BuildInfo
		want                  string
	}{
		{"a clone", "", "", stamped("v0.0.0-20260309123000-c0ffee", "false"), "v0.0.0-20260309123000-c0ffee, commit c0ffee, "},
		{"a clone with changes", "", "", stamped("v1.2.0+dirty", "true"), "v1.2.0+dirty, commit c0ffee with changes, "},
		{"a module from a proxy", "", "", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3, commit unknown, "},
		{"an archive without git", "", "", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "(devel), commit unknown, "},
		{"no record at all", "", "", &debug.BuildInfo{}, "(devel), commit unknown, "},
		{"a release that git was not asked about", "v1.2.3", "c0ffee", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "v1.2.3, commit c0ffee, "},
		{"a release that git was asked about", "v1.2.3", "c0ffee", stamped("v1.2.3", "false"), "v1.2.3, commit c0ffee, "},
		{"a release of changes", "v1.2.3", "c0ffee", stamped("v1.2.3+dirty", "true"), "v1.2.3, commit c0ffee with changes, "},
		{"an archive inside somebody else's repository", "v1.2.3", "beef", stamped("v9", "true"), "v1.2.3, commit beef, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
			if got := describe(c.info, c.release, c.commit).String(); got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// The linker says nothing of a name that it does not find, so the names that a
// release sets are tried on a real build, in which Go is told not to ask git.
func TestReleaseSetsVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("it links the whole program")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command here to build with")
	}
	config, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile(`(?m)^ +- (-s -w .*)$`).FindSubmatch(config)
	if flags == nil {
		t.Fatal(".goreleaser.yaml has no line of linker flags that begins with -s -w")
	}
	line := strings.NewReplacer("{{ .Version }}", "1.2.3", "{{ .FullCommit }}", "c0ffee").Replace(string(flags[1]))
	if strings.Contains(line, "{{") {
		t.Fatalf("a template that this test does not know: %s", line)
	}
	program := filepath.Join(t.TempDir(), "linebounce.exe") // which Windows alone asks for
	make := exec.Command(tool, "build", "-trimpath", "-buildvcs=false", "-ldflags", line, "-o", program, "linebounce")
	make.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "--version").CombinedOutput()
	want := "linebounce version v1.2.3, commit c0ffee, " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
	if err != nil || string(out) != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
}

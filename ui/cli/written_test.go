package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"linebounce/assets"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
)

// printing is how a command is had to print something, by its path.
type printing struct {
	args     []string
	measures bool   // it needs what a comparison needs
	made     string // the file that is there nevertheless
}

var printings = map[string]printing{
	"linebounce":                       {args: []string{"counters"}, measures: true},
	"linebounce compare":               {args: []string{"compare", "shipped.jsonl.gz", "shipped.jsonl.gz"}},
	"linebounce completion bash":       {args: []string{"completion", "bash"}},
	"linebounce completion fish":       {args: []string{"completion", "fish"}},
	"linebounce completion powershell": {args: []string{"completion", "powershell"}},
	"linebounce completion zsh":        {args: []string{"completion", "zsh"}},
	"linebounce doctor":                {args: []string{"doctor"}},
	"linebounce help":                  {args: []string{"help", "run"}},
	"linebounce kernel credentials":    {args: []string{"kernel", "credentials"}},
	"linebounce kernel profile":        {args: []string{"kernel", "profile", "--for", "1s"}, measures: true},
	"linebounce latency":               {args: []string{"latency", "--for", "300ms"}, measures: true},
	"linebounce lessons check":         {args: []string{"lessons", "check"}},
	"linebounce lessons list":          {args: []string{"lessons", "list"}},
	"linebounce lessons new":           {args: []string{"lessons", "new", "fresh"}, made: "fresh.md"},
	"linebounce lessons notes":         {args: []string{"lessons", "notes"}},
	"linebounce lessons show":          {args: []string{"lessons", "show", "neighbours"}},
	"linebounce lessons verify":        {args: []string{"lessons", "verify", "neighbours"}},
	"linebounce man":                   {args: []string{"man"}},
	"linebounce record":                {args: []string{"record", "fresh.jsonl", "counters", "--for", "300ms"}, measures: true, made: "fresh.jsonl"},
	"linebounce replay":                {args: []string{"replay", "shipped.jsonl.gz"}},
	"linebounce report":                {args: []string{"report", "shipped.jsonl.gz", "-o", "fresh.html"}, made: "fresh.html"},
	"linebounce run":                   {args: []string{"run", "counters", "--for", "300ms", "--format", "json"}, measures: true},
	"linebounce scope":                 {args: []string{"scope", "--for", "300ms", "--format", "json"}, measures: true},
	"linebounce sim":                   {args: []string{"sim", "counters", "--machine", "client-ring", "--cpus", "2"}},
	"linebounce theme":                 {args: []string{"theme", "dark"}},

	"--help":      {args: []string{"run", "--help"}},
	"--version":   {args: []string{"--version"}},
	"--plain":     {args: []string{"replay", "--plain", "shipped.jsonl.gz"}},
	"report -o -": {args: []string{"report", "shipped.jsonl.gz", "-o", "-", "--format", "md"}},
}

// runnable are the paths of all commands below one that do something.
func runnable(c *cobra.Command) (paths []string) {
	if c.Runnable() && !c.Hidden && (!c.HasParent() || !c.HasSubCommands()) {
		paths = append(paths, c.CommandPath())
	}
	for _, below := range c.Commands() {
		paths = append(paths, runnable(below)...)
	}
	return paths
}

// Whatever a command prints, a disk that is full is told, with what to do, and the
// exit code says so. What it has made beside that is there, and is said to be.
func TestEveryCommandTellsOfAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	root := (&shell{}).root()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, path := range runnable(root) {
		if _, found := printings[path]; !found {
			t.Errorf("%s is not tried", path)
		}
	}
	cannot := unable(topology.Read())
	for name, p := range printings {
		t.Run(name, func(t *testing.T) {
			if why := cannot; p.measures && why != nil {
				t.Skip(why)
			}
			if name == "linebounce kernel profile" && profile.Check() != nil {
				t.Skip(profile.Check())
			}
			t.Chdir(t.TempDir())
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
			if err := os.WriteFile("shipped.jsonl.gz", assets.Recording, 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := os.Create(filepath.Join(t.TempDir(), "said"))
			if err != nil {
				t.Fatal(err)
			}
			defer said.Close()
			nothing, err := os.Open(os.DevNull)
			if err != nil {
				t.Fatal(err)
			}
			defer nothing.Close()
			code := Main(p.args, nothing, full, said)
			text, err := os.ReadFile(said.Name())
			if err != nil {
				t.Fatal(err)
			}
			want := "linebounce: standard output cannot be written: no space left on device; free some room, or send it elsewhere"
			if p.made != "" {
				want = "linebounce: " + p.made + " is written, but standard output cannot be: no space left on device; free some room, or send it elsewhere"
				if info, err := os.Stat(p.made); err != nil || info.Size() == 0 {
					t.Errorf("what it made: %v, %v", info, err)
				}
			}
			if code != failed && (!p.measures || code != incapable) || !strings.Contains(string(text), want) {
				t.Errorf("it ends with code %d and says %q, want %d and %q", code, text, failed, want)
			}
		})
	}
}

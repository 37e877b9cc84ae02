package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"linebounce/assets"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/child"
	"linebounce/probes/pinning"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
)

func TestMain(m *testing.M) {
	child.Main()
	testscript.Main(m, programs)
}

// programs are what the tests run as programs of their own.
var programs = map[string]func(){
	"linebounce": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
}

// The scripts run the program as a shell would. Those that measure need two
// CPUs that threads can be pinned to, and say so.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CPU", fmt.Sprint(topology.Read().Allowed()[0])) // one that this process may use
			env.Setenv("XDG_STATE_HOME", env.Getenv("WORK")+"/state")   // not where whoever runs this keeps progress
			env.Setenv("XDG_RUNTIME_DIR", env.Getenv("WORK")+"/run")
			env.Setenv("SHIPPED", env.Getenv("WORK")+"/shipped.jsonl.gz") // a recording for machines that cannot make one
			return os.WriteFile(env.Getenv("SHIPPED"), assets.Recording, 0o644)
		},
		Condition: func(name string) (bool, error) {
			if path, found := strings.CutPrefix(name, "exists:"); found {
				_, err := os.Stat(path)
				return err == nil, nil
			}
			switch name {
			case "namespaces":
				return able("unshare", "-r", "-m", "-p", "-f", "true"), nil
			case "mounts":
				return able("unshare", "-m", "sh", "-c", "mount -t tmpfs none /sys"), nil
			case "nobody":
				return able("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "test", "-x", "/tmp"), nil
			case "paranoid":
				level, _ := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
				n, err := strconv.Atoi(strings.TrimSpace(string(level)))
				return err == nil && n >= 2, nil
			case "terminal":
				return pseudoTerminal(), nil
			case "bounces":
				return unable(topology.Read()) == nil, nil
			case "pins":
				return pinning.Check(topology.Read().Allowed()[0]) == nil, nil
			case "workloads":
				return opens("seqpacket", "")
			case "semaphores":
				return opens("semaphores", "writers=1")
			case "profiles":
				return unable(topology.Read()) == nil && profile.Check() == nil, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": code, "undisturbed": undisturbed, "document": document, "oneline": oneLine, "chop": chop, "traceevents": traceEvents,
			"terminal": terminal, "await": awaitWords, "press": pressKeys, "quit": quit,
		},
	})
}

// able reports whether a command works here.
func able(name string, args ...string) bool { return exec.Command(name, args...).Run() == nil }

// opens reports whether this machine can run an experiment.
func opens(experiment, words string) (bool, error) {
	e, err := catalog.Find(experiment)
	if err != nil {
		return false, err
	}
	s, err := probes.ParseScenario(words)
	if err != nil {
		return false, err
	}
	m := topology.Read()
	if s, _, err = e.Prepare(m, s); err != nil {
		return false, nil
	}
	session, err := e.Source(m).Open(context.Background(), probes.Plan{Arms: []probes.Scenario{s}})
	if err != nil {
		return false, nil
	}
	return true, session.Close()
}

// code N COMMAND… runs a command and holds its exit code against N.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND…")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// undisturbed holds that standard error of the last command has nothing but what
// came in the way of figures, which the machine that tests run on decides.
func undisturbed(ts *testscript.TestScript, _ bool, _ []string) {
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		told := func(beginning string) bool { return strings.HasPrefix(line, "linebounce: "+beginning) }
		if !slices.ContainsFunc([]string{"The host gave ", "A control group was throttled ", "The machine was asleep ", "The wall clock was set "}, told) {
			ts.Fatalf("standard error says %q", line)
		}
	}
}

// oneline FILE holds that a file has one line, the program's own.
func oneLine(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "linebounce: ") {
		ts.Fatalf("%q is not one line that begins with the program's name", text)
	}
}

// chop FILE [N] takes the last N bytes off a file, one where N is not given.
func chop(ts *testscript.TestScript, _ bool, args []string) {
	n := 1
	if len(args) > 1 {
		_, err := fmt.Sscan(args[1], &n)
		ts.Check(err)
	}
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text[:len(text)-n]), 0o644))
}

// document FILE PATH[=VALUE|?]… holds that a file is one JSON document with the
// fields named. A path goes through objects and, by number, lists. A field may
// be null only where VALUE or "?" says so: a figure of a run may be missing, for
// a machine that is busy elsewhere can spoil every window.
func document(ts *testscript.TestScript, _ bool, args []string) {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	var root any
	if err := decoder.Decode(&root); err != nil {
		ts.Fatalf("no JSON: %v", err)
	}
	if decoder.More() {
		ts.Fatalf("more than one document")
	}
	for _, wanted := range args[1:] {
		path, value, valued := strings.Cut(wanted, "=")
		path, optional := strings.CutSuffix(path, "?")
		got, found := lookup(root, strings.Split(path, "."))
		text, _ := json.Marshal(got)
		switch {
		case !found:
			ts.Fatalf("no field %s", path)
		case valued && string(text) != value && got != value:
			ts.Fatalf("%s is %s, want %s", path, text, value)
		case !valued && !optional && got == nil:
			ts.Fatalf("%s is null", path)
		}
	}
}

func lookup(value any, path []string) (any, bool) {
	for _, step := range path {
		switch v := value.(type) {
		case map[string]any:
			next, found := v[step]
			if !found {
				return nil, false
			}
			value = next
		case []any:
			i := int(step[0] - '0')
			if i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}

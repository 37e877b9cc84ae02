package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// full are the disks on which nothing can be written any more.
var full = map[string]func(*testing.T) (disk, func()){
	"without room": func(t *testing.T) (disk, func()) { return small(t, 0) },
	"limit 0":      func(t *testing.T) (disk, func()) { return limited(t, 0), func() {} },
}

// screen is the program on such a disk, in a terminal so wide that nothing it is to
// say is cut in two.
func (d disk) screen(t *testing.T, args ...string) *console {
	t.Helper()
	if why := unable(topology.Read()); why != nil {
		t.Skip(why)
	}
	x, err := begin(d.program(args...), 300, 60, t.Fatalf)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(x.stop)
	return x
}

// On a full disk the screen says of every key that writes a file why it does not
// and what to do, and goes on. What a learner did before is there still; what is
// lost is told again at the end, and the exit code says so.
func TestKeysOnAFullDisk(t *testing.T) {
	const begun = `{"schema": 1, "lessons": {"two-cpus": {"begun": "2026-11-30T14:52:01Z", "reached": 0, "answers": [], "finished": null}}, "tests": {}}`
	for kind, disk := range full {
		t.Run(kind, func(t *testing.T) {
			d, fill := disk(t)
			if err := os.Mkdir(filepath.Join(d.folder, "linebounce"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(d.folder, "linebounce", "progress.json"), []byte(begun), 0o600); err != nil {
				t.Fatal(err)
			}
			fill()
			before := files(t, d.folder)
			x := d.screen(t)
			advice := d.why + "; " + d.helps
			x.await("● measured", "q quit")
			x.press("K")
			x.await("K: linebounce-", "cannot be written: "+advice+"start linebounce in another folder.")
			x.press("S")
			x.await("S: the screen cannot be saved in", advice+"start linebounce in another folder.")
			x.press("5")
			x.await("Enter opens lesson 1")
			x.press("\r")
			x.await("Your prediction: press 1")
			x.press("1")
			x.await("What you did in the lessons", "could not be kept")
			if code := x.end(); code != failed {
				t.Errorf("it ends with code %d, want %d", code, failed)
			}
			x.await("linebounce: what you did in the lessons could not be kept in "+filepath.Join(d.folder, "linebounce", "progress.json"), advice+"name a folder elsewhere in XDG_STATE_HOME")
			after := files(t, d.folder)
			delete(after, filepath.Join("linebounce", "progress.json.lock")) // it is empty
			if fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("the files are %q, want %q", after, before)
			}
		})
	}
}

// A session's cast that cannot be begun is told before the screen opens.
func TestACastOnAFullDisk(t *testing.T) {
	for kind, disk := range full {
		t.Run(kind, func(t *testing.T) {
			d, fill := disk(t)
			fill()
			x := d.screen(t, "--cast", "x.cast")
			x.await("linebounce: the cast x.cast cannot be made: " + d.why + "; " + d.helps + "name a file elsewhere")
			_ = x.command.Wait()
			if code := x.command.ProcessState.ExitCode(); code != failed {
				t.Errorf("it ends with code %d, want %d", code, failed)
			}
			if after := files(t, d.folder); len(after) > 0 {
				t.Errorf("it left %q", after)
			}
		})
	}
}

// Where a disk becomes full while a session and its readings are kept, both end
// and can be used, the screen goes on, and the exit code says that the cast, which
// the command line asked for, is not whole.
func TestADiskThatBecomesFullUnderTheScreen(t *testing.T) {
	for kind, disk := range map[string]func(*testing.T) (disk, func()){
		"a small disk": func(t *testing.T) (disk, func()) { return small(t, 0) },
		"limit 12":     func(t *testing.T) (disk, func()) { return limited(t, 12), func() {} },
	} {
		t.Run(kind, func(t *testing.T) {
			d, fill := disk(t)
			x := d.screen(t, "--cast", "x.cast")
			x.await("● measured", "q quit")
			x.press("K")
			x.await("Recording: every measured reading")
			fill()
			x.await("Recording ended after", "so the recording ends here: "+d.why)
			x.press("2")
			x.await("simulated")
			if code := x.end(); code != failed {
				t.Errorf("it ends with code %d, want %d", code, failed)
			}
			x.await("linebounce: the cast x.cast cannot be written on and plays only what came before: " + d.why + "; " + d.helps + "name a file elsewhere")
			after := files(t, d.folder)
			lines := strings.Split(strings.TrimSuffix(after["x.cast"], "\n"), "\n")
			for i, line := range lines {
				if !json.Valid([]byte(line)) {
					t.Errorf("line %d of the cast is no JSON: %q", i+1, line)
				}
			}
			if len(after) != 2 {
				t.Errorf("there are %d files, want 2", len(after))
			}
			kept, err := filepath.Glob(filepath.Join(d.folder, "linebounce-*.jsonl.gz"))
			if err != nil || len(kept) != 1 {
				t.Fatalf("recordings: %q, %v", kept, err)
			}
			if _, err := recorded.Open(kept[0]); err != nil {
				t.Error(err)
			}
		})
	}
}

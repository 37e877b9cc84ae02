package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"linebounce/assets"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// disk is a folder in which a program finds little room for files, or none.
type disk struct {
	folder string
	limit  int    // blocks that a file may have, -1 for any number
	why    string // what a program is told
	helps  string // against it
}

// limited is a disk on which no file may have more than so many blocks of 512 or
// 1024 bytes.
func limited(t *testing.T, blocks int) disk {
	if !able("sh", "-c", fmt.Sprintf("ulimit -f %d", blocks)) {
		t.Skip("no limit can be set on files")
	}
	return disk{folder: t.TempDir(), limit: blocks, why: "file too large", helps: "let files become larger (ulimit -f), or "}
}

// small is a disk that has so many pages left once it was filled.
func small(t *testing.T, left int) (d disk, fill func()) {
	page := os.Getpagesize()
	d = disk{folder: t.TempDir(), limit: -1, why: "no space left on device", helps: "free some room, or "}
	if err := unix.Mount("tmpfs", d.folder, "tmpfs", 0, fmt.Sprintf("size=%d", 16*page)); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(d.folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d, func() {
		var stat unix.Statfs_t
		if err := unix.Statfs(d.folder, &stat); err != nil {
			t.Fatal(err)
		}
		ballast := make([]byte, (int(stat.Bfree)-left)*page)
		if err := os.WriteFile(filepath.Join(d.folder, "ballast"), ballast, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// program is a command that runs on the disk.
func (d disk) program(args ...string) *exec.Cmd {
	command := exec.Command("linebounce", args...)
	if d.limit >= 0 {
		command = exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d; exec linebounce "$@"`, d.limit), "sh"}, args...)...)
	}
	command.Dir = d.folder
	command.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME="+d.folder, "XDG_RUNTIME_DIR="+d.folder, "TMPDIR="+d.folder)
	return command
}

// files are those in a folder, with what is in them, but for the ballast.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || name == "ballast" {
			return err
		}
		found[name] = string(file(t, filepath.Join(folder, name)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// precious is what a file has that is to be written over.
const precious = "what was there before"

// Whatever writes a file says in one line, where there is no room, which file it
// is, why, and what to do, and ends with the code of a failure. What was there
// before is there still, and nothing half is, but for a recording that can be read.
func TestFilesOnAFullDisk(t *testing.T) {
	shipped := filepath.Join(t.TempDir(), "shipped.jsonl.gz")
	if err := os.WriteFile(shipped, assets.Recording, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file string
		args       []string
		over       bool // the file is there and may be written over
		begun      bool // it may be begun
		fits       bool // it fits into a page
	}{
		{name: "report", file: "x.html", args: []string{"report", shipped, "-o", "x.html"}},
		{name: "report --force", file: "x.svg", args: []string{"report", shipped, "-o", "x.svg", "--force"}, over: true},
		{name: "sim --events", file: "x.json", args: []string{"sim", "counters", "--machine", "client-ring", "--cpus", "2", "--events", "x.json"}},
		{name: "lessons new", file: "x.md", args: []string{"lessons", "new", "x"}, fits: true},
		{name: "record", file: "x.jsonl", args: []string{"record", "x.jsonl", "counters", "--for", "1m"}, begun: true},
		{name: "record compressed", file: "x.jsonl.gz", args: []string{"record", "x.jsonl.gz", "counters", "latency", "--for", "1m"}, begun: true},
		{name: "record --force", file: "x.jsonl", args: []string{"record", "x.jsonl", "counters", "--for", "1m", "--force"}, over: true, begun: true},
	} {
		for kind, disk := range map[string]func(*testing.T) (disk, func()){
			"without room": func(t *testing.T) (disk, func()) { return small(t, 0) },
			"nearly full":  func(t *testing.T) (disk, func()) { return small(t, 1) },
			"limit 0":      func(t *testing.T) (disk, func()) { return limited(t, 0), func() {} },
			"limit 2":      func(t *testing.T) (disk, func()) { return limited(t, 2), func() {} },
		} {
			if c.fits && kind == "nearly full" {
				continue
			}
			t.Run(c.name+", "+kind, func(t *testing.T) {
				if why := unable(topology.Read()); c.begun && why != nil {
					t.Skip(why)
				}
				d, fill := disk(t)
				before := map[string]string{}
				if c.over {
					before[c.file] = precious
					if err := os.WriteFile(filepath.Join(d.folder, c.file), []byte(precious), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				fill()
				var said bytes.Buffer
				command := d.program(c.args...)
				command.Stderr = &said
				_ = command.Run()
				if code := command.ProcessState.ExitCode(); code != failed {
					t.Errorf("it ends with code %d, want %d", code, failed)
				}
				for _, want := range []string{c.file, d.why + "; " + d.helps + "name a file elsewhere\n"} {
					if !strings.Contains(said.String(), want) {
						t.Errorf("it says %q, want it with %q", &said, want)
					}
				}
				after := files(t, d.folder)
				if path := filepath.Join(d.folder, c.file); c.begun && after[c.file] != "" && after[c.file] != before[c.file] {
					if _, err := recorded.Open(path); err != nil {
						t.Errorf("the recording: %v", err)
					}
					delete(after, c.file)
					delete(before, c.file)
				}
				if fmt.Sprint(after) != fmt.Sprint(before) {
					t.Errorf("the files are %q, want %q", after, before)
				}
			})
		}
	}
}

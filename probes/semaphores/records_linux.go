//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// record says of a set who made it. It is written before the set is made, and
// goes after the set has gone.
type record struct {
	Key     int32  `json:"key"`
	Count   int    `json:"semaphores"`
	UID     int    `json:"uid"`
	Since   int64  `json:"since"` // the set is not older, in seconds since 1970
	PID     int    `json:"pid"`
	Started string `json:"started"` // the process, in ticks since the system's start
	Place   place  `json:"place"`
}

// place is where keys and process numbers mean what they say.
type place struct {
	Boot      string `json:"boot"`
	IPC       string `json:"ipc"`
	Processes string `json:"processes"`
}

func here() (p place, err error) {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	p.Boot = strings.TrimSpace(string(boot))
	for name, to := range map[string]*string{"ipc": &p.IPC, "pid": &p.Processes} {
		var failed error
		*to, failed = os.Readlink("/proc/self/ns/" + name)
		err = errors.Join(err, failed)
	}
	return p, err
}

// folder is where records lie.
func folder() (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "linebounce", "semaphores"), nil
}

func (r record) path(dir string) string {
	return filepath.Join(dir, fmt.Sprintf("%08x.json", uint32(r.Key)))
}

// write puts the record in its place in one step.
func (r record) write(dir string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), r.path(dir))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Sweep removes the sets of processes that were killed before they could, and
// returns a sentence for each.
func Sweep() []string {
	dir, err := folder()
	if err != nil {
		return nil
	}
	return sweep(dir)
}

func sweep(dir string) (said []string) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(paths) == 0 {
		return nil
	}
	now, err := here()
	if err != nil {
		return nil // nothing is known about anybody
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		var r record
		if json.Unmarshal(text, &r) != nil {
			_ = os.Remove(path) // records are renamed into place, so this is none
			continue
		}
		switch {
		case r.Place.Boot != now.Boot: // sets do not outlive the system
			_ = os.Remove(path)
		case r.Place != now, r.alive():
		default:
			if sentence, settled := r.remove(); settled {
				_ = os.Remove(path)
				if sentence != "" {
					said = append(said, sentence)
				}
			} else {
				said = append(said, sentence)
			}
		}
	}
	return said
}

// alive reports whether the process that made the set still runs. One that
// cannot be looked at is taken for alive.
func (r record) alive() bool {
	started, err := startOf(r.PID)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return false
	}
	return err != nil || started == r.Started
}

// startOf returns when a process started, in ticks since the system's start.
// That of a process that has ended but was not waited for is not asked.
func startOf(pid int) (string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	const state, start = 0, 19 // counted after the name, which may hold anything
	end := strings.LastIndexByte(string(text), ')')
	fields := strings.Fields(string(text)[end+1:])
	if len(fields) <= start {
		return "", errors.New("/proc has another form than is known")
	}
	if fields[state] == "Z" || fields[state] == "X" {
		return "", os.ErrNotExist
	}
	return fields[start], nil
}

// remove removes the record's set. It returns what to say about it, and whether
// the record has served.
func (r record) remove() (sentence string, settled bool) {
	sets, err := listed()
	if err != nil {
		return fmt.Sprintf("whether process %d left a semaphore set behind cannot be told: %v", r.PID, err), false
	}
	for _, s := range sets {
		if s.key != r.Key || s.creator != r.UID || s.count != r.Count || s.changed < r.Since {
			continue
		}
		name := fmt.Sprintf("semaphore set %d (key 0x%08x), which process %d left behind when it was killed", s.id, uint32(r.Key), r.PID)
		switch err := removeSet(s.id); {
		case err == nil:
			return "removed " + name, true
		case errors.Is(err, unix.EINVAL), errors.Is(err, unix.EIDRM): // somebody was faster
			return "", true
		default:
			return fmt.Sprintf("could not remove %s: %v; ipcrm -s %d may", name, err, s.id), false
		}
	}
	return "", true
}

// set is a line of /proc/sysvipc/sem.
type set struct {
	key       int32
	id, count int
	creator   int
	changed   int64
}

func listed() ([]set, error) {
	text, err := os.ReadFile("/proc/sysvipc/sem")
	if err != nil {
		return nil, err
	}
	var sets []set
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		// key semid perms nsems uid gid cuid cgid otime ctime
		fields := strings.Fields(line)
		if i == 0 || len(fields) < 10 {
			continue
		}
		var n [10]int64
		for j := range n {
			n[j], err = strconv.ParseInt(fields[j], 10, 64)
			if err != nil {
				return nil, fmt.Errorf("/proc/sysvipc/sem: %w", err)
			}
		}
		sets = append(sets, set{key: int32(n[0]), id: int(n[1]), count: int(n[3]), creator: int(n[6]), changed: n[9]})
	}
	return sets, nil
}

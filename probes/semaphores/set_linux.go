//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// array is a set of semaphores that this process made.
type array struct {
	id     int
	record string // its path, "" where none could be written
	note   string // what to know about it
}

const (
	setVal    = 16 // the command of semctl(2), which x/sys does not name
	noWait    = unix.IPC_NOWAIT
	ownerOnly = 0o600
)

// create makes a set of n semaphores, which are 0, and puts it on record first.
func create(n int) (*array, error) {
	dir, err := folder()
	if err != nil {
		dir = ""
	}
	return createIn(dir, n)
}

func createIn(dir string, n int) (*array, error) {
	const tries = 100 // a key is free nearly always
	for range tries {
		a := &array{}
		key := int32(rand.Uint32()>>1) | 1 // never IPC_PRIVATE
		if err := a.enter(dir, key, n); err != nil {
			a.note = fmt.Sprintf("The semaphore set could not be put on record (%v): if this process is killed, ipcrm has to remove it.", err)
		}
		id, _, errno := unix.Syscall(unix.SYS_SEMGET, uintptr(key), uintptr(n), unix.IPC_CREAT|unix.IPC_EXCL|ownerOnly)
		if errno == 0 {
			a.id = int(id)
			return a, nil
		}
		a.strike()
		if errno != unix.EEXIST {
			return nil, refused(errno, n)
		}
	}
	return nil, &probes.Unable{What: "no semaphore set was made", Why: "a hundred keys drawn at random are all in use"}
}

// enter writes the record of a set to be made.
func (a *array) enter(dir string, key int32, n int) error {
	if dir == "" {
		return errors.New("there is no home folder")
	}
	at, err := here()
	if err != nil {
		return err
	}
	started, err := startOf(os.Getpid())
	if err != nil {
		return err
	}
	r := record{Key: key, Count: n, UID: os.Geteuid(), Since: time.Now().Unix(), PID: os.Getpid(), Started: started, Place: at}
	if err := r.write(dir); err != nil {
		return err
	}
	a.record = r.path(dir)
	return nil
}

// strike removes the record.
func (a *array) strike() {
	if a.record != "" {
		_ = os.Remove(a.record)
	}
}

// remove removes the set and then its record. A set that is not there any more
// is no fault.
func (a *array) remove() error {
	err := removeSet(a.id)
	if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EIDRM) {
		return fmt.Errorf("semaphore set %d could not be removed: %w; ipcrm -s %d may", a.id, err, a.id)
	}
	a.strike()
	return nil
}

// refused words why there is no set.
func refused(errno unix.Errno, n int) error {
	u := &probes.Unable{What: "no semaphore set was made", Why: errno.Error()}
	perArray, all, sets := allowed()
	switch errno {
	case unix.ENOSYS:
		u.Why, u.Advice = "this kernel has no System V IPC, or the sandbox forbids it (ENOSYS)", "Run it where CONFIG_SYSVIPC is on."
	case unix.EPERM, unix.EACCES:
		u.Why, u.Advice = "the system forbids it ("+unix.ErrnoName(errno)+")", "A sandbox or a security module may be in the way."
	case unix.EINVAL:
		return &probes.ScenarioError{Word: "semaphores", Value: strconv.Itoa(n),
			Problem: "is more than this system lets an array have (kernel.sem)", Accepted: []string{"1 to " + perArray}}
	case unix.ENOSPC:
		have, used := 0, 0
		if list, err := listed(); err == nil {
			have = len(list)
			for _, s := range list {
				used += s.count
			}
		}
		u.Why = fmt.Sprintf("the system's table is full: %d sets of at most %s, %d semaphores of at most %s (ENOSPC)", have, sets, used, all)
		u.Advice = "Remove sets that nobody uses (ipcs -s, then ipcrm -s ID), or raise kernel.sem by sysctl."
	case unix.ENOMEM:
		u.Why, u.Advice = "the kernel has no memory for it (ENOMEM)", "Name fewer semaphores."
	}
	return u
}

// allowed returns the limits of kernel.sem, as text: semaphores in an array,
// semaphores in all, and arrays.
func allowed() (perArray, all, sets string) {
	text, _ := os.ReadFile("/proc/sys/kernel/sem")
	fields := strings.Fields(string(text))
	if len(fields) != 4 {
		return "an unknown number", "an unknown number", "an unknown number"
	}
	return fields[0], fields[1], fields[3]
}

package workloads

import (
	"fmt"
	"slices"

	"linebounce/sim"
)

// SemLocks says which lock a semop takes and what lies beside it.
type SemLocks string

// The locks of a semop with one operation, oldest first. Today, too, a call with
// two takes the array's, after the checks.
const (
	ChecksInside  SemLocks = "before"  // the array's, with the permission and security checks inside
	ChecksOutside SemLocks = "after"   // the array's, after the checks
	OnePacked     SemLocks = "packed"  // the semaphore's own, semaphores side by side
	OnePadded     SemLocks = "aligned" // the semaphore's own, each semaphore a line
)

// Semaphores is callers of semop, each on a CPU and a semaphore of its own in
// one array.
type Semaphores struct {
	Locks SemLocks
	Twice bool // a call has two operations on its semaphore, instead of one
	Array int  // semaphores in it
	Time  SemopTime
	CPUs  []int // of the callers
}

// SemopTime is what one call takes besides moving lines.
type SemopTime struct {
	Outside sim.Time // outside any lock in every version
	Checks  sim.Time // permission and security checks
	Inside  sim.Time // on the semaphore, inside the lock in every version
}

// Offsets in struct sem_array of Linux 3.8 on x86-64, whose first line is that
// of struct kern_ipc_perm: lock, deleted, id, key, uid, gid, cuid, cgid, mode,
// seq and security take 56 bytes, sem_otime follows.
const (
	arrayLock     = 0
	arrayUID      = 16
	arrayMode     = 32
	arraySecurity = 48
	arrayOtime    = 56
)

// semaphore is where the members of a struct sem lie.
type semaphore struct{ size, value, lock int }

// Semaphores had 24 bytes as long as the array's lock was theirs too, 32 with a
// lock of their own (6062a8dc0517), and a line each since f5c936c0f267.
var semaphores = map[SemLocks]semaphore{
	ChecksInside:  {24, 0, -1},
	ChecksOutside: {24, 0, -1},
	OnePacked:     {32, 0, 8},
	OnePadded:     {0, 0, 8}, // a line, however long
}

// The figures of the mail that a call's time is taken from: the run after the
// repair alone, so that what the repair gained stays to be predicted.
const (
	semopsPerSecond = 8883430
	spinShare       = 17.47              // _raw_spin_lock
	checksShare     = 8.81 + 7.96 + 4.19 // avc_has_perm_flags, ipc_has_perm, ipcperms
	insideShare     = 3.05 + 2.70        // try_atomic_semop, do_smart_update
	semopMail       = "D. Bueso, ipc: do not hold ipc lock more than necessary, 1 March 2013, the run after the patches"
)

// MailCPUs is how many CPUs the mail's machine is taken to have had.
const MailCPUs = 4

// SemopTime2013 is what a call took at the rate and with the profile of the
// patched run, if the machine had so many CPUs.
func SemopTime2013(cpus int) SemopTime {
	call := float64(cpus) / semopsPerSecond * 1e9 * float64(sim.Nanosecond)
	part := func(percent float64) sim.Time { return sim.Time(call * percent / 100) }
	return SemopTime{
		Outside: part(100 - spinShare - checksShare - insideShare),
		Checks:  part(checksShare),
		Inside:  part(insideShare),
	}
}

// Assumptions lists what the model takes for semop.
func (s Semaphores) Assumptions() []Assumption {
	ns := func(t sim.Time) string { return fmt.Sprintf("%.1f ns", float64(t)/float64(sim.Nanosecond)) }
	list := []Assumption{
		{"callers", fmt.Sprint(len(s.CPUs)), "assumption: one a CPU, each with a semaphore of its own"},
		{"CPUs of the mail's machine", fmt.Sprint(MailCPUs),
			"assumption: the mail names no machine; parts with a ring as fast as a rate of millions a second through one lock asks for had four cores"},
		{"time of a call", ns(s.Time.Outside + s.Time.Checks + s.Time.Inside),
			semopMail + ": 8,883,430 operations a second, all CPUs at work, less the 17.47% in _raw_spin_lock, which the model has to find"},
		{"of it in permission and security checks", ns(s.Time.Checks), semopMail + ": avc_has_perm_flags 8.81%, ipc_has_perm 7.96%, ipcperms 4.19%"},
		{"of it on the semaphore", ns(s.Time.Inside), semopMail + ": try_atomic_semop 3.05%, do_smart_update 2.70%"},
		{"of it outside any lock", ns(s.Time.Outside), semopMail + ": all the rest, sys_semtimedop's own 11.08% included"},
		{"lock", "a ticket lock; the first line of struct sem_array holds it, the fields the checks read and sem_otime",
			"Linux 3.8: arch/x86/include/asm/spinlock.h, include/linux/ipc.h, include/linux/sem.h"},
	}
	if s.Twice {
		list = append(list, Assumption{"time of a call's second operation", "that of its accesses alone", "assumption: the mail's calls had one"})
	}
	return list
}

// Build lays the array out on lines of a length.
func (s Semaphores) Build(lineBytes int) Built {
	sem := semaphores[s.Locks]
	if sem.size == 0 {
		sem.size = lineBytes
	}
	first := 2 * lineBytes // behind struct sem_array
	b := Built{Workload: sim.Workload{Bytes: first + max(s.Array, 1)*sem.size + lineBytes}}
	for addr, name := range map[int]string{arrayLock: "lock", arrayUID: "uid", arrayMode: "mode", arraySecurity: "security", arrayOtime: "otime"} {
		b.name(addr, name)
	}
	if sem.lock < 0 {
		b.Lines = []Line{{"lock", arrayLock}}
	}
	for i, cpu := range s.CPUs {
		at := first + i%s.Array*sem.size
		if line := at / lineBytes; sem.lock >= 0 && !b.watches(line, lineBytes) {
			b.Lines = append(b.Lines, Line{fmt.Sprintf("semaphore %d", i%s.Array), int32(line * lineBytes)})
		}
		b.name(at+sem.value, fmt.Sprintf("semval %d", i%s.Array))
		if sem.lock >= 0 {
			b.name(at+sem.lock, fmt.Sprintf("lock %d", i%s.Array))
		}
		b.add(sim.Task{Name: fmt.Sprintf("caller %d", i), CPU: cpu, Program: s.call(at, sem)}, Round{Operations: 1})
	}
	return b
}

// watches reports whether a line is among those worth watching.
func (b *Built) watches(line, lineBytes int) bool {
	return slices.ContainsFunc(b.Lines, func(l Line) bool { return int(l.Addr)/lineBytes == line })
}

// call is one semop on the semaphore at an address.
func (s Semaphores) call(at int, sem semaphore) []sim.Op {
	access := func(k sim.Kind, addr int) sim.Op { return sim.Op{Kind: k, Addr: int32(addr)} }
	checks := join([]sim.Op{access(sim.Load, arrayUID), access(sim.Load, arrayMode), access(sim.Load, arraySecurity)}, work(s.Time.Checks))
	operation := []sim.Op{access(sim.Load, at+sem.value), access(sim.Store, at+sem.value)}
	change := join(work(s.Time.Inside), operation)
	if s.Twice {
		change = join(change, operation)
	}
	lock, unlock := []sim.Op{access(sim.Lock, arrayLock)}, []sim.Op{access(sim.Store, arrayOtime), access(sim.Unlock, arrayLock)}
	if sem.lock >= 0 {
		lock, unlock = []sim.Op{access(sim.Lock, at+sem.lock)}, []sim.Op{access(sim.Unlock, at+sem.lock)}
	}
	done := []sim.Op{{Kind: sim.Count}}
	if s.Locks == ChecksInside {
		return join(work(s.Time.Outside), lock, checks, change, unlock, done)
	}
	return join(work(s.Time.Outside), checks, lock, change, unlock, done)
}

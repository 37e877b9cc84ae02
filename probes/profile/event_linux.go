package profile

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sampling is what is sampled, and how often.
type sampling struct {
	name string
	attr unix.PerfEventAttr
}

// candidates are tried in turn: a timer where the processor counts nothing.
func candidates(rate int) []sampling {
	attr := unix.PerfEventAttr{
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Sample:      uint64(rate),
		Sample_type: unix.PERF_SAMPLE_IP,
		Bits:        unix.PerfBitDisabled | unix.PerfBitFreq,
	}
	cycles, clock := attr, attr
	cycles.Type, cycles.Config = unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES
	clock.Type, clock.Config = unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_CLOCK
	return []sampling{{"cycles", cycles}, {"cpu-clock", clock}}
}

// choose opens an event on a thread that is thrown away, and returns the first
// kind that could be. Its error is a *probes.Unable.
func choose(root fs.FS, rate int) (sampling, error) {
	if limit, known := number(root, "proc/sys/kernel/perf_event_max_sample_rate"); known && limit > 0 {
		rate = min(rate, limit)
	}
	type choice struct {
		sampling sampling
		err      error
	}
	made := make(chan choice)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var c choice
		for _, c.sampling = range candidates(rate) {
			var fd int
			if fd, c.err = perfOpen(&c.sampling.attr); c.err == nil {
				_ = unix.Close(fd)
				break
			}
		}
		made <- c
	}()
	c := <-made
	if c.err != nil {
		return sampling{}, refused(root, c.err)
	}
	return c.sampling, nil
}

// perfOpen opens an event of the calling thread, on whichever CPU it runs.
func perfOpen(attr *unix.PerfEventAttr) (int, error) {
	for {
		fd, err := unix.PerfEventOpen(attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// Check returns nil where this process may profile the kernel, else a
// *probes.Unable that says what forbids it and what helps.
func Check() error {
	root := os.DirFS("/")
	if _, err := choose(root, Rate); err != nil {
		return err
	}
	_, err := readTable(root)
	return err
}

func readTable(root fs.FS) (*table, error) {
	file, err := root.Open("proc/kallsyms")
	if err != nil {
		return nil, unresolved(root, withoutPath(err))
	}
	defer file.Close()
	t, err := newTable(file)
	if err != nil {
		return nil, unresolved(root, withoutPath(err))
	}
	return t, nil
}

// withoutPath leaves out the path that a sentence names anyway.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// ringBytes is room for the samples of the longest window four times over, or a
// page where that is more.
var ringBytes = max(1<<15, os.Getpagesize())

// ring is an event of one thread with the memory that its samples go to.
type ring struct {
	fd     int
	memory []byte
	page   *unix.PerfEventMmapPage
	tail   uint64
}

// openRing opens the event for the calling thread. Its error is a
// *probes.Unable.
func openRing(s sampling) (*ring, error) {
	fd, err := perfOpen(&s.attr)
	if err != nil {
		return nil, refused(os.DirFS("/"), err)
	}
	memory, err := unix.Mmap(fd, 0, os.Getpagesize()+ringBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		_ = unix.Close(fd)
		return nil, noBuffer(err)
	}
	return &ring{fd: fd, memory: memory, page: (*unix.PerfEventMmapPage)(unsafe.Pointer(&memory[0]))}, nil
}

func (r *ring) start() { _ = unix.IoctlSetInt(r.fd, unix.PERF_EVENT_IOC_ENABLE, 0) }
func (r *ring) stop()  { _ = unix.IoctlSetInt(r.fd, unix.PERF_EVENT_IOC_DISABLE, 0) }

// skip forgets what no window will ask for.
func (r *ring) skip() {
	r.tail = atomic.LoadUint64(&r.page.Data_head)
	atomic.StoreUint64(&r.page.Data_tail, r.tail)
}

// read takes in what came since.
func (r *ring) read(s *seen, symbols *table) {
	head := atomic.LoadUint64(&r.page.Data_head)
	s.records(r.memory[os.Getpagesize():], r.tail, head, symbols)
	r.skip()
}

func (r *ring) close() error {
	return errors.Join(unix.Munmap(r.memory), unix.Close(r.fd))
}

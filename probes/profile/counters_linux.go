package profile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"
)

func thisProcessor() processor {
	return processor{
		intel: cpuid.CPU.VendorID == cpuid.Intel, amd: cpuid.CPU.VendorID == cpuid.AMD,
		family: cpuid.CPU.Family, model: cpuid.CPU.Model,
	}
}

// openable returns the counters that can be opened, and why one cannot.
func openable(list []counting) ([]counting, string) {
	type tried struct {
		list []counting
		why  string
	}
	made := make(chan tried)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var t tried
		for _, c := range list {
			open, err := openCounter(c)
			if err != nil {
				t.why = fmt.Sprintf("The counter %s is absent: perf_event_open refuses it (%v).", c.name, err)
				continue
			}
			_ = open.close()
			t.list = append(t.list, c)
		}
		made <- t
	}()
	t := <-made
	return t.list, t.why
}

// counter is a counting event of one thread.
type counter struct {
	fd   int
	last [3]uint64
}

func openCounter(c counting) (*counter, error) {
	fd, err := perfOpen(&unix.PerfEventAttr{
		Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})), Type: c.kind, Config: c.config, Bits: unix.PerfBitDisabled,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	})
	if err != nil {
		return nil, err
	}
	return &counter{fd: fd}, nil
}

func (c *counter) start() { _ = unix.IoctlSetInt(c.fd, unix.PERF_EVENT_IOC_ENABLE, 0) }
func (c *counter) stop()  { _ = unix.IoctlSetInt(c.fd, unix.PERF_EVENT_IOC_DISABLE, 0) }

// read returns what was counted since the last read. Where counters take turns
// it is scaled up from the time that this one had.
func (c *counter) read() (float64, error) {
	var bytes [24]byte // the count, the time it should have run, the time it did
	n, err := unix.Read(c.fd, bytes[:])
	if err != nil || n != len(bytes) {
		return 0, errors.Join(err, errors.New("a counter could not be read"))
	}
	var since [3]uint64
	for i := range since {
		now := binary.NativeEndian.Uint64(bytes[8*i:])
		since[i], c.last[i] = now-c.last[i], now
	}
	if since[2] == 0 {
		return 0, errors.New("a counter had no turn")
	}
	return float64(since[0]) * float64(since[1]) / float64(since[2]), nil
}

func (c *counter) close() error { return unix.Close(c.fd) }

//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"encoding/json"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"

	"linebounce/probes/child"
	"linebounce/probes/pinning"
)

const work = "semaphores"

func init() { child.Register(work, serve) }

// task tells the partner where to wait.
type task struct {
	Set int `json:"set"`
	CPU int `json:"cpu"`
}

// serve is the partner, a process of its own: it takes the semaphore whenever
// it was put, until the set is gone.
func serve(text json.RawMessage, out *child.Output) (any, error) {
	var t task
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, err
	}
	runtime.GOMAXPROCS(4) // one is lost to the thread that waits in the kernel
	runtime.LockOSThread()
	if err := pinning.Pin(t.CPU); err != nil {
		return nil, err
	}
	take := &[2]operation{{number: 0, change: -1}}
	out.Ready()
	for {
		switch errno := semop(uintptr(t.Set), pointer(take), 1, nil); errno {
		case 0, unix.EINTR:
		case unix.EIDRM, unix.EINVAL:
			return nil, nil
		default:
			return nil, fmt.Errorf("the semaphore set failed the process on the other side: %w", errno)
		}
	}
}

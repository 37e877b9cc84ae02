package sockets

import (
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
	"linebounce/sim/paths"
)

var normal = probes.Scenario{
	Transport: probes.TransportSocketpair, PassCred: probes.PassCredReceiver, Send: probes.SendPlain,
	Socket: probes.SocketStream, Size: 100, Track: probes.Off, CPUs: "0,1", Writers: 1, Readers: 1,
}

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := normal.With(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t testing.TB, text string) *workload {
	t.Helper()
	w, err := Build(topology.Machine{LineBytes: 64}, scenario(t, text), 500)
	var unable *probes.Unable
	if errors.As(err, &unable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w.(*workload)
}

// window runs the workers named for as long as a window of the Lab. The
// reading has both workers all the same.
func window(t testing.TB, w *workload, capture bool, workers ...int) probes.Reading {
	t.Helper()
	// A worker in a system call keeps its processor.
	before := runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	defer runtime.GOMAXPROCS(before)

	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(capture)
	var all sync.WaitGroup
	for _, i := range workers {
		all.Go(func() { w.Work(i, stop) })
	}
	time.Sleep(10 * time.Millisecond) // the window's length
	ended.Store(1)
	all.Wait()
	r := probes.Reading{CPUs: []probes.CPUWork{{CPU: 0, Role: probes.Sender}, {CPU: 1, Role: probes.Receiver}}}
	w.Report(&r)
	return r
}

// exchange runs a window with both workers in which something was sent.
func exchange(t testing.TB, w *workload, capture bool) probes.Reading {
	t.Helper()
	for range 20 { // both may miss a window on a busy machine
		if r := window(t, w, capture, sender, receiver); r.CPUs[receiver].Messages > 0 {
			return r
		}
	}
	t.Fatal("not a message came through in 20 windows")
	return probes.Reading{}
}

func TestWhatWasSentIsReceived(t *testing.T) {
	for _, text := range []string{
		"socket=stream", "socket=dgram", "socket=seqpacket", "socket=seqpacket size=16 passcred=off", "socket=stream size=1 passcred=off",
		"socket=stream size=700000", "socket=stream size=700000 passcred=off", "socket=dgram passcred=both send=explicit",
		"socket=stream send=explicit size=300000", "passcred=sender",
	} {
		w := build(t, text)
		for range 3 {
			r := exchange(t, w, false)
			if sent, received := r.CPUs[sender].Messages, r.CPUs[receiver].Messages; sent != received {
				t.Errorf("%s: %d sent, %d received", text, sent, received)
			}
			if len(r.Warnings) != 0 || r.CPUs[sender].Ops != 0 || r.Lines != nil {
				t.Errorf("%s: %+v", text, r)
			}
		}
		if string(w.workers[sender].buffer) != string(w.workers[receiver].buffer) {
			t.Errorf("%s: the message arrived changed", text)
		}
	}
}

// Who receives what, as the kernel was seen to do it: credentials come to a
// receiver that asked, whatever the sender set or said.
func TestCredentialsComeToWhoAsks(t *testing.T) {
	for _, socket := range []string{probes.SocketStream, probes.SocketDgram, probes.SocketSeqpacket} {
		for _, send := range []string{probes.SendPlain, probes.SendExplicit} {
			for passcred, asked := range map[string]bool{
				probes.PassCredOff: false, probes.PassCredSender: false, probes.PassCredReceiver: true, probes.PassCredBoth: true,
			} {
				text := "socket=" + socket + " passcred=" + passcred + " send=" + send
				w := build(t, text)
				r := exchange(t, w, false)
				side := w.workers[receiver]
				want := int64(0)
				if asked {
					want = r.CPUs[receiver].Messages
				}
				if side.credited != want {
					t.Errorf("%s: %d of %d messages came with credentials, want %d", text, side.credited, r.CPUs[receiver].Messages, want)
				}
				if !asked {
					continue
				}
				own := unix.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())}
				if got := side.credentials(); got == nil || *got != own {
					t.Errorf("%s: credentials %v, want %v", text, got, own)
				}
			}
		}
	}
}

// Even a receiver with room for them is given none that it did not ask for.
func TestRoomAloneBringsNoCredentials(t *testing.T) {
	for _, text := range []string{"passcred=off", "passcred=off send=explicit", "passcred=sender", "passcred=sender send=explicit"} {
		w := build(t, text)
		w.workers[receiver] = newReceiver(w.workers[receiver].fd, 100, true)
		r := exchange(t, w, false)
		if got := w.workers[receiver].credited; got != 0 || r.CPUs[receiver].Messages == 0 {
			t.Errorf("%s: %d of %d messages came with credentials, want none", text, got, r.CPUs[receiver].Messages)
		}
	}
}

func TestReferencesAreExact(t *testing.T) {
	for _, c := range []struct {
		text             string
		sender, receiver int64 // locked operations a message
		lines            int   // in a capture
	}{
		{"path=always passcred=off", 6, 6, 2},
		{"path=always passcred=off counter=each line=padded", 6, 6, 4},
		{"path=noref passcred=off", 2, 2, 2},
		{"path=request", 0, 0, 2},
		{"path=passcred", 2, 6, 2},
		{"path=modern", 1, 3, 2},
		{"path=modern passcred=sender", 1, 1, 2},
		{"path=modern passcred=sender socket=dgram", 1, 3, 2},
		{"path=modern passcred=receiver send=explicit", 3, 3, 2},
	} {
		w := build(t, c.text)
		for _, capture := range []bool{false, true} {
			r := exchange(t, w, capture)
			if got, want := r.CPUs[sender].Ops, c.sender*r.CPUs[sender].Messages; got != want {
				t.Errorf("%s: the sender did %d operations, want %d", c.text, got, want)
			}
			if got, want := r.CPUs[receiver].Ops, c.receiver*r.CPUs[receiver].Messages; got != want {
				t.Errorf("%s: the receiver did %d operations, want %d", c.text, got, want)
			}
			for _, o := range []paths.Object{paths.Pid, paths.Cred} {
				if held := w.references.Count(o); held != 0 {
					t.Errorf("%s: %d references on %s are held with no message in flight", c.text, held, o)
				}
			}
			if capture && len(r.Lines) != c.lines || !capture && len(r.Lines) != 0 {
				t.Errorf("%s, capture %v: lines %+v", c.text, capture, r.Lines)
			}
			var ops int64
			for _, l := range r.Lines {
				ops += l.Ops
			}
			if done := r.CPUs[sender].Ops + r.CPUs[receiver].Ops; capture && ops != done {
				t.Errorf("%s: %d operations on the lines, %d by the workers", c.text, ops, done)
			}
		}
	}
}

// Whatever one worker misses, the other comes back and counts nothing twice.
func TestAPartnerThatMissedTheWindow(t *testing.T) {
	for _, text := range []string{"socket=stream path=always", "socket=dgram path=always", "socket=stream size=700000 path=always", "passcred=off"} {
		w := build(t, text)
		r := window(t, w, false, sender)
		if r.CPUs[receiver].Messages != 0 || len(r.Warnings) != 0 {
			t.Errorf("%s: with the sender alone: %+v", text, r)
		}
		side := &w.references.Sender
		if got, want := r.CPUs[sender].Ops, r.CPUs[sender].Messages*side.Locked+2*int64(len(side.Undo)); got != want {
			t.Errorf("%s: %d operations for %d messages and one given up, want %d", text, got, r.CPUs[sender].Messages, want)
		}
		inFlight := int64(0) // each message in the socket holds one reference
		if side.Busy() {
			inFlight = r.CPUs[sender].Messages
		}
		if held := w.references.Count(paths.Pid); held != inFlight {
			t.Errorf("%s: %d references on pid are held for %d messages in the socket", text, held, inFlight)
		}
		if r := window(t, w, false, receiver); r.CPUs[receiver].Messages != 0 || len(r.Warnings) != 0 {
			t.Errorf("%s: the receiver alone found what an old window left: %+v", text, r)
		}
		if r := exchange(t, w, false); r.CPUs[sender].Messages != r.CPUs[receiver].Messages {
			t.Errorf("%s: afterwards %d sent, %d received", text, r.CPUs[sender].Messages, r.CPUs[receiver].Messages)
		}
	}
}

func TestAWindowMissed(t *testing.T) {
	w := build(t, "path=always")
	exchange(t, w, false)
	var ended atomic.Uint64
	ended.Store(3)
	w.Reset(false)
	w.Work(sender, windows.NewStop(&ended, 3))
	w.Work(receiver, windows.NewStop(&ended, 3))
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if r.CPUs[sender] != (probes.CPUWork{}) || r.CPUs[receiver] != (probes.CPUWork{}) {
		t.Errorf("a window that was over did %+v", r.CPUs)
	}
}

// Arms alike but for SO_PASSCRED work on one socketpair, each with its own
// setting, and the last one closes it.
func TestArmsShareTheSocketpairThatFits(t *testing.T) {
	on, off, long := build(t, "passcred=receiver"), build(t, "passcred=off"), build(t, "passcred=off size=500")
	for _, w := range []*workload{off, long} {
		if err := w.Share(on); err != nil {
			t.Fatal(err)
		}
	}
	if off.pair != on.pair || long.pair == on.pair {
		t.Fatalf("pairs %p %p %p: want the first two to share", on.pair, off.pair, long.pair)
	}
	asked := func(w *workload) int {
		w.Reset(false)
		value, err := unix.GetsockoptInt(w.pair.fds[receiver], unix.SOL_SOCKET, unix.SO_PASSCRED)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	if a, b, again := asked(on), asked(off), asked(on); a != 1 || b != 0 || again != 1 {
		t.Errorf("SO_PASSCRED of the receiver is %d, %d, %d in turn; want 1, 0, 1", a, b, again)
	}
	if on.pair.users != 2 {
		t.Errorf("%d arms hold the pair, want 2", on.pair.users)
	}
}

func TestAClosedEndIsAWarning(t *testing.T) {
	for _, c := range []struct{ closed, left int }{{receiver, sender}, {sender, receiver}} {
		w := build(t, "passcred=off")
		if err := unix.Shutdown(w.pair.fds[c.closed], unix.SHUT_RDWR); err != nil {
			t.Fatal(err)
		}
		r := window(t, w, false, c.left)
		if len(r.Warnings) != 1 || r.Warnings[0].Kind != probes.General || r.Warnings[0].CPU != c.left || r.CPUs[c.left].Messages != 0 {
			t.Errorf("with end %d closed: %+v", c.closed, r)
		}
	}
}

func TestAMessageInOnePieceFitsOrIsRefused(t *testing.T) {
	for _, socket := range []string{probes.SocketDgram, probes.SocketSeqpacket} {
		s := scenario(t, "socket="+socket)
		s.Size = probes.MaxSize
		_, err := Build(topology.Machine{LineBytes: 64}, s, 0)
		var wrong *probes.ScenarioError
		if err != nil && (!errors.As(err, &wrong) || wrong.Word != "size") {
			t.Errorf("%s: got %v, want a fault in size or none", socket, err)
		}
	}
	fds, err := open(normal)
	if err != nil {
		t.Skip(err)
	}
	defer unix.Close(fds[sender])
	defer unix.Close(fds[receiver])
	var wrong *probes.ScenarioError
	if err := fit(fds[sender], 1<<30); !errors.As(err, &wrong) || wrong.Word != "size" || len(wrong.Accepted) == 0 {
		t.Errorf("a message of 1 GiB: got %v, want a fault in size that names the largest", err)
	}
}

// The largest message that fit leaves room for does go out, and one byte more
// does not: the overhead is the kernel's.
func TestTheOverheadOfAMessage(t *testing.T) {
	s := scenario(t, "socket=dgram")
	fds, err := open(s)
	if err != nil {
		t.Skip(err)
	}
	defer unix.Close(fds[sender])
	defer unix.Close(fds[receiver])
	buffer, err := unix.GetsockoptInt(fds[sender], unix.SOL_SOCKET, unix.SO_SNDBUF)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Write(fds[sender], make([]byte, buffer-overhead+1)); err != unix.EMSGSIZE {
		t.Errorf("one byte too much: %v, want %v", err, unix.EMSGSIZE)
	}
	if n, err := unix.Write(fds[sender], make([]byte, buffer-overhead)); err != nil || n != buffer-overhead {
		t.Errorf("the largest message: %d, %v", n, err)
	}
}

func TestWhatASocketpairCannotDo(t *testing.T) {
	for _, c := range []struct{ text, word string }{
		{"writers=2", "writers"}, {"readers=3", "readers"}, {"transport=ring", "transport"}, {"path=always send=explicit", "send"},
	} {
		_, err := Build(topology.Machine{LineBytes: 64}, scenario(t, c.text), 0)
		var wrong *probes.ScenarioError
		if !errors.As(err, &wrong) || wrong.Word != c.word {
			t.Errorf("%s: got %v, want a fault in %s", c.text, err, c.word)
		}
	}
}

func TestWorkersShareNoLine(t *testing.T) {
	w := build(t, "socket=seqpacket size=16 passcred=both send=explicit")
	span := func(p unsafe.Pointer, size uintptr) [2]uintptr {
		return [2]uintptr{uintptr(p) / 256, (uintptr(p) + size - 1) / 256}
	}
	worker := func(i int) [2]uintptr {
		return span(unsafe.Pointer(&w.workers[i].fd), unsafe.Offsetof(w.workers[i].failure)-unsafe.Offsetof(w.workers[i].fd))
	}
	buffer := func(i int) [2]uintptr { return span(unsafe.Pointer(&w.workers[i].buffer[0]), 16) }
	for _, sent := range [][2]uintptr{worker(sender), buffer(sender)} {
		for _, received := range [][2]uintptr{worker(receiver), buffer(receiver)} {
			if sent[0] <= received[1] && received[0] <= sent[1] {
				t.Errorf("the sender's lines %v overlap the receiver's %v", sent, received)
			}
		}
	}
}

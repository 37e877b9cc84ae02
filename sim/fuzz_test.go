package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// dice draws small numbers from a string of bytes, zeros when it is used up.
type dice []byte

func (d *dice) draw(n int) int {
	if len(*d) == 0 {
		return 0
	}
	b := (*d)[0]
	*d = (*d)[1:]
	return int(b) % n
}

// drawMachine returns a machine with up to two sockets and every variant.
func drawMachine(d *dice) Machine {
	m := plainMachine(1)
	m.Topology = Topology{Sockets: 1 + d.draw(2), L3s: 1 + d.draw(2), Cores: 1 + d.draw(2), Threads: 1 + d.draw(2)}
	m.Protocol = Protocols()[d.draw(3)]
	m.Home = Home(d.draw(2))
	m.RequestShare = float64(d.draw(5)) / 4
	m.UnitBytes = 64 << d.draw(2)
	for i := range m.Latency.Transfer {
		m.Latency.Transfer[i] = Time(1+d.draw(4)) * 5 * Nanosecond
	}
	m.Latency.Clean = Time(1+d.draw(4)) * 5 * Nanosecond
	m.Latency.Locked = Time(1+d.draw(3)) * Nanosecond
	return m
}

// drawWorkload returns up to 8 tasks on 256 bytes, ticket locks at 0 and 128,
// spinlocks at 64 and 192, and two queues; and two tasks more with a ring whose
// indices are at 16 and somewhere behind. Equal times abound. Each message sent is
// received and the other way round, but in an order that may leave tasks stuck.
func drawWorkload(d *dice, cpus int) Workload {
	w := Workload{Bytes: 256, Queues: []Queue{{1 + d.draw(3)}, {1 + d.draw(3)}}}
	for i := range 1 + d.draw(8) {
		t := Task{Name: fmt.Sprint("task ", i), CPU: d.draw(cpus+1) - 1, Rounds: int64(1 + d.draw(3))}
		for range 1 + d.draw(6) {
			t.Program = append(t.Program, drawOps(d)...)
		}
		w.Tasks = append(w.Tasks, t)
	}
	drawRing(d, cpus, &w)
	return w
}

// drawRing adds the ends of a ring, which both have other things to do.
func drawRing(d *dice, cpus int, w *Workload) {
	r := Ring{Slots: 1 + d.draw(3), Sent: 16, Received: []int32{24, 80, 152}[d.draw(3)], Cached: d.draw(2) == 1}
	w.Rings = []Ring{r}
	rounds := int64(1 + d.draw(3))
	for end := range 2 {
		t := Task{Name: fmt.Sprint("end ", end), CPU: d.draw(cpus+1) - 1, Rounds: rounds}
		for message := range 1 + d.draw(2) {
			t.Program = append(t.Program, r.message(0, end == 0, int32(200+8*(message%r.Slots)))...)
			t.Program = append(t.Program, drawOps(d)...)
		}
		w.Tasks = append(w.Tasks, t)
	}
}

func drawOps(d *dice) []Op {
	addr := int32(8 * d.draw(32))
	switch d.draw(11) {
	case 0:
		return []Op{{Kind: Compute, Time: Time(d.draw(64)) * Nanosecond, Jitter: d.draw(2) == 1}}
	case 1, 2:
		return []Op{{Kind: Load, Addr: addr}}
	case 3:
		return []Op{{Kind: Store, Addr: addr}}
	case 4, 5:
		return []Op{{Kind: Add, Addr: addr}}
	case 6:
		lock := int32(128 * d.draw(2))
		return []Op{{Kind: Lock, Addr: lock}, {Kind: Add, Addr: addr}, {Kind: Unlock, Addr: lock}}
	case 7:
		return []Op{{Kind: Send, Object: int32(d.draw(2))}, {Kind: Count}}
	case 8, 9:
		lock := int32(64 + 128*d.draw(2))
		return []Op{{Kind: TAS + Kind(d.draw(2)), Addr: lock}, {Kind: Add, Addr: addr}, {Kind: Unlock, Addr: lock}}
	}
	return []Op{{Kind: Receive, Object: int32(d.draw(2))}}
}

// randomDice returns bytes that are the same for the same seed.
func randomDice(seed uint64) dice {
	r := rand.New(rand.NewPCG(seed, 0))
	d := make(dice, 200)
	for i := range d {
		d[i] = byte(r.Uint32())
	}
	return d
}

// FuzzPrograms holds any small program on any small machine against the promises
// and the oracle after every event, and its end against the programs: no update
// is lost, and whoever is not done waits for a message.
func FuzzPrograms(f *testing.F) {
	for seed := range uint64(60) {
		f.Add([]byte(randomDice(seed)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := dice(data)
		m := drawMachine(&d)
		s := must(t, m, drawWorkload(&d, m.CPUs()))
		w := watch(s)
		for i := 0; s.Step(); i++ {
			if err := w.check(); err != nil {
				t.Fatal(err)
			}
			if i > 1e6 {
				t.Fatal("a million events for a few operations")
			}
		}
		if err := w.judge.End(); err != nil {
			t.Fatal(err)
		}
		if waits := waiting(s); waits != s.live {
			t.Errorf("%d tasks are not done, %d of them wait", s.live, waits)
		}
	})
}

// waiting counts the tasks that spin, are blocked at a queue, or stand behind
// one that spins for ever.
func waiting(s *Sim) int {
	n := 0
	for c := range s.cpus {
		if s.cpus[c].status == Spinning {
			n++
		}
	}
	lists := slices.Clone(s.ready)
	for _, q := range s.queues {
		lists = append(lists, q.senders, q.receivers)
	}
	for _, l := range lists {
		for task := l.head; task != nobody; task = s.tasks[task].next {
			n++
		}
	}
	return n
}

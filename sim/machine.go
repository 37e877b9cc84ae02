package sim

import "fmt"

// Machine is what the model knows of a computer.
type Machine struct {
	Name     string
	Protocol Protocol
	Home     Home
	Topology Topology
	Latency  Latency

	// Places says where in the topology each CPU sits, where there is not one
	// on every place; a machine of which only some CPUs take part. Nil means
	// one CPU on each place, in order.
	Places []int

	// RequestShare is the share of a transfer's latency that passes before the
	// holder lets go of the line; the data travels for the rest.
	RequestShare float64

	// UnitBytes is the coherence unit: a line, or two where the prefetcher
	// fetches lines in pairs.
	UnitBytes int
}

// CPUs returns how many CPUs the machine has.
func (m Machine) CPUs() int {
	if m.Places != nil {
		return len(m.Places)
	}
	return m.Topology.CPUs()
}

// Distance returns how far apart CPUs a and b are.
func (m Machine) Distance(a, b int) Distance {
	if a == b {
		return SameCPU
	}
	return m.place(a).distance(m.place(b))
}

// place is where a CPU sits: the numbers of its core, its L3 and its socket,
// each counted over the whole machine.
type place struct{ core, l3, socket int32 }

func (m Machine) place(c int) place {
	if m.Places != nil {
		c = m.Places[c]
	}
	t := m.Topology
	core := c / t.Threads
	l3 := core / t.Cores
	return place{int32(core), int32(l3), int32(l3 / t.L3s)}
}

// distance is for two CPUs that are not the same.
func (p place) distance(q place) Distance {
	switch {
	case p.core == q.core:
		return Sibling
	case p.l3 == q.l3:
		return SameL3
	case p.socket == q.socket:
		return OtherL3
	}
	return OtherSocket
}

// Topology is a regular machine: CPUs are numbered thread by thread within a
// core, core by core within an L3, L3 by L3 within a socket.
type Topology struct {
	Sockets, L3s, Cores, Threads int // L3s a socket, cores an L3, threads a core
}

// CPUs returns how many there are.
func (t Topology) CPUs() int { return t.Sockets * t.L3s * t.Cores * t.Threads }

// Distance is how far apart two CPUs are.
type Distance uint8

// The distances, nearest first.
const (
	SameCPU Distance = iota
	Sibling          // the other thread of one core
	SameL3
	OtherL3
	OtherSocket
	distances
)

func (d Distance) String() string {
	return [...]string{"same CPU", "SMT sibling", "same L3", "other L3", "other socket"}[d]
}

// Latency holds the model's times. A transfer's time is from a miss until the
// data is there, with nobody else asking.
type Latency struct {
	Transfer [distances]Time // by distance; the entry of SameCPU is not used
	Clean    Time            // for a line that no other cache must give up
	Hit      Time            // a load or store that hits
	Locked   Time            // a locked operation that hits
}

// Home says what the home of a line does with further requests while one is
// under way.
type Home uint8

// The two kinds of home.
const (
	// Blocks serves one request at a time until its data has arrived.
	Blocks Home = iota
	// Pipelined forwards a request at once, to whoever will hold the line.
	Pipelined
)

func (h Home) String() string { return [...]string{"blocks", "pipelined"}[h] }

// MaxCPUs bounds a machine.
const MaxCPUs = 4096

// Validate returns an error that names the first parameter out of range.
func (m Machine) Validate() error {
	for _, check := range []func() error{m.checkTopology, m.checkPlaces, m.checkLatency} {
		if err := check(); err != nil {
			return err
		}
	}
	switch {
	case m.Protocol > MESIF:
		return fmt.Errorf("protocol number %d is not known", m.Protocol)
	case m.Home > Pipelined:
		return fmt.Errorf("home number %d is not known", m.Home)
	case !(m.RequestShare >= 0 && m.RequestShare <= 1): // false for NaN too
		return fmt.Errorf("the request's share is %v; it must be 0 to 1", m.RequestShare)
	case m.UnitBytes < 8 || m.UnitBytes%8 != 0 || m.UnitBytes > maxUnit:
		return fmt.Errorf("the coherence unit is %d bytes; it must be a multiple of 8 up to %d", m.UnitBytes, maxUnit)
	}
	return nil
}

const (
	maxLatency = 1e12 // a second; more would overflow the clock
	maxUnit    = 1 << 20
)

func (m Machine) checkTopology() error {
	t := m.Topology
	for _, f := range []struct {
		name  string
		value int
	}{{"sockets", t.Sockets}, {"l3s", t.L3s}, {"cores", t.Cores}, {"threads", t.Threads}} {
		if f.value < 1 || f.value > MaxCPUs {
			return fmt.Errorf("%s is %d; it must be 1 to %d", f.name, f.value, MaxCPUs)
		}
	}
	if n := t.CPUs(); n > MaxCPUs {
		return fmt.Errorf("the topology has %d CPUs; the model takes up to %d", n, MaxCPUs)
	}
	return nil
}

func (m Machine) checkPlaces() error {
	if m.CPUs() < 1 {
		return fmt.Errorf("the machine has no CPU")
	}
	taken := make([]bool, m.Topology.CPUs())
	for c, place := range m.Places {
		if place < 0 || place >= len(taken) || taken[place] {
			return fmt.Errorf("CPU %d sits on place %d; it must be a free one of 0 to %d", c, place, len(taken)-1)
		}
		taken[place] = true
	}
	return nil
}

func (m Machine) checkLatency() error {
	for d := Sibling; d < distances; d++ {
		if t := m.Latency.Transfer[d]; m.Topology.has(d) && (t <= 0 || t > maxLatency) {
			return fmt.Errorf("the latency to the %s is %d ps; it must be above 0 and at most %d", d, t, Time(maxLatency))
		}
	}
	for _, f := range []struct {
		name  string
		value Time
	}{{"clean", m.Latency.Clean}, {"hit", m.Latency.Hit}, {"locked", m.Latency.Locked}} {
		if f.value <= 0 || f.value > maxLatency {
			return fmt.Errorf("the latency %s is %d ps; it must be above 0 and at most %d", f.name, f.value, Time(maxLatency))
		}
	}
	return nil
}

// has reports whether two CPUs of the topology are that far apart.
func (t Topology) has(d Distance) bool {
	return [...]int{SameCPU: 2, Sibling: t.Threads, SameL3: t.Cores, OtherL3: t.L3s, OtherSocket: t.Sockets}[d] > 1
}

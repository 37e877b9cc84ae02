package simulator

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/sim"
)

const home = -1 // the number of the home of a line, as traces have it

// tell says in a sentence what the last event was.
func (st *stage) tell(e sim.Event, p sim.Picture) string {
	who := fmt.Sprintf("CPU %d", e.CPU)
	switch e.What {
	case sim.Asked:
		does, has := "read", p.States[e.Line][e.CPU]
		if e.Write {
			does = "write"
		}
		return fmt.Sprintf("%s wants to %s %s and has it %s, so it asks%s.", who, does, st.called(int(e.Line)), has, behind(e, p))
	case sim.Gave:
		switch e.Other {
		case home:
			return fmt.Sprintf("The home gives %s %s.", who, st.called(int(e.Line)))
		case e.CPU:
			return fmt.Sprintf("%s has a copy to read; the others' go, and then it may write.", who)
		}
		return fmt.Sprintf("CPU %d lets go of %s for %s, %s.", e.Other, st.called(int(e.Line)), who, st.far(e.Other, e.CPU))
	case sim.Arrived:
		may := "read"
		if e.Write {
			may = "write"
		}
		return fmt.Sprintf("%s has come to %s, which may %s now.", capital(st.called(int(e.Line))), who, may)
	case sim.Changed:
		return fmt.Sprintf("%s's copy of %s goes from %s to %s: %s.", who, st.called(int(e.Line)), sim.State(e.Old), sim.State(e.New), meanings[e.New])
	case sim.Operated:
		return st.deed(e)
	case sim.WroteBack:
		return fmt.Sprintf("%s sends the home its data of %s, which hold %s.", who, st.called(int(e.Line)), writes(e.Version))
	}
	if sim.Status(e.Old) == sim.Idle {
		return who + " begins to work."
	}
	return who + " " + st.became(e) + "."
}

// deed says what an operation did.
func (st *stage) deed(e sim.Event) string {
	who, place := fmt.Sprintf("CPU %d", e.CPU), st.place(e.Addr)
	switch {
	case e.Failed:
		return fmt.Sprintf("%s exchanges %s and finds it taken: it has the line but not the lock.", who, place)
	case e.Kind == sim.TAS || e.Kind == sim.TTAS:
		return fmt.Sprintf("%s exchanges %s and finds it free: it is inside.", who, place)
	case e.Kind == sim.Lock:
		return fmt.Sprintf("%s draws a ticket of %s.", who, place)
	case e.Kind == sim.Unlock:
		return fmt.Sprintf("%s gives %s back, by a store.", who, place)
	case e.Kind == sim.Advance && st.roles[e.CPU] == string(probes.Sender):
		return fmt.Sprintf("%s moves %s on: there is a message more to take.", who, place)
	case e.Kind == sim.Advance:
		return fmt.Sprintf("%s moves %s on: there is room for a message more.", who, place)
	case e.Kind == sim.Load && st.waitedFor[e.Addr]:
		return fmt.Sprintf("%s looks at %s, in a copy that holds %s.", who, place, writes(e.Version))
	}
	return fmt.Sprintf("%s %s %s, in a copy that holds %s.", who, verbs[e.Kind], place, writes(e.Version))
}

var (
	meanings = [...]string{
		sim.Invalid: "the next access must ask", sim.Shared: "it may read", sim.Exclusive: "nobody else has it, nothing is written yet",
		sim.Modified: "the only copy, newer than memory", sim.Owned: "newer than memory, others may read", sim.Forward: "it may read, and answers readers",
	}
	verbs = map[sim.Kind]string{
		sim.Load: "reads", sim.Store: "writes", sim.Add: "adds to", sim.Lock: "draws a ticket of", sim.Unlock: "gives back",
		sim.TAS: "takes", sim.TTAS: "takes", sim.Advance: "moves on",
	}
)

// became says what a CPU is doing now.
func (st *stage) became(e sim.Event) string {
	switch sim.Status(e.New) {
	case sim.Idle:
		return "has nothing to do: no message to take, or no room for one"
	case sim.Waiting:
		return "stops and waits"
	case sim.Spinning:
		switch {
		case len(st.built.Rings) == 0:
			return "spins on its own copy until the lock's line is taken from it"
		case st.roles[e.CPU] == string(probes.Sender):
			return "finds the ring full, and spins on its own copy of received"
		}
		return "finds the ring empty, and spins on its own copy of sent"
	}
	return "goes on"
}

func writes(n uint32) string {
	if n == 1 {
		return "1 write"
	}
	return grouped(int64(n)) + " writes"
}

// place is how sentences call a word: "count of pid".
func (st *stage) place(addr int32) string {
	name := st.built.Names[addr]
	if object, _, found := strings.Cut(name, "."); found {
		return st.word(name) + " of " + object
	}
	return st.word(name)
}

// behind says who waits for the same line already.
func behind(e sim.Event, p sim.Picture) string {
	n := 0
	for c, ask := range p.Asks {
		if c != int(e.CPU) && ask.Waits && ask.Line == e.Line {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return ", behind another"
	}
	return fmt.Sprintf(", behind %d others", n)
}

func (st *stage) far(a, b int32) string { return st.machine.Distance(int(a), int(b)).String() }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// phase is how far a message is.
type phase uint8

const (
	ahead phase = iota
	underWay
	done
)

// hop is one message of a request: the way to a place, drawn behind it.
type hop struct {
	label string
	data  bool // carries the line, or the right to write it
	phase phase
	to    string
	cpu   int32 // it goes to, home where it is none
}

// errand is the messages of one request.
type errand struct {
	cpu  int32 // that asked
	hops []hop
}

// errandAt returns the request that the cursor's last event belongs to, or
// else the newest one before it, and false where there was none.
func (st *stage) errandAt(events []sim.Event, p sim.Picture) (errand, bool) {
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		switch e.What {
		case sim.Asked:
			if behind(e, p) != "" { // who will answer is not known yet
				return errand{cpu: e.CPU, hops: []hop{request(e, underWay)}}, true
			}
			return st.errand(e, st.answers(e, p), underWay, ahead), true
		case sim.Gave:
			return st.errand(e, e.Other, done, underWay), true
		case sim.Arrived:
			return st.errand(e, e.Other, done, done), true
		}
	}
	return errand{}, false
}

// answers is who will answer a request as things stand: the CPU that has the
// line, the requester itself where it has a copy to write, or the home.
func (st *stage) answers(e sim.Event, p sim.Picture) int32 {
	for c, s := range p.States[e.Line] {
		if s != sim.Shared && s != sim.Invalid && c != int(e.CPU) {
			return int32(c)
		}
	}
	if e.Write && p.States[e.Line][e.CPU] != sim.Invalid {
		return e.CPU
	}
	return home
}

// request is the first message of one.
func request(e sim.Event, p phase) hop {
	label := "GetS"
	if e.Write {
		label = "GetM"
	}
	return hop{label: label, phase: p, to: "home", cpu: home}
}

// errand draws up the messages of a request that giver answers.
func (st *stage) errand(e sim.Event, giver int32, asking, giving phase) errand {
	first, who := request(e, asking), fmt.Sprintf("CPU %d", e.CPU)
	t := errand{cpu: e.CPU, hops: []hop{first}}
	switch giver {
	case home:
		t.hops = append(t.hops, hop{label: "data", data: true, phase: giving, to: who, cpu: e.CPU})
	case e.CPU:
		t.hops = append(t.hops, hop{label: "Inv", phase: asking, to: "sharers", cpu: home},
			hop{label: "acks", data: true, phase: giving, to: who, cpu: e.CPU})
	default:
		t.hops = append(t.hops, hop{label: "Fwd-" + first.label, phase: asking, to: fmt.Sprintf("CPU %d", giver), cpu: giver},
			hop{label: "data, " + st.far(giver, e.CPU), data: true, phase: giving, to: who, cpu: e.CPU})
	}
	return t
}

// tellShort is what fits everywhere.
func (st *stage) tellShort(e sim.Event) string {
	who := fmt.Sprintf("CPU %d", e.CPU)
	switch e.What {
	case sim.Asked:
		if e.Write {
			return who + " asks to write, and waits."
		}
		return who + " asks to read, and waits."
	case sim.Gave:
		return "The data for " + who + " is under way."
	case sim.Arrived:
		return "The line is at " + who + "."
	case sim.Changed:
		return fmt.Sprintf("%s: %s to %s.", who, sim.State(e.Old), sim.State(e.New))
	case sim.Operated:
		if e.Failed {
			return who + " finds " + st.word(st.built.Names[e.Addr]) + " taken."
		}
		return fmt.Sprintf("%s %s %s.", who, verbs[e.Kind], st.word(st.built.Names[e.Addr]))
	case sim.WroteBack:
		return who + " sends the home its data."
	}
	return who + " is " + sim.Status(e.New).String() + "."
}

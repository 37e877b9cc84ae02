package verdict

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/sim/paths"
)

// reason explains a finding where what changed is understood and the finding
// is the one that it explains. Elsewhere it only names what changed.
func reason(experiment string, a, b probes.Scenario, f finding) string {
	if a == b {
		return twins(f)
	}
	var text string
	switch {
	case f == unknown:
	case experiment == "counters":
		text = counters(a, b, f)
	case a.Path != "" && b.Path != "":
		text = references(a, b, f)
	case experiment == "sockets" || experiment == "hackbench" || experiment == "seqpacket":
		text = passcred(a, b, f)
	case experiment == "lock":
		text = locks(a, b, f)
	case experiment == "semaphores":
		text = semops(a, b, f)
	case experiment == "rwlock":
		text = readLocks(a, b, f)
	case experiment == "spinlock":
		text = spinlocks(a, b, f)
	case experiment == "ring":
		text = rings(a, b, f)
	}
	if text == "" {
		text = "Changed from A to B: " + Changes(a, b) + "."
	}
	return text
}

// twins speaks of an arm held against itself, the test of the test.
func twins(f finding) string {
	if f == faster || f == slower {
		return "A and B are the same scenario: about one such run in twenty claims a difference that is not there."
	}
	return "A and B are the same scenario."
}

// only reports whether nothing but these words changed.
func only(a, b probes.Scenario, words ...string) bool {
	for _, name := range changed(a, b) {
		if !slices.Contains(words, name) {
			return false
		}
	}
	return true
}

// counters explains the four cells of counter and line, where several CPUs
// write.
func counters(a, b probes.Scenario, f finding) string {
	if !only(a, b, "counter", "line") || a.Writers+a.Readers < 2 || a.Op == probes.OpLoad {
		return ""
	}
	const one, each, shared, padded = probes.CounterOne, probes.CounterEach, probes.LineShared, probes.LinePadded
	type cells struct {
		from, on, to, onto string
		f                  finding
	}
	switch (cells{a.Counter, a.Line, b.Counter, b.Line, f}) {
	case cells{each, shared, each, padded, faster}:
		return "Each CPU has a line of its own now, so no operation waits for another CPU."
	case cells{each, padded, each, shared, slower}:
		return "The counters lie on one line now, so every CPU that writes takes it from another."
	case cells{one, shared, one, padded, same}, cells{one, padded, one, shared, same}:
		return "All CPUs write the one counter either way: padding moves its neighbours, not the sharing."
	case cells{one, shared, each, shared, same}, cells{each, shared, one, shared, same}:
		return "A line travels as a whole: counters of their own on one line bounce as one counter does."
	case cells{one, shared, each, padded, faster}, cells{one, padded, each, padded, faster}:
		return "Each CPU has a counter of its own on a line of its own now: nothing is shared any more."
	case cells{each, padded, one, shared, slower}, cells{each, padded, one, padded, slower}:
		return "All CPUs write one counter now, so its line travels from each to the next."
	}
	return ""
}

// references counts what the two paths cost a message.
func references(a, b probes.Scenario, f finding) string {
	if !only(a, b, "path", "pid-ref", "cred-ref", "passcred", "send") || a.Counter == probes.CounterEach {
		return ""
	}
	before, knownA := locked(a)
	after, knownB := locked(b)
	switch {
	case !knownA || !knownB:
	case after == 0 && before > 0 && f == faster:
		return fmt.Sprintf("A message in A takes %d locked operations on references that both CPUs write; in B it takes none.", before)
	case after < before && f == faster, after > before && f == slower:
		return fmt.Sprintf("A message takes %d locked operations on shared references in A and %d in B.", before, after)
	case after != before && f == same:
		return fmt.Sprintf("A message takes %d locked operations on references in A and %d in B: too little beside the rest of its work to show.", before, after)
	}
	return ""
}

// locked returns the locked operations that a message costs, both ends
// together, and false where the path does not know the combination.
func locked(s probes.Scenario) (int, bool) {
	program, err := paths.Lookup(s.Path, paths.Options{
		SenderPassCred:   s.PassCred == probes.PassCredSender || s.PassCred == probes.PassCredBoth,
		ReceiverPassCred: s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth,
		Explicit:         s.Send == probes.SendExplicit,
		Stream:           s.Socket == "" || s.Socket == probes.SocketStream,
	})
	if err != nil {
		return 0, false
	}
	n := 0
	for _, side := range []paths.Side{program.Sender, program.Receiver} {
		for _, step := range slices.Concat(side.Before, side.After) {
			off := step.Object == paths.Pid && s.PidRef == probes.Off || step.Object == paths.Cred && s.CredRef == probes.Off
			if step.Delta != 0 && !off {
				n++
			}
		}
	}
	return n, true
}

// wants reports whether the receiver asks, and so calls recvmsg.
func wants(s probes.Scenario) bool {
	return s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth
}

// passcred explains SO_PASSCRED on the real socket.
func passcred(a, b probes.Scenario, f finding) string {
	if !only(a, b, "passcred") {
		return ""
	}
	off := probes.PassCredOff
	switch {
	case f == same:
		return "What credentials cost here is too little beside the system calls around them for this run to tell."
	case wants(a) && b.PassCred == off && f == faster:
		return "Nobody asked for credentials in B, so the kernel neither took references for a message nor passed any on, and the receiver calls read instead of recvmsg."
	case a.PassCred != off && b.PassCred == off && f == faster:
		return "Nobody asked for credentials in B, so the kernel neither took references for a message nor passed any on."
	case a.PassCred == off && b.PassCred != off && f == slower:
		return "With SO_PASSCRED set the kernel takes references on the sender's pid for every message."
	}
	return ""
}

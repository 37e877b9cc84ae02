package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/sim/paths"
)

// name says in a few words what an arm is.
func name(e *experiment, s probes.Scenario) string {
	switch {
	case s.Path != "":
		return pathName(s)
	case e.knows("op"):
		return counterName(s)
	}
	return socketName(s)
}

func counterName(s probes.Scenario) string {
	text := map[[2]string]string{
		{probes.CounterOne, probes.LineShared}:  "one counter for all",
		{probes.CounterOne, probes.LinePadded}:  "one counter for all, padded",
		{probes.CounterEach, probes.LineShared}: "a counter each, on one line",
		{probes.CounterEach, probes.LinePadded}: "a counter each, padded",
	}[[2]string{s.Counter, s.Line}]
	return text
}

func pathName(s probes.Scenario) string {
	text := map[string]string{
		paths.Always:   "credentials on every write (2011)",
		paths.Noref:    "on every write, fewer references",
		paths.Request:  "credentials only on request",
		paths.PassCred: "only if SO_PASSCRED is set",
		paths.Modern:   "as today's kernels count",
	}[s.Path]
	return text
}

func socketName(s probes.Scenario) string {
	switch s.PassCred {
	case probes.PassCredOff, "":
		return "SO_PASSCRED off"
	case probes.PassCredBoth:
		return "SO_PASSCRED on both ends"
	}
	return "SO_PASSCRED on the " + s.PassCred
}

// code says in one line of code what each CPU of an arm does, in wordings
// from the longest to the shortest.
func code(e *experiment, s probes.Scenario, lineBytes int) []string {
	switch {
	case s.Path != "":
		return pathCode(s)
	case e.knows("op"):
		return counterCode(s, lineBytes)
	}
	return socketCode(s)
}

func counterCode(s probes.Scenario, lineBytes int) []string {
	target, where := "count", "all CPUs the same"
	if s.Counter == probes.CounterEach {
		target, where = "count[cpu]", "8 bytes apart"
		if s.Line == probes.LinePadded {
			where = fmt.Sprintf("%d bytes apart", lineBytes)
		}
	} else if s.Line == probes.LinePadded {
		where = "alone on its line"
	}
	act := map[string]string{
		probes.OpLock: "lock " + target + "++", probes.OpPlain: target + "++",
		probes.OpStore: target + " = n", probes.OpLoad: "read " + target,
	}[s.Op]
	if s.Batch > 1 {
		act = strings.TrimSuffix(act, "++") + fmt.Sprintf(" += %d", s.Batch)
	}
	text := act + ", " + where
	if s.Neighbours == probes.On {
		return []string{text + ", and read level, nr, ns", text + " + 3 reads", text, act}
	}
	return []string{text, act}
}

func pathCode(s probes.Scenario) []string {
	pid, cred, known := references(s)
	where := "over a ring"
	if s.Transport == probes.TransportSocketpair {
		where = "over a real socket"
	}
	switch total := pid + cred; {
	case !known:
		return []string{"what this costs a message is not known"}
	case total == 0:
		return []string{"a message " + where + ": no references", "a message takes no reference"}
	default:
		short := fmt.Sprintf("%d locked ops, pid %d, cred %d", total, pid, cred)
		return []string{fmt.Sprintf("a message %s: %s", where, short), "a message: " + short, short}
	}
}

// references returns the locked operations that a message costs on each
// object, both ends together, and false where that is not known.
func references(s probes.Scenario) (pid, cred int, known bool) {
	program, err := paths.Lookup(s.Path, paths.Options{
		SenderPassCred:   s.PassCred == probes.PassCredSender || s.PassCred == probes.PassCredBoth,
		ReceiverPassCred: s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth,
		Explicit:         s.Send == probes.SendExplicit,
		Stream:           s.Socket == "" || s.Socket == probes.SocketStream,
	})
	for _, side := range []paths.Side{program.Sender, program.Receiver} {
		for _, steps := range [][]paths.Step{side.Before, side.After} {
			for _, step := range steps {
				switch {
				case step.Delta == 0:
				case step.Object == paths.Pid && s.PidRef != probes.Off:
					pid++
				case step.Object == paths.Cred && s.CredRef != probes.Off:
					cred++
				}
			}
		}
	}
	return pid, cred, err == nil
}

func socketCode(s probes.Scenario) []string {
	size := s.Size
	if size == 0 {
		size = 100
	}
	send, receive := "write()", "read()"
	if s.Send == probes.SendExplicit {
		send = "sendmsg() naming itself"
	}
	if s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth {
		receive = "recvmsg() with credentials"
	}
	return []string{
		fmt.Sprintf("SOCK_%s, %d bytes: %s, %s", strings.ToUpper(s.Socket), size, send, receive),
		fmt.Sprintf("%d bytes: %s, %s", size, send, receive),
		fmt.Sprintf("%d B: %s", size, receive),
	}
}

// price says what an arm costs besides, "" where it is nothing to speak of.
func price(e *experiment, s probes.Scenario, lineBytes int) string {
	n := s.Writers + s.Readers
	if !e.knows("op") || s.Counter != probes.CounterEach || n < 2 {
		return ""
	}
	if s.Line == probes.LinePadded {
		return fmt.Sprintf("a total now takes %d reads and %d bytes", n, n*lineBytes)
	}
	return fmt.Sprintf("a total takes %d reads of one line", n)
}

// still says why an arm has no hand-offs to show, in two wordings, or "" where
// it may have some.
func still(e *experiment, s probes.Scenario) []string {
	pid, cred, _ := references(s)
	switch {
	case s.Path != "" && pid+cred == 0:
		return []string{"no hand-offs to show: no CPU writes these lines", "no hand-offs: no CPU writes the lines"}
	case s.Path != "":
	case !e.knows("op"):
		return []string{"no hand-offs to show: the kernel's lines cannot be seen from here", "no hand-offs: kernel lines are hidden"}
	case s.Op == probes.OpLoad:
		return []string{"no hand-offs to show: all CPUs only read, and copies can be shared", "no hand-offs: reading moves no line"}
	case s.Writers+s.Readers == 0:
		return []string{"no hand-offs to show: nobody writes", "no hand-offs: nobody writes"}
	}
	return nil
}

// effect says in plain words what one word's new value does.
func effect(s probes.Scenario, word string, lineBytes int) string {
	value := s.Get(word)
	switch word + "=" + value {
	case "counter=one":
		return "All CPUs write one counter: true sharing, which padding cannot cure."
	case "counter=each":
		return "Each CPU has a counter of its own; whether they share a line is for l to say."
	case "line=shared":
		return "Counters and neighbours lie on one line, and a line travels as a whole."
	case "line=padded":
		if s.Counter == probes.CounterEach {
			n := max(1, s.Writers+s.Readers)
			return fmt.Sprintf("Each counter has a line of its own; the price: a total takes %d reads and %d bytes.", n, n*lineBytes)
		}
		return "The counter has a line to itself, but all CPUs still write it."
	case "op=lock":
		return "A locked add must own the line before it adds."
	case "op=plain":
		return "A plain add loses updates between CPUs, and a store buffer hides much of the wait."
	case "op=store":
		return "A store waits in the store buffer, so the CPU hardly feels that the line is away."
	case "op=load":
		return "Readers share a line: each keeps a copy, and nothing has to move."
	case "neighbours=on":
		return "Each operation also reads fields beside the count, and misses when their line is away."
	case "neighbours=off":
		return "The fields beside the count are no longer read."
	case "pid-ref=on", "cred-ref=on":
		return fmt.Sprintf("Each message counts its references on struct %s again.", strings.TrimSuffix(word, "-ref"))
	case "pid-ref=off", "cred-ref=off":
		return fmt.Sprintf("What if messages took no reference on struct %s: its line need not move for them.", strings.TrimSuffix(word, "-ref"))
	case "transport=ring":
		return "No system call around the message, so references are most of its work."
	case "transport=socketpair":
		return "A real system call at each end: the references are little beside it."
	case "track=on":
		return "Hand-offs are counted in every window now; what slows down is the cost of counting."
	case "track=off":
		return "Hand-offs are counted only in captures, which are not compared."
	}
	return effectOfNumber(s, word)
}

func effectOfNumber(s probes.Scenario, word string) string {
	switch word {
	case "batch":
		if s.Batch <= 1 {
			return "Every addition goes to the line."
		}
		return fmt.Sprintf("Each CPU gathers %d additions in a register before it asks for the line.", s.Batch)
	case "observers":
		switch s.Observers {
		case 0:
			return "Nobody only reads the neighbours now."
		}
		where := "beside the count: each write takes their copies away"
		if s.Line == probes.LinePadded {
			where = "on a line of their own, where no write disturbs them"
		}
		return fmt.Sprintf("%s only reading the fields %s.", plural(s.Observers, "CPU"), where)
	case "path":
		pid, cred, known := references(s)
		if known {
			return fmt.Sprintf("A message takes %d locked operations on pid and %d on cred.", pid, cred)
		}
	case "passcred":
		if s.Path == "" || s.Path == paths.PassCred || s.Path == paths.Modern {
			return "Who asks for credentials decides whether a message carries them."
		}
		return "On this path a message costs the same whoever sets SO_PASSCRED."
	case "send":
		return "An explicit SCM_CREDENTIALS is looked up and counted whatever the path."
	case "size":
		return "A longer message spends more of its time on copying."
	case "socket":
		return "The kind of socket changes the system calls around the references."
	}
	return ""
}

package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
)

// socketPortrait is that of a real socket without references of ours.
var socketPortrait = portrait{
	name: socketName, code: socketCode, still: socketStill, effect: socketEffect, refuse: socketRefuse, published: true,
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

func socketCode(s probes.Scenario, _ int) []string {
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

func socketStill(probes.Scenario) []string {
	return []string{"no hand-offs to show: the kernel's lines cannot be seen from here", "no hand-offs: kernel lines are hidden"}
}

func socketRefuse(_ probes.Scenario, word string) string {
	switch word {
	case "pid-ref", "cred-ref", "counter", "line", "neighbours":
		return "without a path there are no references of ours around the socket. Press a for one."
	}
	return ""
}

func socketEffect(s probes.Scenario, word string, _ int) string {
	switch word + "=" + s.Get(word) {
	case "transport=ring":
		return "No system call around the message, so references are most of its work."
	case "transport=socketpair":
		return "A real system call at each end: the references are little beside it."
	}
	switch word {
	case "passcred":
		return "Who asks for credentials decides whether a message carries them."
	case "send":
		return "An explicit SCM_CREDENTIALS is looked up and counted whatever the path."
	case "size":
		return "A longer message spends more of its time on copying."
	case "socket":
		return "The kind of socket changes the system calls around the references."
	}
	return ""
}

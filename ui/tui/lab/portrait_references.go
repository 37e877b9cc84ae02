package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/sim/paths"
	"linebounce/ui/tui/widgets"
)

// referencePortrait is that of messages that count references of ours, over a
// ring or around a real socket.
var referencePortrait = portrait{
	name: pathName, code: pathCode, maps: referenceMaps, still: referenceStill, apart: counterApart,
	effect: referenceEffect, refuse: referenceRefuse, published: true,
}

func pathName(s probes.Scenario) string {
	return map[string]string{
		paths.Always:   "credentials on every write (2011)",
		paths.Noref:    "on every write, fewer references",
		paths.Request:  "credentials only on request",
		paths.PassCred: "only if SO_PASSCRED is set",
		paths.Modern:   "as today's kernels count",
	}[s.Path]
}

func pathCode(s probes.Scenario, _ int) []string {
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

// shownFields are the fields of 2011 that the paths read, and enough of the
// others to see what lies between.
var shownFields = map[paths.Object][]string{
	paths.Pid:  {"count", "level", "tasks", "rcu", "nr", "ns"},
	paths.Cred: {"count", "uid", "euid", "egid", "fsuid", "caps"},
}

// surroundings are those that no path reads.
var surroundings = map[string]bool{"tasks": true, "rcu": true, "uid": true, "fsuid": true, "caps": true}

// referenceMaps follows probes/references: the structures of Linux 3.0.
func referenceMaps(s probes.Scenario, _ int) []lineMap {
	var list []lineMap
	track := 0
	for _, layout := range []paths.Layout{paths.Pid2011, paths.Cred2011} {
		title := "struct " + string(layout.Object)
		lines := 1
		if counterApart(s) {
			lines = 2
		}
		for i := range lines {
			line := lineMap{title: title, track: track}
			if lines > 1 {
				line.title = fmt.Sprintf("%s %d", layout.Object, cpuOf(s, i))
			}
			if s.Line == probes.LinePadded {
				line.fields = []widgets.Field{{Name: "count", Written: true}}
			} else {
				line.fields = structFields(layout, s)
			}
			list = append(list, line)
			track++
		}
	}
	return list
}

func structFields(layout paths.Layout, s probes.Scenario) []widgets.Field {
	var fields []widgets.Field
	for _, name := range shownFields[layout.Object] {
		fields = append(fields, widgets.Field{Name: name, Offset: layout.Offset(name), Written: name == "count", Context: surroundings[name]})
	}
	if s.Counter == probes.CounterEach { // the second count lies in space that no path touches
		second := "tasks"
		if layout.Object == paths.Cred {
			second = "caps"
		}
		for i := range fields {
			if fields[i].Name == second {
				fields[i] = widgets.Field{Name: "count", Offset: fields[i].Offset, Written: true}
			}
		}
	}
	return fields
}

func referenceStill(s probes.Scenario) []string {
	if pid, cred, _ := references(s); pid+cred == 0 {
		return []string{"no hand-offs to show: no CPU writes these lines", "no hand-offs: no CPU writes the lines"}
	}
	return nil
}

func referenceRefuse(s probes.Scenario, word string) string {
	if s.Transport == probes.TransportSocketpair {
		return ""
	}
	switch {
	case word == "size":
		return "the ring's slots have one size. Press t for a real socket."
	case word == "socket" && s.Path != paths.Modern:
		return "over a ring the kind of socket only matters on path modern. Press a for that, or t for a real socket."
	case word == "passcred" && s.Path != paths.PassCred && s.Path != paths.Modern:
		return fmt.Sprintf("path %s counts the same whoever sets SO_PASSCRED. Press a for path passcred or modern.", s.Path)
	}
	return ""
}

func referenceEffect(s probes.Scenario, word string, lineBytes int) string {
	switch word + "=" + s.Get(word) {
	case "pid-ref=on", "cred-ref=on":
		return fmt.Sprintf("Each message counts its references on struct %s again.", strings.TrimSuffix(word, "-ref"))
	case "pid-ref=off", "cred-ref=off":
		return fmt.Sprintf("What if messages took no reference on struct %s: its line need not move for them.", strings.TrimSuffix(word, "-ref"))
	}
	if word == "path" {
		if pid, cred, known := references(s); known {
			return fmt.Sprintf("A message takes %d locked operations on pid and %d on cred.", pid, cred)
		}
	}
	if word == "passcred" && s.Path != paths.PassCred && s.Path != paths.Modern {
		return "On this path a message costs the same whoever sets SO_PASSCRED."
	}
	if text := socketEffect(s, word, lineBytes); text != "" {
		return text
	}
	return sharingEffect(s, word, lineBytes)
}

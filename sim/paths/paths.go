// Package paths holds what a message over an AF_UNIX socket costs in
// references, version by version of Linux, and where the referenced fields lie
// in memory. The model and the messages probe both run from it.
//
// The operation counts were read in the Linux source at the commits named at
// each path. Only operations on struct pid and struct cred are listed: what
// every message costs besides (queue lock, send-memory counter, the packet) is
// not credentials' doing.
package paths

import "fmt"

// Object is a structure that a message takes references on.
type Object string

// The two structures, each with its count at offset 0.
const (
	Pid  Object = "pid"
	Cred Object = "cred"
)

// A Step is one access of one CPU to an object: a locked add of Delta to its
// count, or, where Delta is 0, a plain read of Field.
type Step struct {
	Object Object
	Delta  int32
	Field  string
}

// A Side is what one end does around the message: before the data is copied
// and, on the sender, queued; and after.
type Side struct{ Before, After []Step }

// A Program is the credential work of one message, from write to read.
type Program struct{ Sender, Receiver Side }

// Options say what a path's cost depends on besides the path.
type Options struct {
	SenderPassCred, ReceiverPassCred bool // SO_PASSCRED set on that end
	Explicit                         bool // the sender names SCM_CREDENTIALS itself
	Stream                           bool // SOCK_STREAM, as against DGRAM and SEQPACKET
}

// The paths, oldest first.
const (
	Always   = "always"   // 7361c36c5224: every write carries pid and cred
	Noref    = "noref"    // 0856a304: credentials still always, fewer references
	Request  = "request"  // the repair as posted in 2011: only when asked for
	PassCred = "passcred" // 16e57262: also when SO_PASSCRED is set on either end
	Modern   = "modern"   // since 6b0ee8c036ec: no reference on cred
)

// Names lists the paths, oldest first.
func Names() []string { return []string{Always, Noref, Request, PassCred, Modern} }

func get(o Object) Step { return Step{Object: o, Delta: +1} }
func put(o Object) Step { return Step{Object: o, Delta: -1} }

// pidReads is what pid_nr_ns reads, credReads what cred_to_ucred reads.
var (
	pidReads  = []Step{{Object: Pid, Field: "level"}, {Object: Pid, Field: "ns"}, {Object: Pid, Field: "nr"}}
	credReads = []Step{{Object: Cred, Field: "euid"}, {Object: Cred, Field: "egid"}}
)

func steps(parts ...[]Step) []Step {
	var all []Step
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// Lookup returns the program of one message on a path, or an error where the
// combination was never read in the source and so is not known here.
func Lookup(path string, o Options) (Program, error) {
	asked := o.SenderPassCred || o.ReceiverPassCred
	switch path {
	case Always:
		if !o.Explicit {
			return always(), nil
		}
	case Noref:
		if !o.Explicit {
			return noref(), nil
		}
	case Request:
		if o.Explicit {
			return explicit(3), nil
		}
		return Program{}, nil
	case PassCred:
		if !o.Explicit && asked {
			return onRequest(true, 3), nil
		}
		if !o.Explicit {
			return Program{}, nil
		}
	case Modern:
		return modern(o), nil
	default:
		return Program{}, fmt.Errorf("no path is called %q", path)
	}
	return Program{}, fmt.Errorf("what an explicit SCM_CREDENTIALS costs on path %s is not known", path)
}

// always: scm_set_cred takes one reference of each and translates the ids,
// unix_scm_to_skb takes another for the packet, scm_destroy drops the first;
// the receiver mirrors it.
func always() Program {
	pair := []Step{get(Pid), get(Cred)}
	drop := []Step{put(Pid), put(Cred)}
	return Program{
		Sender:   Side{Before: steps(pair, pidReads, credReads, pair), After: drop},
		Receiver: Side{Before: steps(pair, pidReads, credReads), After: steps(drop, drop)},
	}
}

// noref: the cookies borrow the caller's and the packet's references.
func noref() Program {
	return Program{
		Sender:   Side{Before: steps(pidReads, credReads, []Step{get(Pid), get(Cred)})},
		Receiver: Side{Before: steps(pidReads, credReads), After: []Step{put(Pid), put(Cred)}},
	}
}

// onRequest: the sender takes the packet's references only; a receiver that
// hands credentials on takes and drops one more.
func onRequest(cred bool, receiverPid int) Program {
	p := Program{Sender: Side{Before: []Step{get(Pid)}}, Receiver: Side{After: []Step{put(Pid)}}}
	if receiverPid == 3 {
		p.Receiver = Side{Before: steps([]Step{get(Pid)}, pidReads), After: []Step{put(Pid), put(Pid)}}
	}
	if cred {
		p.Sender.Before = append(p.Sender.Before, get(Cred))
		p.Receiver.Before = steps(p.Receiver.Before, []Step{get(Cred)}, credReads)
		p.Receiver.After = append(p.Receiver.After, put(Cred), put(Cred))
	}
	return p
}

// explicit: the sender looks its pid up, copies it into the packet and drops
// its own. The cred is a private copy, so nothing on it bounces.
func explicit(receiverPid int) Program {
	p := onRequest(false, receiverPid)
	p.Sender = Side{Before: steps([]Step{get(Pid)}, pidReads, []Step{get(Pid)}), After: []Step{put(Pid)}}
	return p
}

func modern(o Options) Program {
	receiverPid := 3
	if o.Stream && !o.ReceiverPassCred {
		receiverPid = 1
	}
	switch {
	case o.Explicit:
		return explicit(receiverPid)
	case o.SenderPassCred || o.ReceiverPassCred:
		return onRequest(false, receiverPid)
	}
	return Program{}
}

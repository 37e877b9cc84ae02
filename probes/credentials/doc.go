// Package credentials asks the running kernel who receives which credentials
// over AF_UNIX sockets, by real messages: every type of socket, SO_PASSCRED on
// either end, both or none, written plainly or with SCM_CREDENTIALS, and the
// corner cases around it. What it should answer was seen on Linux 6.18; a kernel
// that answers otherwise is a finding, not a failure.
package credentials

// Row is one question to the kernel and its answer.
type Row struct {
	Socket   string // type of the socket, in the words of a scenario
	PassCred string // where SO_PASSCRED was set when the message was sent: off, sender, receiver or both
	Send     string // plain or explicit
	Case     Case
	Expected Answer
	Observed Answer // "" where the question could not be put here
	Detail   string // the numbers that arrived, "" where none did
	Why      string // a sentence that says why nothing was observed, "" where something was
	Source   string // where Expected is from
}

// Shown reports whether the question could be put on this machine.
func (r Row) Shown() bool { return r.Why == "" }

// Same reports whether the kernel answered as expected.
func (r Row) Same() bool { return r.Shown() && r.Observed == r.Expected }

// Case names what is particular about a row.
type Case string

// The cases, in the order of the rows.
const (
	Usual       Case = "usual"
	SetLate     Case = "set after sending"        // the receiver sets SO_PASSCRED when the message waits already
	ClearedLate Case = "cleared before receiving" // the receiver clears it when the message waits already
	NoRoom      Case = "no room for control data" // recvmsg without a control buffer
	PlainRead   Case = "plain read"               // read(2), which has no control buffer
	OtherPid    Case = "another's pid, unprivileged"
	OtherUID    Case = "another's uid, unprivileged"
	NoSuchPid   Case = "a pid of no process"
	TwoWriters  Case = "two writers, one read" // two processes wrote into a stream before it is read
	Accepted    Case = "accepted socket"       // SO_PASSCRED was set on the listener only
)

// Answer is what came of a message.
type Answer string

// The answers. The last five are those that the numbers are told apart by; any
// other error is answered by its name, such as EPERM.
const (
	None      Answer = "no control message"
	Senders   Answer = "the sender's pid, uid, gid"
	AsNamed   Answer = "as named"
	Nobody    Answer = "pid 0, overflow uid and gid"
	Strangers Answer = "somebody else's"

	Truncated Answer = "MSG_CTRUNC, data whole"
	Whole     Answer = "data whole"
	Lost      Answer = "data lost"
	Both      Answer = "both writes"
	First     Answer = "the first write only"
	Inherited Answer = "inherited, and the sender's arrive"
	Forgotten Answer = "not inherited"
	Refused   Answer = "EPERM"
	NoProcess Answer = "ESRCH"
)

// Reference names the oldest kernel that is known to answer as expected.
const Reference = "Linux 6.18"

// Where the expected answers are from. The rule without credentials on either
// end is the repair's; the rest was seen.
const (
	seen   = "seen on " + Reference + ", x86-64"
	repair = "commit 16e57262, 2011; " + seen
	manual = "unix(7); " + seen
)

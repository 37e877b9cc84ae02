package sim

// Kind is what one operation of a program does.
type Kind uint8

// The operations.
const (
	Compute Kind = iota // works for Time without touching shared memory
	Load                // reads the word at Addr
	Store               // writes it
	Add                 // a locked add
	Send                // puts a message into queue Object; blocks while it is full
	Receive             // takes one out; blocks while it is empty
	Lock                // takes the ticket lock at Addr: a locked add, then loads until its turn has come
	Unlock              // gives it back: a store
	Count               // one unit of work is done: a message, a call
	TAS                 // takes the spinlock at Addr: locked exchanges, over and over until one finds it free
	TTAS                // takes it by looking, with loads, until it is free, and only then an exchange
	Await               // goes on when ring Object has room, or a message; Addr is the other end's index
	Advance             // moves the end's own index of ring Object, at Addr, on by one: a store
	kinds
)

func (k Kind) String() string {
	return [...]string{"compute", "load", "store", "add", "send", "receive", "lock", "unlock", "count", "tas", "ttas", "await", "advance"}[k]
}

// Accesses reports whether the operation touches the word at Addr.
func (k Kind) Accesses() bool {
	switch k {
	case Load, Store, Add, Lock, Unlock, TAS, TTAS, Await, Advance:
		return true
	}
	return false
}

// Writes reports whether it writes that word.
func (k Kind) Writes() bool { return k.Accesses() && k != Load && k != Await }

// Locked reports whether it writes by a locked operation.
func (k Kind) Locked() bool { return k == Add || k == Lock || k.spins() }

// spins reports whether it takes a spinlock.
func (k Kind) spins() bool { return k == TAS || k == TTAS }

// Op is one operation of a program.
type Op struct {
	Kind   Kind
	Addr   int32 // byte address of the word, for operations that access one
	Object int32 // number of the queue, or of the ring
	Time   Time  // of Compute: the mean
	Jitter bool  // a Compute that takes between half and one and a half times its mean
}

// Task runs a program over and over. Tasks may outnumber CPUs; one keeps its CPU
// until it blocks at a queue or has finished.
type Task struct {
	Name    string
	Program []Op
	Rounds  int64 // how often the program runs, 0 for ever
	CPU     int   // where it runs, -1 for any CPU that its own tasks leave idle
}

// Queue is a bounded queue of messages between tasks. What its own memory costs
// is not modelled: it is in the tasks' other work.
type Queue struct{ Capacity int }

// Ring is a bounded queue of messages in memory, for one task that sends and
// one that receives. Each moves an index of its own on, a word that only grows,
// and looks at the other's to know how far it may go. The slots are words like
// any other, which the tasks' programs name.
type Ring struct {
	Slots          int   // messages that it holds
	Sent, Received int32 // byte addresses of the two indices
	Cached         bool  // an end keeps what it last saw of the other's index, and looks anew only where that says full, or empty
}

// Workload is what a simulation runs.
type Workload struct {
	Tasks  []Task
	Queues []Queue
	Rings  []Ring
	Bytes  int              // of memory that programs address
	Names  map[int32]string // of words, by address, for traces and pictures
}

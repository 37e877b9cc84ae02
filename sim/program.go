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
	kinds
)

func (k Kind) String() string {
	return [...]string{"compute", "load", "store", "add", "send", "receive", "lock", "unlock", "count"}[k]
}

// Op is one operation of a program.
type Op struct {
	Kind   Kind
	Addr   int32 // byte address of the word, for Load, Store, Add, Lock and Unlock
	Object int32 // number of the queue
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

// Workload is what a simulation runs.
type Workload struct {
	Tasks  []Task
	Queues []Queue
	Bytes  int              // of memory that programs address
	Names  map[int32]string // of words, by address, for traces and pictures
}

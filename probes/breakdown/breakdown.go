// Package breakdown hands on that a goroutine of this program panicked, to
// whoever can close files, put the terminal back and say what to send. A panic
// that nobody hands on ends the program on the spot, with the terminal as the
// screen set it up.
package breakdown

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Breakdown is a fault of the program itself.
type Breakdown struct {
	Fault string // what it panicked with
	Stack []byte // of the goroutine
	Doing string // what it was about, in the words of whoever ends the program, "" where that is not known
}

func (b *Breakdown) Error() string { return "the program broke down: " + b.Fault }

// Of returns the breakdown of what recover returned. It is called where that was,
// so that the stack is the one of the panic.
func Of(fault any) *Breakdown {
	return &Breakdown{Fault: fmt.Sprint(fault), Stack: debug.Stack()}
}

var (
	mu      sync.Mutex
	hearers []*func(*Breakdown)
)

// On makes hear hear of every breakdown until the returned function is called.
// The newest hearer hears of it first. It is called on the goroutine that broke
// down, which ends afterwards.
func On(hear func(*Breakdown)) (off func()) {
	mu.Lock()
	defer mu.Unlock()
	mine := &hear
	hearers = append(hearers, mine)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		for i, h := range hearers {
			if h == mine {
				hearers = append(hearers[:i:i], hearers[i+1:]...)
				return
			}
		}
	}
}

// Tell tells all hearers and reports whether there are any.
func Tell(b *Breakdown) bool {
	mu.Lock()
	all := hearers
	mu.Unlock()
	for i := len(all) - 1; i >= 0; i-- {
		(*all[i])(b)
	}
	return len(all) > 0
}

// Catch is deferred first thing in a goroutine. A panic there is handed on; where
// nobody hears, it goes on as if it had not been caught.
func Catch() {
	if fault := recover(); fault != nil {
		if !Tell(Of(fault)) {
			panic(fault)
		}
	}
}

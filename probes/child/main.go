package child

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// variable names the work in a child's environment.
const variable = "LINEBOUNCE_CHILD"

// Work is what a child does with its task.
type Work func(task json.RawMessage, out *Output) (result any, err error)

var works = map[string]Work{}

// Register names a kind of work. Packages do it as they are initialized.
func Register(name string, w Work) { works[name] = w }

// Main does a child's work and ends the process, if this process is a child.
// It comes first in a program, and in the TestMain of every test binary that
// starts children.
func Main() {
	name, is := os.LookupEnv(variable)
	if !is {
		return
	}
	_ = os.Unsetenv(variable)
	calm()
	os.Exit(serve(name, os.Stdin, os.Stdout))
}

// calm ends the collector's work for good, since it would have to stop threads
// that run raw system calls and cannot be stopped. A collection that somebody is
// just about to begin is over once a forced one is.
func calm() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(math.MaxInt64)
	runtime.GC()
	debug.SetMaxThreads(math.MaxInt32)
}

func serve(name string, in io.Reader, out io.Writer) int {
	o := &Output{to: out}
	work, known := works[name]
	if !known {
		o.write(message{Fault: &fault{Text: fmt.Sprintf("this program knows no work called %q", name)}})
		return 1
	}
	lines := bufio.NewReader(in)
	task, err := lines.ReadBytes('\n')
	if err != nil {
		return 1 // nobody is there who could hear it
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		endGroup()
	}()
	result, err := work(task, o)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(result); err == nil {
			o.write(message{Result: text})
			return 0
		}
	}
	o.write(message{Fault: newFault(err)})
	return 0
}

// Output is how a child tells how far it is. It may be used by several
// goroutines.
type Output struct {
	mu sync.Mutex
	to io.Writer
}

// Done tells which share of the work is done, from 0 to 1.
func (o *Output) Done(share float64) { o.write(message{Done: share}) }

// Ready tells that everything stands.
func (o *Output) Ready() { o.write(message{Ready: true}) }

func (o *Output) write(m message) {
	text, err := json.Marshal(m)
	if err != nil {
		return // of these fields it cannot happen
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = o.to.Write(append(text, '\n')) // if nobody reads, the input has ended too
}

const followEvery = 200 * time.Millisecond

// Follow tells a few times a second which share of the work is done, until the
// returned function is called.
func (o *Output) Follow(share func() float64) (stop func()) {
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		every := time.NewTicker(followEvery)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				o.Done(share())
			case <-ended:
				return
			}
		}
	}()
	return func() {
		close(ended)
		<-gone
	}
}

// Package child starts this program again for work that must not run in the
// process that shows it: threads that block in raw system calls stall every
// stop of Go's collector, and a process that is killed must take nothing with
// it but its own run.
//
// A child is the same binary with a variable in its environment. Its task comes
// on its standard input, what it has to say goes to its standard output, a JSON
// value a line. It leads a process group of its own, which dies as a whole:
// when the child is stopped, and when its standard input ends, because whoever
// started it is gone.
package child

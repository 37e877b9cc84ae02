// Package sockets measures real AF_UNIX socketpair traffic between two CPUs:
// one sender and one receiver, any type of socket and size of message, and
// SO_PASSCRED set on either end, on both or on none. Where a scenario names a
// path, both sides also perform the path's references around the real calls.
//
// # How a window ends
//
// Every call that blocks returns after a few milliseconds at most, so that a
// worker is never held by a partner that missed the window. In the usual case
// nobody waits for that: the sender says how much it will have sent, and its
// last message goes out after the end and wakes the receiver, which reads on
// until it has everything. So what was sent is also what was received.
package sockets

// Package semaphores measures System V semaphores of the running kernel: the
// story of the ipc lock (D. Bueso, ipc: do not hold ipc lock more than
// necessary, 1 March 2013; Linux 6062a8dc0517, a lock a semaphore), as far as
// a kernel of today still shows it. A call with one operation takes the lock of
// its semaphore; a call with two or more takes the array's, and leaves the array
// in the slow mode for some ten calls more. So threads that each work on a
// semaphore of their own meet in the one case and not in the other. What a call
// with two operations does besides, one operation more, is in the figure too.
//
//	mode=double     each thread puts and takes its semaphore in one call
//	mode=single     each thread puts and takes it by two calls
//	mode=alternate  two processes wait for each other on one semaphore
//
// # Nothing is left behind
//
// A set outlives its process, so every set is on record before it is made, in
// the user's state folder: its key, and who makes it. Whoever made it removes
// it, and its record. If that process was killed, the next start of the program
// does: it looks for records whose process is gone, by number and start time,
// and removes that set and no other.
package semaphores

// Package pinning binds threads to CPUs and says where a thread runs and how
// much CPU time it got. Nothing is believed: a mask that was set is read back,
// because sandboxes are known to accept a request and ignore it.
package pinning

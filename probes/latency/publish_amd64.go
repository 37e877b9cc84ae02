package latency

// publish stores a number for the other CPU. On x86 stores are seen in the order
// of the program, so a plain one does; Go's atomic store would be a locked
// exchange, which waits for the line.
//
//go:norace
func publish(word *uint64, n uint64) { *word = n }

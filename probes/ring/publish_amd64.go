package ring

// publish stores an end's index after what it did to the slot. On x86 stores
// are seen in the order of the program, so a plain one does, as in every such
// ring; Go's atomic store would be a locked exchange, which waits for the line.
//
//go:norace
func publish(index *uint64, n uint64) { *index = n }

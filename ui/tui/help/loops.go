package help

// The hot loops of what the Lab runs besides counters, and how each looks to
// perf c2c.
var (
	readLoop = section{"The hot loop of a reader", []string{
		"In rwlock each CPU takes the lock to read and gives it back, and nothing else; nobody ever writes:",
		"\tif atomic.AddInt64(word, 1)&writing != 0 {",
		"\t    await(word)",
		"\t}",
		"\tif atomic.AddInt64(word, -1)&writing != 0 {",
		"\t    wake(word)",
		"\t}",
		"word is the one lock word or, with counter=each, the CPU's own; the bit writing is never set. An operation is one such section, and a digit of the strip one of its two locked adds. In perf c2c this is one line with one offset, from the function that takes the lock: true contention, though the program only reads.",
	}}

	spinLoop = section{"The hot loop of a spinlock", []string{
		"Each CPU takes the lock, adds to the integer that it guards, and frees the lock. With mode=ttas it looks until the lock is free, and only then tries:",
		"\tfor lock.Load() != 0 {",
		"\t}",
		"\tif lock.Swap(1) == 0 {",
		"\t    data++",
		"\t    lock.Store(0)",
		"\t}",
		"With mode=tas the first loop is left out: each try takes the line. An operation, and a digit of the strip, is one section that had the lock. In perf c2c lock and integer on one line are one line with two offsets, both loaded and stored by both CPUs; that is not false sharing, for whoever needs one needs the other.",
	}}

	ringLoops = section{"The hot loops of a ring", []string{
		"The sender waits while the ring is full, writes a slot and stores its index; the receiver does the same the other way round:",
		"\tif n-atomic.LoadUint64(received) < slots {",
		"\t    slot[n%slots] = message",
		"\t    n++",
		"\t    sent = n",
		"\t}",
		"With cached=on the sender keeps a copy of received, and loads it anew only when the copy says that the ring is full. The index is stored plainly on x86, where stores are seen in order, elsewhere atomically. Hand-offs are not counted here: a store goes on while its line is on its way, and looking who had the line would make it wait. In perf c2c both indices on one line are one line with two offsets, each stored by one CPU and loaded by the other.",
	}}
)

// Package scope captures bursts: which CPU held a line in which order, for how
// many operations and when, for up to a million operations of each CPU.
//
// Where one counter is shared, or two are the halves of one word, the values that
// fetch-and-add returned are the order. Each worker writes every value down and moves on in its log only where
// the value was not its last one plus one, so a loop has no branch that a
// hand-off could surprise. Elsewhere an owner word on the line tells the order,
// see package ownership.
//
// The time is read once in a stretch of operations and not at every hand-off.
// A stay that has just begun is short, and whatever its CPU does besides adding
// makes it shorter: on a machine that hands a line over every 80 ns, reading the
// counter each time cut stays from four operations to one and the rate to a third
// (BenchmarkCapture holds both against a burst that nothing is written down of).
// Between two readings, operations are taken to be evenly spread, so a time is
// only as fine as Capture.Resolution says.
package scope

// Package calibration fits the model to this machine, on the spot, and holds its
// predictions against what is measured beside.
//
// # What is taken and what is judged
//
// Taken are the cost of an uncontended locked add, the period at which one
// counter's line changes hands between two CPUs and the owner's share of it, a
// load that hits, an addition in a register, and what a message takes without any
// references. Everything else is judged: a counter for each CPU, padded lines,
// observers, and messages with references.
//
// In the model a line that two CPUs write all the time is handed over once in
// the latency of a transfer, and its owner works until the other's request
// arrives. So the latency is the measured period, and the request's share of it
// is the owner's, but for the operation that the owner ends first.
//
// Machines change under a measurement, virtual ones more than others. So the two
// are not done one after the other: windows of both alternate, and every judged
// window is held against a prediction from the calibration just before it.
package calibration

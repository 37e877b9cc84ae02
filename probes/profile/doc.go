// Package profile says where in the kernel the CPU time of AF_UNIX messages
// goes, with SO_PASSCRED off and on in alternating windows of the same real
// traffic. It samples its own two workers by perf_event_open: hardware cycles
// where the processor counts them, else the kernel's cpu-clock timer, which
// works in virtual machines too.
//
// A timer cannot see code that runs with interrupts off: its time shows where
// they come on again.
package profile

// Rate is the samples a second of CPU time that are asked for: as many as cost
// about a hundredth of the messages, in a virtual machine too, and a number that
// falls into step with no timer of the kernel.
const Rate = 997

// What is not a kernel function has these names among the symbols.
const (
	UserSpace = "[user space]"
	Unknown   = "[unknown]"
)

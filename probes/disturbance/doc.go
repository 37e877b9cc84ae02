// Package disturbance says what came in the way while something was measured:
// a control group that stopped this process, a host that gave its CPUs to
// others, CPUs that went away, a machine that was asleep, a clock that was set.
// All of it is judged from two looks at the same files and clocks.
package disturbance

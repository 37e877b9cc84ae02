// Package windows runs workloads in short timed windows on standing workers,
// one pinned thread a CPU: the session that the measured experiments share.
//
// A pair of windows runs both arms on the same threads, in an order drawn by
// coin, so that whatever the machine does to one arm it does to the other.
package windows

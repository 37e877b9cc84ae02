//go:build race

package scope

// watched is set where the race detector's own work lies between an operation
// and what follows it.
const watched = true

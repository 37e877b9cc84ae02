package simulated

// Lacks lists what real machines have and the model has not, as far as it
// matters to the predictions of whole runs.
func Lacks() []string {
	return []string{
		"an interconnect that gets slower when it is loaded: every transfer takes its unloaded time, however many are under way",
		"the lines that any message moves besides its references (queue lock, send-memory counter, packet): they are in the other work, as if nobody waited for them",
		"time slices, and the other work that a miss delays",
	}
}

package simulated

import (
	"linebounce/probes"
	"linebounce/sim/workloads"
)

// Laid is a scenario laid out on a machine of the model.
type Laid struct {
	workloads.Built
	CPUs  []int         // by task, as the machine numbers them
	Roles []probes.Role // by task
}

// Lay turns a scenario of an experiment into a workload. Words that it does not
// name mean what the experiment's defaults say. Its errors are a
// *probes.ScenarioError that names the word, or a *probes.Unable for an
// experiment that the model does not know.
func (m Model) Lay(experiment string, s probes.Scenario) (Laid, error) {
	a, err := m.prepare(experiment, s)
	return Laid{Built: a.Built, CPUs: a.cpus, Roles: a.roles}, err
}

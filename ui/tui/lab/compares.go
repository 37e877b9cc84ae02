package lab

import "fmt"

// Compares names the experiment that fills the screen and its two scenarios, in
// the words that the command line takes.
func (m *Model) Compares() string {
	e := m.experiment()
	return fmt.Sprintf("%s -a '%s' -b '%s'", e.Name, e.arms[0], e.arms[1])
}

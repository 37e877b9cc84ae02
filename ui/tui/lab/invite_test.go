package lab

import (
	"strings"
	"testing"

	"linebounce/probes/catalog"
)

// Every experiment says what to press next, in words that fit the smallest
// screen, and names keys that do something there.
func TestEveryExperimentInvites(t *testing.T) {
	for _, e := range catalog.Lab() {
		words := invitations[e.Name]
		if len(words) == 0 {
			t.Errorf("%s says nothing", e.Name)
			continue
		}
		if short := words[len(words)-1]; len(short) > columns(LeastWidth).width {
			t.Errorf("%s: %q does not fit %d columns", e.Name, short, LeastWidth)
		}
		for _, text := range words {
			for word, key := range map[string]string{"line": "l ", "counter": "n ", "pid-ref": "p ", "socket": "s ", "passcred": "d ", "readers": "j ", "mode": "m ", "writers": "f ", "cached": "g ", "index": "i "} {
				if named := strings.Contains(text, " "+key); named && !newExperiment(e, machine(2), pair{e.Default, e.B}).knows(word) {
					t.Errorf("%s: %q names %s, which does nothing there", e.Name, text, key)
				}
			}
		}
	}
}

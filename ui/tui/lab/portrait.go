package lab

import (
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/widgets"
)

// portrait is how the scenarios of one kind are told and drawn. A part that is
// nil has nothing to say.
type portrait struct {
	name   func(probes.Scenario) string                               // what an arm is, in a few words
	code   func(s probes.Scenario, lineBytes int) []string            // what each CPU does in one line of code, the longest wording first
	maps   func(s probes.Scenario, lineBytes int) []lineMap           // the lines as the probe places them
	still  func(probes.Scenario) []string                             // why there are no hand-offs to show, the longer wording first; nil where there may be some
	apart  func(probes.Scenario) bool                                 // no two CPUs write one line
	price  func(s probes.Scenario, lineBytes int) string              // what the layout costs besides
	effect func(s probes.Scenario, word string, lineBytes int) string // what a word's new value does, a sentence
	refuse func(s probes.Scenario, word string) string                // why a word does nothing in an arm as it is, a sentence

	operation [2]string // what a digit of the strip is, at length and short; one operation where not given
	grid      *grid     // figures beside the comparison
	published bool      // figures of 2011 beside it
}

// portraits are those of the experiments, by name. A scenario with a path is
// told by its references, whichever experiment it is in.
var portraits = map[string]portrait{
	"counters": counterPortrait,
	"sockets":  socketPortrait,
	"rwlock":   rwlockPortrait,
	"spinlock": spinlockPortrait,
	"ring":     ringPortrait,
}

func (e *experiment) portrait(s probes.Scenario) portrait {
	if s.Path != "" {
		return referencePortrait
	}
	return portraits[e.Name]
}

// named says what an arm is. One without a portrait is told by the words that
// it has otherwise than usual.
func (e *experiment) named(s probes.Scenario) string {
	if p := e.portrait(s); p.name != nil {
		return p.name(s)
	}
	var words []string
	for _, word := range e.Words {
		if value := s.Get(word); word != "cpus" && value != e.Default.Get(word) {
			words = append(words, word+"="+value)
		}
	}
	if len(words) == 0 {
		return "as usual"
	}
	return strings.Join(words, " ")
}

func (e *experiment) code(s probes.Scenario, lineBytes int) []string {
	if p := e.portrait(s); p.code != nil {
		return p.code(s, lineBytes)
	}
	return []string{s.String(), ""}
}

func (e *experiment) maps(s probes.Scenario, lineBytes int) []lineMap {
	if p := e.portrait(s); p.maps != nil {
		return p.maps(s, lineBytes)
	}
	return nil
}

func (e *experiment) still(s probes.Scenario) []string {
	if p := e.portrait(s); p.still != nil {
		return p.still(s)
	}
	return nil
}

func (e *experiment) apart(s probes.Scenario) bool {
	p := e.portrait(s)
	return s.Writers+s.Readers == 1 || p.apart != nil && p.apart(s)
}

func (e *experiment) price(s probes.Scenario, lineBytes int) string {
	if p := e.portrait(s); p.price != nil {
		return p.price(s, lineBytes)
	}
	return ""
}

func (e *experiment) effect(s probes.Scenario, word string, lineBytes int) string {
	if p := e.portrait(s); p.effect != nil {
		if text := p.effect(s, word, lineBytes); text != "" {
			return text
		}
	}
	switch word + "=" + s.Get(word) {
	case "track=on":
		return "Hand-offs are counted in every window now; what slows down is the cost of counting."
	case "track=off":
		return "Hand-offs are counted only in captures, which are not compared."
	}
	return ""
}

func (p portrait) refuses(s probes.Scenario, word string) string {
	if p.refuse == nil {
		return ""
	}
	return p.refuse(s, word)
}

// operation says what a digit of the strip is, at length and short.
func (e *experiment) operation() (long, short string) {
	if o := e.portrait(e.arms[0]).operation; o[0] != "" {
		return o[0], o[1]
	}
	return "operation", "operation"
}

// grid returns what stands beside the comparison, nil where nothing does.
func (e *experiment) grid() *grid { return e.portrait(e.arms[0]).grid }

// lineMap is one cache line as it is drawn: what lies where on it.
type lineMap struct {
	title  string
	track  int // its place among the strips of a burst, -1 for a line nobody counts on
	fields []widgets.Field
	first  int // byte offset of its beginning, in the structure or the array
}

func cpuOf(s probes.Scenario, worker int) int {
	if cpus := s.CPUs.Numbers(); worker < len(cpus) {
		return cpus[worker]
	}
	return worker
}

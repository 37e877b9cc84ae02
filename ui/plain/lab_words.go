package plain

import (
	"errors"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/wording"
)

func (l *lab) words() []word {
	list := []word{
		{"next", "", "goes to the next experiment", []string{"e"}, func(string) { l.press("e") }},
		{"back", "", "goes to the experiment before", []string{"E"}, func(string) { l.press("E") }},
		{"experiment", "NAME", "goes to one of " + strings.Join(l.names(), ", "), nil, l.choose},
		{"a", "WORDS", "makes them arm A, such as a op=plain; alone it is the key of the screen", nil, func(rest string) { l.set(0, rest) }},
		{"b", "WORDS", "makes them arm B; alone it is the key of the screen", nil, func(rest string) { l.set(1, rest) }},
		{"pause", "", "stops all workers, or a recording, or lets them go on", []string{"space"}, func(string) { l.press("space") }},
		{"strip", "", "tells in which order the CPUs had the line", nil, l.strip},
		{"vote", "", "hides every figure until the class has voted with 1 for A, 2 for B or 3 for no difference; again: the result", []string{"v"}, func(string) { l.press("v") }},
		{"undo", "", "takes the last change back", []string{"u"}, func(string) { l.press("u") }},
		{"reset", "", "goes back to how the experiment began, and tries again what could not run", []string{"r"}, func(string) { l.press("r") }},
		{"command", "", "tells the comparison as a command", []string{"y"}, func(string) {
			if l.ready() {
				l.line(l.bench.Command())
			}
		}},
		{"go", "TIME", "moves a recording, such as go 1:20", nil, l.seek},
		{"tab", "", "has the keys change the other arm", nil, func(string) { l.press("tab") }},
	}
	if l.bench == nil {
		return list
	}
	return append(list, toggles(l.bench.Toggles(), list, l.press)...)
}

func (l *lab) names() []string {
	if l.bench == nil {
		return nil
	}
	return l.bench.Names()
}

// keys are those of the screen that move a recording, change its speed, or take
// other CPUs.
var keys = strings.Fields("< > , . left right home end pgup pgdown")

// answers takes keys, and votes where one is open.
func (l *lab) answers(typed string) bool {
	if l.bench == nil {
		return false
	}
	vote := l.bench.Secret() && (typed == "1" || typed == "2" || typed == "3")
	if !vote && !slices.Contains(keys, typed) {
		return false
	}
	l.press(typed)
	return true
}

// ready reports whether there is anything to speak of, and says so where not.
func (l *lab) ready() bool {
	if l.bench == nil {
		l.line("This recording holds none of the Lab's experiments.")
	}
	return l.bench != nil
}

// press does what a key does and tells what changed.
func (l *lab) press(key string) {
	if !l.ready() {
		return
	}
	paused, secret := l.bench.Paused(), l.bench.Secret()
	if key == "r" {
		l.failed = "" // told again where it is tried in vain
	}
	l.line(l.bench.Press(key))
	l.changed()
	if now := l.bench.Paused(); now != paused {
		l.pump.Idle(now)
		l.line(map[bool]string{true: "Paused.", false: "Goes on."}[now])
		l.afresh()
	}
	if secret && !l.bench.Secret() {
		l.afresh()
	}
	if slices.Contains(strings.Fields("left right , . home end pgup pgdown"), key) && l.options.Recording != nil {
		l.seeking = true
	}
}

// changed tells another experiment, or other arms.
func (l *lab) changed() {
	switch {
	case l.bench.Chosen().Name != l.chosen:
		l.begin()
	case l.bench.Arms() != l.known:
		l.arms(false)
		l.afresh()
	}
}

func (l *lab) choose(name string) {
	if !l.ready() {
		return
	}
	if !l.bench.Choose(name) {
		l.say("The Lab shows no experiment %q here; accepted: %s.", name, strings.Join(l.names(), ", "))
		return
	}
	l.begin()
}

// set makes words those of an arm.
func (l *lab) set(i int, words string) {
	if !l.ready() {
		return
	}
	if words == "" {
		l.press(strings.ToLower(arm(i)))
		return
	}
	switch err := l.bench.Set(i, words); {
	case errors.Is(err, probes.ErrFixed):
		l.say("A recording's arms stay as they were. Live, here: linebounce run %s -%s '%s'", l.chosen, strings.ToLower(arm(i)), words)
	case err != nil:
		l.line(wording.Sentence(err.Error()))
	case l.bench.Arms() == l.known:
		l.say("%s is that already.", arm(i))
	default:
		l.changed()
	}
}

// seek moves a recording.
func (l *lab) seek(to string) {
	at, ok := parseClock(to)
	switch {
	case !l.ready():
	case l.options.Recording == nil:
		l.line("Nothing is recorded here that could be moved; the figures are live.")
	case !ok:
		l.say("%q is no time; go takes minutes and seconds such as 1:20, or 80s.", to)
	default:
		l.pump.Seek(l.bench.Chosen().Name, at)
		l.seeking = true
	}
}

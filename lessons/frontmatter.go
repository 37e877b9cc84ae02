package lessons

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fence parts the front matter from the steps.
const fence = "---"

const (
	maxMinutes = 180
	maxID      = 64
)

// frontWords are the words of the front matter: how each is read into the
// lesson, and what it must be.
var frontWords = []struct {
	name     string
	required bool
	wanted   string
	set      func(l *Lesson, value string) bool
}{
	{"id", true, "lower-case words joined by hyphens, such as two-cpus", func(l *Lesson, v string) bool {
		l.ID = v
		return isID(v)
	}},
	{"title", true, "one line of text", func(l *Lesson, v string) bool {
		l.Title = v
		return true
	}},
	{"kind", false, "lesson, test or page", func(l *Lesson, v string) bool {
		l.Kind = Kind(v)
		return slices.Contains([]Kind{Teaching, Test, Page}, l.Kind)
	}},
	{"minutes", true, "a whole number from 1 to " + strconv.Itoa(maxMinutes), func(l *Lesson, v string) bool {
		n, err := strconv.Atoi(v)
		l.Minutes = n
		return err == nil && n >= 1 && n <= maxMinutes
	}},
	{"needs", false, "two-cpus or linux, or both with a comma between", func(l *Lesson, v string) bool {
		for _, need := range commas(v) {
			l.Needs = append(l.Needs, Need(need))
			if need != string(TwoCPUs) && need != string(Linux) {
				return false
			}
		}
		return !twice(l.Needs)
	}},
	{"after", false, "ids of other lessons with commas between, each once", func(l *Lesson, v string) bool {
		l.After = commas(v)
		return !twice(l.After) && !slices.ContainsFunc(l.After, func(id string) bool { return !isID(id) })
	}},
	{"refutes", false, "one phrase", func(l *Lesson, v string) bool {
		l.Refutes = v
		return true
	}},
}

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func isID(text string) bool { return len(text) <= maxID && idForm.MatchString(text) }

func commas(text string) []string {
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func twice[T comparable](list []T) bool {
	for i, x := range list {
		if slices.Contains(list[:i], x) {
			return true
		}
	}
	return false
}

// front reads the front matter and returns where the steps begin.
func (r *reader) front() int {
	number := 1
	for strings.TrimSpace(string(r.line(number))) == "" {
		number++ // there is text somewhere
	}
	if strings.TrimSpace(string(r.line(number))) != fence {
		r.add(number, fence+" alone on the first line, then word: value, then "+fence, "there is no front matter")
		return 0
	}
	if number > 1 {
		r.add(1, fence, "the front matter does not begin on the first line")
	}
	seen := map[string]int{}
	for opened := number; ; {
		number++
		text := ""
		if number <= len(r.starts) {
			text = strings.TrimSpace(string(r.line(number)))
		}
		switch {
		case number > len(r.starts) || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "```"):
			r.add(opened, fence+" alone on a line after its last word", "the front matter has no end")
			r.missing(opened, seen)
			return r.offset(number)
		case text == fence:
			r.missing(opened, seen)
			return r.offset(number + 1)
		case text != "":
			r.word(number, text, seen)
		}
	}
}

// offset returns where a line begins, the end of the text for one past the last.
func (r *reader) offset(number int) int {
	if number > len(r.starts) {
		return len(r.text)
	}
	return r.starts[number-1]
}

// word reads one line of the front matter.
func (r *reader) word(number int, text string, seen map[string]int) {
	name, value, found := pair(text)
	if !found {
		r.add(number, "word: value", "%q is not a word with its value", short(text))
		return
	}
	for _, w := range frontWords {
		if w.name != name {
			continue
		}
		switch {
		case seen[name] > 0:
			r.add(number, "", "%s stands on line %d already", name, seen[name])
		case value == "":
			r.add(number, w.wanted, "%s has no value", name)
		case !w.set(&r.lesson, value):
			r.add(number, w.wanted, "%s is %q", name, short(value))
		}
		if seen[name] == 0 {
			seen[name] = number
		}
		return
	}
	names := make([]string, len(frontWords))
	for i, w := range frontWords {
		names[i] = w.name
	}
	r.add(number, strings.Join(names, ", "), "%q is not a word of the front matter", short(name))
}

// missing names the words that must be there and are not.
func (r *reader) missing(line int, seen map[string]int) {
	for _, w := range frontWords {
		if w.required && seen[w.name] == 0 {
			r.add(line, w.name+": "+w.wanted, "the front matter has no %s", w.name)
		}
	}
	r.lesson.lines = wordLines{id: seen["id"], after: seen["after"]}
}

// pair splits "word: value".
func pair(text string) (name, value string, found bool) {
	name, value, found = strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), found && name != "" && !strings.ContainsAny(name, " \t")
}

// short cuts what a fault quotes.
func short(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

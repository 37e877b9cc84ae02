package plain

import (
	"fmt"
	"slices"
	"strings"
)

// word is one that can be typed: what it takes, what it does, and other words for
// the same.
type word struct {
	name, takes, does string
	same              []string
	do                func(rest string)
}

// is reports whether a word that was typed means this one.
func (w word) is(typed string) bool { return w.name == typed || slices.Contains(w.same, typed) }

// toggles are keys of the screen as words, but for those that are words here.
func toggles(keys [][2]string, but []word, press func(key string)) []word {
	var list []word
	for _, k := range keys {
		if !slices.ContainsFunc(but, func(w word) bool { return w.is(k[0]) }) {
			list = append(list, word{k[0], "", k[1], nil, func(string) { press(k[0]) }})
		}
	}
	return list
}

func (w word) help() string {
	text := strings.TrimSpace(w.name + " " + w.takes)
	if len(w.same) > 0 {
		text += " (or " + strings.Join(w.same, ", ") + ")"
	}
	return text + ": " + w.does + "."
}

// room is a place whose words come before those of everywhere.
type room interface {
	name() string
	enter()                    // says where one is, and begins what goes on by itself there
	leave()                    // ends that
	more()                     // says everything again in full
	words() []word             // that mean something here
	answers(typed string) bool // takes what is no word, and reports whether it meant anything
	settled() bool             // what was asked is told
}

// everywhere are the words of every room.
func (s *session) everywhere() []word {
	list := []word{
		{"help", "[WORD]", "lists the words, or says what one does", []string{"?"}, s.help},
	}
	for i, r := range s.rooms {
		opens := word{r.name(), "", s.about[r.name()], []string{fmt.Sprint(i + 1)}, func(string) { s.turn(r) }}
		if r.name() == "simulator" {
			opens.same = append(opens.same, "sim")
		}
		list = append(list, opens)
	}
	return append(list,
		word{"map", "[store]", "measures how long a line takes between any two CPUs, by compare-and-swap or by stores", nil, func(rest string) {
			s.turn(s.scope)
			s.scope.survey(rest)
		}},
		word{"more", "", "says everything here again, in full", nil, func(string) { s.room.more() }},
		word{"wait", "SECONDS", "goes on for so long before the next word is read", nil, s.wait},
		word{"stop", "", "ends what is being measured", nil, func(string) { s.stop() }},
		word{"quit", "", "ends the program; so does the end of input, after what was asked", []string{"q", "exit"}, func(string) { s.over = true }},
	)
}

// obey does what a line asks for.
func (s *session) obey(line string) {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return
	}
	typed, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if !s.arrived && !s.leads(typed) {
		s.arrive()
	}
	if s.arrived && s.room.answers(line) {
		return
	}
	for _, list := range [][]word{s.room.words(), s.everywhere()} {
		for _, lower := range []string{typed, strings.ToLower(typed)} {
			if i := slices.IndexFunc(list, func(w word) bool { return w.is(lower) }); i >= 0 {
				list[i].do(rest)
				return
			}
		}
	}
	s.say("%q means nothing in the %s. Its words: %s. Everywhere: %s.", typed, s.room.name(), named(s.room.words()), named(s.everywhere()))
}

// leads reports whether a word needs no room to be told before it: it goes to
// another, or speaks of none.
func (s *session) leads(typed string) bool {
	apart := []string{"more", "wait", "stop"}
	return slices.ContainsFunc(s.everywhere(), func(w word) bool { return w.is(strings.ToLower(typed)) && !slices.Contains(apart, w.name) })
}

func named(list []word) string {
	var names []string
	for _, w := range list {
		names = append(names, w.name)
	}
	if len(names) == 0 {
		return "none of its own"
	}
	return strings.Join(names, ", ")
}

// help lists what can be typed, or says what one word does.
func (s *session) help(about string) {
	lists := [][]word{s.room.words(), s.everywhere()}
	if about != "" {
		for _, list := range lists {
			if i := slices.IndexFunc(list, func(w word) bool { return w.is(about) }); i >= 0 {
				s.line(list[i].help())
				return
			}
		}
		s.say("%q means nothing in the %s. help lists the words.", about, s.room.name())
		return
	}
	for i, list := range lists {
		s.say("%s:", [...]string{"In the " + s.room.name(), "Everywhere"}[i])
		for _, w := range list {
			s.line(w.help())
		}
	}
	s.line("Nothing is ever redrawn or moved here, so no setting for reduced motion is needed; on the screen --reduce-motion is that setting.")
}

package tui

import (
	"slices"
	"strings"
	"unicode"

	bubbles "charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/lessons"
	"linebounce/ui/tui/scope"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/widgets"
)

// Rooms know keys by the names they have on an American keyboard. What other
// keyboards send for them is made that here, before any room sees it.

// spare are the keys for whoever has no arrows and no page keys: those of readline
// and of less.
var spare = map[string]rune{
	"ctrl+p": tea.KeyUp, "ctrl+n": tea.KeyDown, "ctrl+b": tea.KeyLeft, "ctrl+f": tea.KeyRight,
	"ctrl+u": tea.KeyPgUp, "ctrl+d": tea.KeyPgDown, "ctrl+a": tea.KeyHome, "ctrl+e": tea.KeyEnd,
	"ctrl+j": tea.KeyEnter, "ctrl+m": tea.KeyEnter, "shift+enter": tea.KeyEnter, "ctrl+i": tea.KeyTab,
}

// keypad are the keys of a number pad that do not say what stands on them.
var keypad = map[rune]rune{
	tea.KeyKpPlus: '+', tea.KeyKpMinus: '-', tea.KeyKpEqual: '=', tea.KeyKpComma: ',', tea.KeyKpDecimal: '.',
	tea.KeyKp0: '0', tea.KeyKp1: '1', tea.KeyKp2: '2', tea.KeyKp3: '3', tea.KeyKp4: '4',
	tea.KeyKp5: '5', tea.KeyKp6: '6', tea.KeyKp7: '7', tea.KeyKp8: '8', tea.KeyKp9: '9',
}

// layouts are letters that are not Latin, and the keys that they lie on: the
// Russian and Ukrainian layout, and the Greek one.
var layouts = layout(
	"йцукенгшщзфывапролдячсмитьіюб", "qwertyuiopasdfghjklzxcvbnms.,",
	"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm",
)

func layout(pairs ...string) map[rune]rune {
	m := map[rune]rune{}
	for pair := range slices.Chunk(pairs, 2) {
		keys := []rune(pair[1])
		for n, letter := range []rune(pair[0]) {
			m[letter] = keys[n]
		}
	}
	return m
}

// meant returns the key that a room knows for the one that was pressed.
func (r *root) meant(msg tea.KeyPressMsg) tea.KeyPressMsg {
	if code, found := spare[msg.String()]; found {
		return tea.KeyPressMsg{Code: code}
	}
	if char, found := keypad[msg.Code]; found {
		return typed(char)
	}
	text := []rune(msg.Text)
	if len(text) == 0 && msg.Mod&^locks == tea.ModCtrl {
		if char, found := layouts[unicode.ToLower(msg.Code)]; found {
			msg.Code = char
		}
	}
	if len(text) != 1 {
		return msg
	}
	char := latin(text[0], msg.BaseCode)
	switch {
	case unicode.IsSpace(char):
		return typed(' ')
	case !unicode.IsUpper(char):
	case msg.Mod.Contains(tea.ModCapsLock) && !msg.Mod.Contains(tea.ModShift), !r.capital(char):
		char = unicode.ToLower(char)
	}
	if char == text[0] {
		return msg
	}
	return typed(char)
}

// locks are modifiers that change no key of ours.
const locks = tea.ModCapsLock | tea.ModNumLock | tea.ModScrollLock

// typed is the press of a key that writes something.
func typed(char rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: char, Text: string(char)} }

// latin returns what an American keyboard writes with the key that wrote char:
// the terminal may say where it lies, by base, which is 0 where it does not.
func latin(char, base rune) rune {
	const fullWidth = '！' - '!' // as input methods of Chinese and Japanese write ASCII
	if char >= '！' && char <= '～' {
		return char - fullWidth
	}
	lower := unicode.ToLower(char)
	if lower < unicode.MaxLatin1 {
		return char // where a Latin letter lies is not what it means
	}
	on, found := layouts[lower]
	if base != 0 {
		on, found = base, true
	}
	switch {
	case !found:
		return char
	case lower != char:
		return unicode.ToUpper(on)
	}
	return on
}

// capital reports whether a capital letter means something else than the small
// one where the user is. Lessons lend their keys to other rooms.
func (r *root) capital(letter rune) bool {
	rooms := map[int][]bubbles.Binding{
		widgets.Lab: lab.Keys(), widgets.Simulator: simulator.Keys(), widgets.Kernel: kernel.Keys(),
		widgets.Scope: scope.Keys(), widgets.Lessons: lessons.Keys(),
	}
	bindings := slices.Concat(widgets.Everywhere(), rooms[r.room])
	if r.room == widgets.Lessons {
		bindings = slices.Concat(bindings, rooms[widgets.Lab], rooms[widgets.Scope])
	}
	return slices.ContainsFunc(bindings, func(b bubbles.Binding) bool {
		return slices.Contains(strings.Fields(b.Help().Key), string(letter))
	})
}

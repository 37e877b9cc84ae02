package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"linebounce/ui/tui/widgets"
)

func TestKeysOfOtherKeyboards(t *testing.T) {
	text := func(char rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: char, Text: string(char)} }
	control := func(char rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: char, Mod: tea.ModCtrl} }
	for _, c := range []struct {
		name string
		room int
		is   tea.KeyPressMsg
		want string
	}{
		{"readline's up", widgets.Lab, control('p'), "up"},
		{"readline's left", widgets.Lab, control('b'), "left"},
		{"less's page down", widgets.Scope, control('d'), "pgdown"},
		{"readline's home", widgets.Scope, control('a'), "home"},
		{"a line feed", widgets.Lessons, control('j'), "enter"},
		{"the number pad's enter", widgets.Lessons, tea.KeyPressMsg{Code: tea.KeyKpEnter}, "enter"},
		{"the number pad's plus", widgets.Simulator, tea.KeyPressMsg{Code: tea.KeyKpPlus}, "+"},
		{"the number pad's 3", widgets.Lab, tea.KeyPressMsg{Code: tea.KeyKp3}, "3"},
		{"the number pad's arrow", widgets.Lab, tea.KeyPressMsg{Code: tea.KeyKpLeft}, "left"},
		{"a space that does not break", widgets.Lab, text('\u00a0'), "space"},
		{"a wide space", widgets.Lab, text('\u3000'), "space"},
		{"a wide q", widgets.Lab, text('ｑ'), "q"},
		{"caps lock, where it means nothing", widgets.Lab, text('N'), "n"},
		{"a capital that means something everywhere", widgets.Lab, text('K'), "K"},
		{"one that means something here", widgets.Lab, text('E'), "E"},
		{"one that means something elsewhere", widgets.Simulator, text('E'), "e"},
		{"one that means something in the room a lesson lends", widgets.Lessons, text('L'), "L"},
		{"caps lock, of which the terminal tells", widgets.Lab, tea.KeyPressMsg{Code: 'e', Text: "E", Mod: tea.ModCapsLock}, "e"},
		{"caps lock and shift", widgets.Lab, tea.KeyPressMsg{Code: 'e', Text: "E", Mod: tea.ModCapsLock | tea.ModShift}, "E"},
		{"Russian q", widgets.Lab, text('й'), "q"},
		{"Russian capital K", widgets.Lab, text('Л'), "K"},
		{"Russian capital N, which means nothing", widgets.Lab, text('Т'), "n"},
		{"Greek e", widgets.Lab, text('ε'), "e"},
		{"where the key lies beats the letter", widgets.Lab, tea.KeyPressMsg{Code: 'й', Text: "й", BaseCode: 'k'}, "k"},
		{"a letter of no known layout", widgets.Lab, tea.KeyPressMsg{Code: 'ა', Text: "ა", BaseCode: 'a'}, "a"},
		{"a Latin letter is what it is", widgets.Lab, tea.KeyPressMsg{Code: 'a', Text: "a", BaseCode: 'q'}, "a"},
		{"Russian Ctrl-C", widgets.Lab, control('с'), "ctrl+c"},
		{"what is known already", widgets.Lab, text('?'), "?"},
		{"an arrow", widgets.Lab, tea.KeyPressMsg{Code: tea.KeyLeft}, "left"},
	} {
		r := &root{room: c.room}
		if got := r.meant(c.is).String(); got != c.want {
			t.Errorf("%s, %q, is taken for %q, want %q", c.name, c.is, got, c.want)
		}
	}
}

// Each key that a keyboard may lack has another, and none of those is a key of a room.
func TestEveryArrowHasAnother(t *testing.T) {
	var has []string
	for name, code := range spare {
		has = append(has, tea.KeyPressMsg{Code: code}.String())
		if !strings.Contains(name, "+") {
			t.Errorf("%s may be a key of a room", name)
		}
	}
	for _, want := range []string{"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "enter", "tab"} {
		if !slices.Contains(has, want) {
			t.Errorf("nothing stands in for %s", want)
		}
	}
}

// The keys do in the rooms what the arrows do there.
func TestSpareKeysReachTheRooms(t *testing.T) {
	for _, c := range []struct {
		room        string
		is, standIn tea.KeyPressMsg
	}{
		{"1", tea.KeyPressMsg{Code: tea.KeyEnd}, tea.KeyPressMsg{Code: 'e', Mod: tea.ModCtrl}},
		{"2", tea.KeyPressMsg{Code: '[', Text: "["}, tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}},
		{"?", tea.KeyPressMsg{Code: tea.KeyEnd}, tea.KeyPressMsg{Code: 'e', Mod: tea.ModCtrl}},
		{"?", tea.KeyPressMsg{Code: tea.KeyPgDown}, tea.KeyPressMsg{Code: 'd', Mod: tea.ModCtrl}},
	} {
		var shown [2]string
		for i, press := range []tea.KeyPressMsg{c.is, c.standIn} {
			r := rooted(t)
			r.Update(key(c.room))
			before := r.text()
			r.Update(press)
			shown[i] = r.text()
			if c.room == "?" && shown[i] == before {
				t.Errorf("after %s, %s changes nothing", c.room, press)
			}
		}
		if shown[0] != shown[1] {
			t.Errorf("after %s, %s and %s show two pictures:\n%s\n%s", c.room, c.is, c.standIn, shown[0], shown[1])
		}
	}
}

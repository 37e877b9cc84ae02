package tui

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// rows cuts the spaces at the ends of rows.
func rows(text string) string {
	list := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range list {
		list[i] = strings.TrimRight(list[i], " ")
	}
	return strings.Join(list, "\n")
}

// saveAtRest saves the screen by its key, as often as it takes until nothing else
// changed the screen meanwhile, and returns the screen and the files' name.
func (x *terminal) saveAtRest() (screen, name string) {
	x.t.Helper()
	var text []byte
	for range 20 {
		folder := x.t.TempDir()
		x.t.Chdir(folder)
		screen = rows(x.text())
		x.press("S")
		x.await("The screen is saved in", string(filepath.Separator)+filepath.Base(folder)+", as")
		name = strings.TrimSuffix(only(x.t, ".svg"), ".svg")
		var err error
		if text, err = os.ReadFile(name + ".txt"); err != nil {
			x.t.Fatal(err)
		}
		if rows(string(text)) == screen {
			return screen, name
		}
	}
	x.t.Fatalf("the text is\n%s\nthe screen was\n%s", text, screen)
	return
}

// The screen is in the files as it was: every row in the text, every word in the
// picture.
func TestAKeySavesTheScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		x := open(t, t.Context(), options(nil), size[0], size[1])
		x.await("B is 3.9 times as fast", "q quit")
		x.press(" ")
		x.await("Paused")
		before, name := x.saveAtRest()
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("q ends it with %v", err)
		}
		picture, err := os.ReadFile(name + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		if written, want := written(wordsOf(t, string(picture))), written(before); !strings.HasSuffix(written, want) {
			t.Errorf("%v: the picture says\n%s\nwant\n%s", size, written, want)
		}
		for _, want := range []string{"linebounce test: the Lab", "The screen of linebounce test as it was on 2", "marked measured, simulated, recorded or published"} {
			if !strings.Contains(string(picture), want) {
				t.Errorf("the picture does not say %q of itself", want)
			}
		}
	}
}

// written is what a picture writes of a text, all else it draws.
func written(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r >= 0x2500 && r < 0x25A0 }), "")
}

// wordsOf is all text in an XML document.
func wordsOf(t *testing.T, document string) string {
	t.Helper()
	var words strings.Builder
	for in := xml.NewDecoder(strings.NewReader(document)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		if err != nil {
			t.Fatalf("this is no XML: %v", err)
		}
		if text, is := token.(xml.CharData); is {
			words.Write(text)
		}
	}
}

// Every room can be saved, and the page that explains them, in every kind of
// colours.
func TestEveryRoomCanBeSaved(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, env := range [][]string{{"COLORTERM=truecolor", "CLICOLOR_FORCE=1"}, {"NO_COLOR=1"}, {"LANG=C"}} {
		t.Chdir(t.TempDir())
		r := rooted(t, env...)
		for _, keys := range []string{"1", "2", "3", "4", "5", "?"} {
			r.Update(key(keys))
			want := rows(r.text())
			_, cmd := r.Update(key("S"))
			told := string(cmd().(saved))
			r.Update(saved(told))
			if shown := strings.Join(strings.Fields(r.text()), " "); !strings.Contains(shown, "The screen is saved in") {
				t.Errorf("%v, key %s: it shows\n%s", env, keys, r.text())
			}
			name := strings.TrimSuffix(strings.Fields(told)[len(strings.Fields(told))-1], ".txt.")
			text, err := os.ReadFile(name + ".txt")
			if err != nil || rows(string(text)) != want {
				t.Errorf("%v, key %s: %v, the text is\n%s\nthe screen was\n%s", env, keys, err, text, want)
			}
			picture, err := os.ReadFile(name + ".svg")
			if err != nil || wordsOf(t, string(picture)) == "" {
				t.Errorf("%v, key %s: %v", env, keys, err)
			}
		}
		if files, _ := filepath.Glob("linebounce-*"); len(files) != 12 {
			t.Errorf("%v: there are %q", env, files)
		}
		r.lessons.Close()
		r.kernel.Close()
	}
}

// Where nobody sees what a key would do it does nothing.
func TestTooSmallSavesNothing(t *testing.T) {
	r := rootMeasuring(t)
	r.Update(tea.WindowSizeMsg{Width: 40, Height: 10})
	for _, k := range []string{"S", "K"} {
		if _, cmd := r.Update(key(k)); cmd != nil {
			t.Errorf("%s does something", k)
		}
	}
}

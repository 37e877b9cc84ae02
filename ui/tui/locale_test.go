package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

func TestLocales(t *testing.T) {
	for _, c := range []struct {
		env           string
		unicode, wide bool
	}{
		{"LANG=en_GB.UTF-8", true, false}, {"TERM=linux LANG=en_GB.UTF-8", false, false}, {"TERM=linux", false, false}, {"LANG=C", false, false},
		{"LANG=ja_JP.UTF-8", true, true}, {"LC_ALL=zh_TW.utf8 LANG=C", true, true}, {"LANG=ko_KR.UTF-8 RUNEWIDTH_EASTASIAN=0", true, false},
		{"LANG=en_GB.UTF-8 RUNEWIDTH_EASTASIAN=1", true, true}, {"", true, false}, {"LANG=zh_CN.GB2312", false, true}, {"LANG=kok_IN.UTF-8", true, false},
	} {
		env := strings.Fields(c.env)
		if u, w := unicodeLocale(env), wideLocale(env); u != c.unicode || w != c.wide {
			t.Errorf("%s: more than ASCII %v, wide %v", c.env, u, w)
		}
	}
}

// Where the width of boxes is open, letters of the language stay what they are.
func TestWideLocaleKeepsItsLetters(t *testing.T) {
	c := canvas.New(theme.New(colorprofile.Ascii, true, false).Wide(), 40, 1)
	c.Text(0, 0, theme.Plain, "│缓存行 3.9× → ● …")
	if got, want := c.String(), "|缓存行 3.9x -> * ..."; got != want {
		t.Errorf("it shows %q, want %q", got, want)
	}
}

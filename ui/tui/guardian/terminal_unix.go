//go:build unix

package guardian

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// putBack puts the terminal back, and reports whether there is one still. What the
// shell or another program has set up since the end is left alone.
func (t task) putBack(in, out *os.File) bool {
	now, err := term.GetState(in.Fd())
	if err != nil {
		return false
	}
	if isRaw(now.Termios) {
		_ = term.Restore(in.Fd(), t.Before)
	}
	_, err = io.WriteString(out, t.leaving())
	return err == nil
}

// isRaw reports whether a terminal is set as term.MakeRaw sets it. No shell that
// edits lines does without all of that.
func isRaw(t unix.Termios) bool {
	return t.Iflag&(unix.IGNBRK|unix.BRKINT|unix.PARMRK|unix.ISTRIP|unix.INLCR|unix.IGNCR|unix.ICRNL|unix.IXON) == 0 &&
		t.Oflag&unix.OPOST == 0 &&
		t.Lflag&(unix.ECHO|unix.ECHONL|unix.ICANON|unix.ISIG|unix.IEXTEN) == 0
}

// endAny ends whatever sequence was cut off.
const endAny = "\x1b\\"

// leaving takes back what Bubble Tea asks of a terminal for the screen, in the
// order in which it would. Keyboards are a matter of each page, so theirs comes
// before the page is left, and the cursor goes to the bottom for terminals that
// have one page only.
func (t task) leaving() string {
	text := endAny + ansi.ResetModeSynchronizedOutput + ansi.ResetStyle + ansi.SetTopBottomMargins(0, 0) +
		ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) +
		ansi.CursorPosition(1, 999) + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable +
		ansi.ResetModeBracketedPaste + ansi.ResetModeFocusEvent + ansi.ResetModeUnicodeCore + ansi.SetWindowTitle("")
	if t.Colours {
		text += ansi.ResetBackgroundColor + ansi.ResetForegroundColor
	}
	return text + "\r"
}

// onNewLine begins a line where there is something on the current one, such as the
// prompt of a shell that was quicker: spaces up to the last column go on to the next
// line from everywhere but the first.
func onNewLine(out *os.File) string {
	width, _, err := term.GetSize(out.Fd())
	if err != nil || width < 1 {
		return "\r\n"
	}
	return strings.Repeat(" ", width-1) + "\r"
}

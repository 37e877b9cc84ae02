package tui

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// bauds are the speeds of serial lines that are slower than the one that every
// pseudo-terminal says it has, of ten bits a byte.
var bauds = map[uint32]float64{
	unix.B300: 300, unix.B600: 600, unix.B1200: 1200, unix.B1800: 1800, unix.B2400: 2400, unix.B4800: 4800, unix.B9600: 9600, unix.B19200: 19200,
}

// lineOf is what a terminal's settings say of its line.
func lineOf(terminal *os.File) *line {
	settings, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	if err != nil {
		return &line{}
	}
	baud, slow := bauds[settings.Cflag&unix.CBAUD]
	return &line{speed: baud / 10, fixed: slow, changed: time.Now()}
}

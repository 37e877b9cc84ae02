// Package guardian puts the terminal back where the screen cannot: its process was
// killed, or Go ended it by an error that nothing can catch, such as one for want
// of memory. The terminal would then stay as the screen set it up, without echo,
// without cursor and on its other page.
//
// The guardian is this program once more, in a process of its own. It sleeps until
// the screen's process has ended, which it hears of by the end of a pipe, and is
// ended itself where the screen closes as it should. Whoever kills both at once, as
// a control group may that is short of memory, gets no terminal put back.
//
// It needs a Unix terminal. Elsewhere, and where no further process may be started,
// the screen is without one.
package guardian

// End is how the process of a screen ended that did not dismiss its guardian.
type End struct {
	Args  []string // of its command
	Open  bool     // the screen was open, and the guardian has closed it
	Trace []byte   // what was printed meanwhile, such as by Go of the error that ended it
}

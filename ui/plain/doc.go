// Package plain tells every room in lines of text, for whoever reads by ear or
// has no screen: nothing is drawn, overwritten or repeated unasked, and there are
// no escape sequences. Words typed with enter do what keys do on the screen, and
// a file of words does too.
package plain

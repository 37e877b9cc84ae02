package recorded

import "time"

// Strips and bursts are exact orders of very many operations: kept without limit
// they would be nearly all of a long recording, for pictures that replace each
// other on the screen. So they have an allowance, which a short recording does
// not use up.
const (
	allowanceAtFirst   = 1_000_000 // bytes of the file
	allowancePerSecond = 1_500
)

// allowance says which strips and bursts are kept. The first of every arm always
// is, so that each has a picture.
type allowance struct {
	used  int
	first map[string]bool
}

// room reports whether the pictures of an arm, so many bytes, are kept so long
// after the recording began.
func (a *allowance) room(arm string, size int, after time.Duration) bool {
	total := allowanceAtFirst + int(after.Seconds()*allowancePerSecond)
	if a.first[arm] && a.used+size > total {
		return false
	}
	if a.first == nil {
		a.first = map[string]bool{}
	}
	a.first[arm] = true
	a.used += size
	return true
}

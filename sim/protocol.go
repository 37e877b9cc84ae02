package sim

// State is what one cache holds of one line.
type State uint8

// The states of the three protocols.
const (
	Invalid   State = iota
	Shared          // clean, others may have it too
	Exclusive       // clean, nobody else has it
	Modified        // dirty, nobody else has it
	Owned           // dirty, others may have it Shared (MOESI)
	Forward         // Shared, and the one that answers readers (MESIF)
)

func (s State) String() string { return [...]string{"I", "S", "E", "M", "O", "F"}[s] }

// readable reports whether the holder may read without asking.
func (s State) readable() bool { return s != Invalid }

// writable reports whether the holder may write without asking.
func (s State) writable() bool { return s == Exclusive || s == Modified }

// supplies reports whether the holder, rather than the home, answers a request.
func (s State) supplies() bool { return s >= Exclusive }

// dirty reports whether the holder's data is newer than the home's.
func (s State) dirty() bool { return s == Modified || s == Owned }

// Protocol is a set of rules for keeping caches coherent.
type Protocol uint8

// The protocols. On locked adds alone they do not differ; a reader tells them
// apart.
const (
	MESI Protocol = iota
	MOESI
	MESIF
)

func (p Protocol) String() string { return [...]string{"MESI", "MOESI", "MESIF"}[p] }

// Protocols lists all.
func Protocols() []Protocol { return []Protocol{MESI, MOESI, MESIF} }

// afterRead returns what a holder keeps after another CPU has read the line
// from it, and whether its dirty data goes back to the home.
func (p Protocol) afterRead(holder State) (keeps State, writeBack bool) {
	switch holder {
	case Modified:
		if p == MOESI {
			return Owned, false
		}
		return Shared, true
	case Owned:
		return Owned, false
	case Exclusive, Forward:
		return Shared, false
	}
	return holder, false
}

// reader returns what a CPU gets that read a line: alone says that no other
// cache has it.
func (p Protocol) reader(alone bool) State {
	switch {
	case alone:
		return Exclusive
	case p == MESIF:
		return Forward
	}
	return Shared
}

package ownership

// Turn is one stay in the order of a line: whose it was, and its operations.
type Turn struct {
	Worker int
	Ops    int64
}

// Order returns all stays of the line in order, the one that the end of the
// window cut off included. It ends where a log was full; whole says that none
// was. No worker may be running.
func (l *Line) Order() (turns []Turn, whole bool) {
	last := int(l.word.Load() >> ownerWidth)
	turns = make([]Turn, last)
	for worker, log := range l.logs {
		if log == nil || log.stay == 0 {
			continue
		}
		for _, s := range log.stays {
			turns[s.number-1] = Turn{worker, s.ops}
		}
		turns[log.stay-1] = Turn{worker, log.ops - log.begun}
	}
	for i, t := range turns {
		if t.Ops == 0 {
			return turns[:i], false
		}
	}
	return turns, true
}

// Room returns how many more stays the log can keep.
func (l *Log) Room() int { return cap(l.stays) - len(l.stays) }

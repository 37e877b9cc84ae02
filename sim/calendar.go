package sim

import (
	"math"
	"math/bits"
)

// The ring of a calendar: so many days, each of 2^dayBits ps.
const (
	days    = 1024
	dayBits = 12
)

// never is later than everything.
const never Time = math.MaxInt64

// calendar holds what is due and when. Lines and CPUs are its subjects, and each
// has one event at most: a line's request reaches the holder, or its data the
// requester; a CPU goes on with its program. Events of equal times are taken in
// the order in which they were added.
//
// The days stand in a ring, and each is a list in order of time; one list also
// has the events that are whole turns of the ring later. As most events lie
// less than a turn ahead and few on one day, adding and taking cost little
// however many there are; a heap's cost would grow with their number.
type calendar struct {
	next    Time // when the next event is due, never where there is none
	today   uint64
	pending int
	dates   []date            // by subject
	ring    [days]list        // of subjects
	some    [days / 64]uint64 // a bit for each list that is not empty
}

// date is one subject's event.
type date struct {
	at     Time
	behind int32 // the next subject in the list, nobody
}

func newCalendar(subjects int) calendar {
	k := calendar{next: never, dates: make([]date, subjects)}
	for i := range k.ring {
		k.ring[i] = empty
	}
	return k
}

func day(at Time) uint64 { return uint64(at) >> dayBits }

// add gives an event to a subject that has none.
func (k *calendar) add(at Time, subject int) {
	k.pending++
	d := day(at)
	if at < k.next {
		k.next, k.today = at, d
	}
	k.dates[subject] = date{at, nobody}
	l := &k.ring[d%days]
	switch {
	case l.head == nobody:
		l.head, l.tail = int32(subject), int32(subject)
		k.some[d%days/64] |= 1 << (d % 64)
	case at >= k.dates[l.tail].at:
		k.dates[l.tail].behind, l.tail = int32(subject), int32(subject)
	default:
		k.insert(l, at, int32(subject))
	}
}

// insert puts a subject in before the first that comes later, which there is.
func (k *calendar) insert(l *list, at Time, subject int32) {
	place := &l.head
	for k.dates[*place].at <= at {
		place = &k.dates[*place].behind
	}
	k.dates[subject].behind, *place = *place, subject
}

// take removes the next event, which there is, and returns its subject.
func (k *calendar) take() int {
	l := &k.ring[k.today%days]
	first := l.head
	k.pending--
	l.head = k.dates[first].behind
	if l.head == nobody {
		l.tail = nobody
		k.some[k.today%days/64] &^= 1 << (k.today % 64)
	} else if at := k.dates[l.head].at; day(at) == k.today {
		k.next = at
		return int(first)
	}
	if k.next = never; k.pending > 0 {
		k.search()
	}
	return int(first)
}

// search finds the next event after today's, going once around the ring.
func (k *calendar) search() {
	d := k.today + 1
	for end := k.today + days; d < end; d = d&^63 + 64 {
		for word := k.some[d%days/64] >> (d % 64); word != 0; word &= word - 1 {
			due := d + uint64(bits.TrailingZeros64(word))
			if at := k.dates[k.ring[due%days].head].at; day(at) == due {
				k.next, k.today = at, due
				return
			}
		}
	}
	k.leap()
}

// leap finds the next event where none is due before the ring has turned.
func (k *calendar) leap() {
	k.next = never
	for w, word := range k.some {
		for ; word != 0; word &= word - 1 {
			k.next = min(k.next, k.dates[k.ring[w*64+bits.TrailingZeros64(word)].head].at)
		}
	}
	k.today = day(k.next)
}

// subjects counts the events of each subject.
func (k *calendar) subjects() []int {
	counts := make([]int, len(k.dates))
	for w, word := range k.some {
		for ; word != 0; word &= word - 1 {
			for subject := k.ring[w*64+bits.TrailingZeros64(word)].head; subject != nobody; subject = k.dates[subject].behind {
				counts[subject]++
			}
		}
	}
	return counts
}

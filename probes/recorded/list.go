package recorded

import (
	"strconv"
)

// longList is after how many bytes a list of numbers goes on in another line.
const longList = 64 << 10

// list writes numbers as lines of one kind, each beginning with the same numbers.
type list struct {
	text  []byte
	head  []byte
	begin int // of the line that is being written, -1 where none is
}

func newList(to []byte, kind string, numbers ...int) *list {
	head := append(append([]byte(`{"`), kind...), `":[`...)
	for i, n := range numbers {
		if i > 0 {
			head = append(head, ',')
		}
		head = strconv.AppendInt(head, int64(n), 10)
	}
	return &list{text: to, head: head, begin: -1}
}

// add adds numbers that stand on one line.
func (l *list) add(numbers ...int64) {
	if l.begin >= 0 && len(l.text)-l.begin > longList {
		l.end()
	}
	if l.begin < 0 {
		l.begin = len(l.text)
		l.text = append(l.text, l.head...)
	}
	for _, n := range numbers {
		l.text = appendNumber(l.text, n)
	}
}

// end returns the lines.
func (l *list) end() []byte {
	if l.begin >= 0 {
		l.text = append(l.text, "]}\n"...)
	}
	l.begin = -1
	return l.text
}

// part is one line of such a list that was read.
type part struct {
	kind string
	text []byte // from the first number on
}

package lab

import (
	"fmt"

	"linebounce/probes"
	"linebounce/ui/tui/widgets"
)

var rwlockPortrait = portrait{
	name: rwlockName, code: rwlockCode, maps: rwlockMaps, apart: counterApart, price: rwlockPrice, effect: rwlockEffect,
	refuse: rwlockRefuse, operation: [2]string{"locked add", "add"},
	grid: &grid{
		rows:    axis{"counter", [2]string{probes.CounterOne, probes.CounterEach}, [2]string{"one word", "a word each"}, [2]string{"one word", "a word each"}},
		columns: axis{"line", [2]string{probes.LineShared, probes.LinePadded}, [2]string{"one line", "padded"}, [2]string{"one line", "padded"}},
		notes:   [2]string{"upper: to read, all write the one word", "lower: a word each needs a line each"},
		hole:    func(row, column int) bool { return row == 0 && column == 1 }, // one word has nothing beside it
	},
}

func rwlockName(s probes.Scenario) string {
	switch {
	case s.Counter == probes.CounterOne:
		return "one lock word for all readers"
	case s.Line == probes.LinePadded:
		return "a lock word each, padded"
	}
	return "a lock word each, on one line"
}

func rwlockCode(s probes.Scenario, lineBytes int) []string {
	target, where := "word", "all readers the same"
	if s.Counter == probes.CounterEach {
		target, where = "word[cpu]", "8 bytes apart"
		if s.Line == probes.LinePadded {
			where = fmt.Sprintf("%d bytes apart", lineBytes)
		}
	}
	short := fmt.Sprintf("lock %s++, lock %s--", target, target)
	return []string{short + "; " + where, short}
}

// rwlockMaps follows probes/rwlock: one word, or words side by side, or each
// alone.
func rwlockMaps(s probes.Scenario, lineBytes int) []lineMap {
	title := fmt.Sprintf("%d bytes", lineBytes)
	if s.Counter == probes.CounterOne {
		return []lineMap{{title: title, fields: []widgets.Field{{Name: "word", Written: true}}}}
	}
	names := perCPU("word", "word", s)
	if s.Line == probes.LinePadded {
		return oneByOne(names, lineBytes)
	}
	list := sideBySide(names, lineBytes, 0)
	list[0].title = title
	return list
}

func rwlockPrice(s probes.Scenario, _ int) string {
	if s.Counter != probes.CounterEach || s.Readers < 2 {
		return ""
	}
	return fmt.Sprintf("a writer now has to take %d words", s.Readers)
}

func rwlockRefuse(s probes.Scenario, word string) string {
	if word == "line" && s.Counter == probes.CounterOne {
		return "one word has nothing beside it, wherever it lies. Press n for a word each."
	}
	return ""
}

func rwlockEffect(s probes.Scenario, word string, lineBytes int) string {
	switch word + "=" + s.Get(word) {
	case "counter=one":
		return "All readers count themselves in one word: to read, they all write."
	case "counter=each":
		return "Each reader counts itself in a word of its own; whether they share a line is for l to say."
	case "line=shared":
		return "The words lie on one line, and a line travels as a whole."
	case "line=padded":
		return fmt.Sprintf("Each word has a line of its own; the price: a writer has to take %d of them.", s.Readers)
	case "readers=1":
		return "One CPU takes the lock to read, and nobody else wants its line."
	}
	if word == "readers" {
		return fmt.Sprintf("%d CPUs take the lock, all of them only to read.", s.Readers)
	}
	return ""
}

package report

import (
	"math"
	"strings"
	"unicode/utf8"
)

// barWidth is the width of the longest bar, in characters.
const barWidth = 32

// eighths fill a character from its left edge.
var eighths = []rune{' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'}

// drawBars draws bars from a common zero, one a line, with their figures. Where
// any is negative, its bar says so by its shade: ▒ in place of █.
func drawBars(bars []bar) string {
	longest, labels := 0.0, 0
	for _, b := range bars {
		if finite(b.Value) {
			longest = max(longest, math.Abs(b.Value))
		}
		labels = max(labels, utf8.RuneCountInString(b.Label))
	}
	var text strings.Builder
	for _, b := range bars {
		drawn := drawBar(b.Value, longest)
		text.WriteString(b.Label + strings.Repeat(" ", labels-utf8.RuneCountInString(b.Label)+2))
		text.WriteString(drawn + strings.Repeat(" ", barWidth-utf8.RuneCountInString(drawn)+2))
		text.WriteString(b.Text + "\n")
	}
	return text.String()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func drawBar(value, longest float64) string {
	if !finite(value) || longest == 0 {
		return ""
	}
	n := int(math.Round(math.Abs(value) / longest * barWidth * 8))
	if value < 0 {
		return strings.Repeat("▒", (n+4)/8)
	}
	drawn := strings.Repeat("█", n/8)
	if n%8 > 0 {
		drawn += string(eighths[n%8])
	}
	return drawn
}

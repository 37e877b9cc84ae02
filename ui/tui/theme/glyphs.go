package theme

import "strings"

// Glyphs are the characters of the picture, each one cell wide.
type Glyphs struct {
	Measured, Simulated, Recorded        rune // marks of a source
	TopLeft, TopRight, LowLeft, LowRight rune
	Flat, Upright                        rune // lines of a box
	Fence                                rune // between two fields of a line
	Bar, Rail                            rune // done and not done of a bar
	Gap                                  rune // the line travels
	Tick, Corner, Mark                   rune // of a chart's axes
	RiseFrom, RiseTo, FallFrom, FallTo   rune // of a chart's curve
	Flow                                 rune // from one side to the other
	Solid, Work                          rune // of a lane over time: has the line, does something else
	Head, Twin                           rune // the head of a message on its way, and the line of one that carries data
	Knob                                 rune // where a scrub bar stands
	Published                            rune // a published figure, on a chart
	ascii                                bool
}

var unicodeGlyphs = Glyphs{
	Measured: '●', Simulated: '◇', Recorded: '▷',
	TopLeft: '╭', TopRight: '╮', LowLeft: '╰', LowRight: '╯', Flat: '─', Upright: '│',
	Fence: '┊', Bar: '━', Rail: '╌', Gap: '·',
	Tick: '┤', Corner: '└', Mark: '┴',
	RiseFrom: '╯', RiseTo: '╭', FallFrom: '╮', FallTo: '╰', Flow: '→',
	Solid: '█', Work: '╌', Head: '►', Twin: '═', Knob: '●', Published: '◆',
}

var asciiGlyphs = Glyphs{
	Measured: '*', Simulated: 'o', Recorded: '>',
	TopLeft: '+', TopRight: '+', LowLeft: '+', LowRight: '+', Flat: '-', Upright: '|',
	Fence: ':', Bar: '=', Rail: '.', Gap: '.',
	Tick: '+', Corner: '+', Mark: '^',
	RiseFrom: '+', RiseTo: '+', FallFrom: '+', FallTo: '+', Flow: '>',
	Solid: '#', Work: '-', Head: '>', Twin: '=', Knob: 'o', Published: '@',
	ascii: true,
}

var spelled = strings.NewReplacer(
	"×", "x", "·", "-", "→", "->", "←", "<-", "–", "-", "…", "...", "●", "*", "◇", "o", "◆", "@", "█", "#", "╌", "-", "─", "-", "═", "=", "►", ">", "▷", ">", "µ", "u", "≥", ">=", "│", "|",
)

// Text returns text in characters that the terminal can show.
func (g Glyphs) Text(text string) string {
	if !g.ascii {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, spelled.Replace(text))
}

// ASCII reports whether nothing outside it can be shown.
func (g Glyphs) ASCII() bool { return g.ascii }

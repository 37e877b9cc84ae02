package theme

import (
	"strings"

	"golang.org/x/text/width"
)

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
	wide                                 bool // what is not ASCII is drawn, where its width is beyond doubt
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

// wideGlyphs are for terminals that draw the characters of the picture two cells
// wide, as some do in China, Japan and Korea: Unicode leaves their width open.
var wideGlyphs = func() Glyphs {
	g := asciiGlyphs
	g.wide = true
	return g
}()

// Wide returns the theme for a terminal that draws characters of open width two
// cells wide. Letters of its language stay what they are.
func (t Theme) Wide() Theme {
	t.Glyphs = wideGlyphs
	return t
}

var spelled = strings.NewReplacer(
	"×", "x", "·", "-", "→", "->", "←", "<-", "–", "-", "…", "...", "●", "*", "◇", "o", "◆", "@", "█", "#", "╌", "-", "─", "-", "═", "=", "►", ">", "▷", ">", "µ", "u", "≥", ">=", "│", "|", "±", "+/-", "≤", "<=", "≈", "~", "↑", "^", "↓", "v", "−", "-", "—", "-", "’", "'", "“", "\"", "”", "\"",
)

// Text returns text in characters that the terminal can show.
func (g Glyphs) Text(text string) string {
	if !g.ascii {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r <= '~' || g.wide && width.LookupRune(r).Kind() != width.EastAsianAmbiguous {
			return r
		}
		return '?'
	}, spelled.Replace(text))
}

// ASCII reports whether the picture is drawn with nothing outside it.
func (g Glyphs) ASCII() bool { return g.ascii }

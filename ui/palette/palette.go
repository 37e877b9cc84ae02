// Package palette holds the colours that the screen and the reports share. The
// hues are those of Okabe and Ito, "Color Universal Design" (2008), which stay
// apart for colour-blind eyes.
package palette

// Count is how many CPUs can be told apart by colour.
const Count = 8

// Fills begin with the pair that is easiest to tell apart, and end with a grey in
// the place of Okabe and Ito's black.
var Fills = [Count]string{"#56B4E9", "#E69F00", "#009E73", "#F0E442", "#CC79A7", "#0072B2", "#D55E00", "#999999"}

// OnLight are the same hues, dark enough for text on a light ground.
var OnLight = [Count]string{"#1F78B4", "#9A6700", "#00704F", "#7A7000", "#A3437C", "#004E7C", "#A84300", "#666666"}

// OnDark are the same hues, light enough for text on a dark ground.
var OnDark = [Count]string{"#56B4E9", "#E69F00", "#1BBF91", "#F0E442", "#DB9BBE", "#4D9FD6", "#F07F33", "#B2B2B2"}

// Ink is text on a fill.
const Ink = "#101418"

// Greys are what words and rules are drawn in, so that no hue is spent on them.
type Greys struct {
	Dim   string // to be read
	Faint string // rails, ticks and borders, not to be read
	Shade string // under what is chosen
}

// The greys of the two grounds.
var (
	GreysOnLight = Greys{Dim: "#5F5F5F", Faint: "#AFAFAF", Shade: "#D7D7D7"}
	GreysOnDark  = Greys{Dim: "#9E9E9E", Faint: "#626262", Shade: "#444444"}
)

// Levels is how many steps of light there are.
const Levels = 5

// Heat is the ground of a figure and the text on it.
type Heat struct{ Ground, Text string }

// Heats go from dark to light on every ground, so that a picture means the same
// on all.
var Heats = [Levels]Heat{{"#262626", "#E4E4E4"}, {"#4E4E4E", "#FFFFFF"}, {"#7A7A7A", "#000000"}, {"#ABABAB", "#000000"}, {"#DEDEDE", "#000000"}}

package lessons

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes"
)

var (
	roles      = []string{string(probes.Adder), string(probes.Taker), string(probes.Dropper), string(probes.Observer), string(probes.Sender), string(probes.Receiver), string(probes.Reader)}
	quantities = []string{string(Ops), string(Messages), string(Handoffs), string(OpsPerStay), string(Period), string(Latency), string(LostShare), string(Differing)}
)

// claimForm and valueForm are what a claim and a value look like.
const (
	claimForm = "VALUE > BOUND, VALUE < BOUND or BOUND < VALUE < BOUND, then if need be on measured or on simulated, then in near or in far"
	valueForm = "[ROLE] B/A QUANTITY, [ROLE] QUANTITY A or B, latency_ns or differing"
	boundForm = "a number, or a number, x and A, B, a value or step N"
)

// claimError says which word of a claim is wrong and what is accepted.
type claimError struct{ problem, wanted string }

func (e *claimError) Error() string { return e.problem + "; wanted: " + e.wanted }

func wrong(wanted, problem string, args ...any) error {
	return &claimError{fmt.Sprintf(problem, args...), wanted}
}

// ParseClaim reads a claim as FORMAT.md describes it. Its errors name the word
// that is wrong and what is accepted there. The claim's line is not set.
func ParseClaim(text string) (Claim, error) {
	c := Claim{Text: strings.TrimSpace(text)}
	words := strings.Fields(strings.NewReplacer("<", " < ", ">", " > ").Replace(text))
	words, err := c.conditions(words)
	if err != nil {
		return Claim{}, err
	}
	var sides [][]string
	var signs []string
	begin := 0
	for i, w := range words {
		if w == "<" || w == ">" {
			sides, signs, begin = append(sides, words[begin:i]), append(signs, w), i+1
		}
	}
	sides = append(sides, words[begin:])
	switch strings.Join(signs, "") {
	case ">":
		err = c.compare(sides[0], sides[1], nil)
	case "<":
		err = c.compare(sides[0], nil, sides[1])
	case "<<":
		err = c.compare(sides[1], sides[0], sides[2])
	case "":
		err = wrong("< or >", "%q compares nothing", short(c.Text))
	default:
		err = wrong("one > or <, or two <", "%q compares in another way", short(c.Text))
	}
	if err != nil {
		return Claim{}, err
	}
	return c, nil
}

// conditions takes "on …" and "in …" from the end of a claim.
func (c *Claim) conditions(words []string) ([]string, error) {
	if i := slices.Index(words, "in"); i >= 0 {
		switch rest := words[i+1:]; {
		case len(rest) == 1 && (State(rest[0]) == Near || State(rest[0]) == Far):
			c.State = State(rest[0])
		default:
			return nil, wrong("near or far, as the last word", "%q stands after in", short(strings.Join(rest, " ")))
		}
		words = words[:i]
	}
	if i := slices.Index(words, "on"); i >= 0 {
		switch rest := words[i+1:]; {
		case len(rest) == 1 && (rest[0] == string(probes.Measured) || rest[0] == string(probes.Simulated)):
			c.On = probes.Origin(rest[0])
		default:
			return nil, wrong("measured or simulated, before in", "%q stands after on", short(strings.Join(rest, " ")))
		}
		words = words[:i]
	}
	return words, nil
}

// compare reads the value and its bounds, nil for one that is not there.
func (c *Claim) compare(value, above, below []string) (err error) {
	if c.Value, err = parseValue(value); err != nil {
		if _, number := parseNumber(strings.Join(value, " ")); number == nil {
			return wrong(claimForm, "%q is a number, where the value that is claimed should stand", strings.Join(value, " "))
		}
		return err
	}
	if above != nil {
		if c.Above, err = c.parseBound(above); err != nil {
			return err
		}
	}
	if below != nil {
		if c.Below, err = c.parseBound(below); err != nil {
			return err
		}
	}
	if a, b := c.Above, c.Below; a != nil && b != nil && a.plain() && b.plain() && a.Factor >= b.Factor {
		return wrong("the lower bound first", "nothing lies between %s and %s", a, b)
	}
	return nil
}

// parseValue reads "[ROLE] B/A QUANTITY", "[ROLE] QUANTITY ARM" or a quantity
// that has no arm.
func parseValue(words []string) (v Value, err error) {
	all := strings.Join(words, " ")
	next := func() string {
		if len(words) == 0 {
			return ""
		}
		w := words[0]
		words = words[1:]
		return w
	}
	w := next()
	if slices.Contains(roles, w) {
		v.Role = probes.Role(w)
		w = next()
	}
	if w == "B/A" {
		v.Ratio = true
		w = next()
	}
	switch {
	case w == "":
		return v, wrong(valueForm, "%q names no quantity", all)
	case !slices.Contains(quantities, w):
		accepted := strings.Join(quantities, ", ")
		if !v.Ratio && v.Role == "" {
			accepted += ", B/A or a role: " + strings.Join(roles, ", ")
		}
		return v, wrong(accepted, "%q is no quantity", short(w))
	}
	v.Quantity = Quantity(w)
	if v.Role != "" && v.Quantity != Ops {
		return v, wrong(string(v.Role)+" with ops_per_s", "%s is not known of one role", w)
	}
	if v.bare() && v.Ratio {
		return v, wrong(w+" alone", "%s has no arms", w)
	}
	if !v.bare() && !v.Ratio {
		arm := next()
		if arm != "A" && arm != "B" {
			return v, wrong("A or B after it, or B/A before it", "%q does not say of which arm", all)
		}
		v.Arm = int(arm[0] - 'A')
	}
	if len(words) > 0 {
		return v, wrong(valueForm, "%q stands after %s", short(strings.Join(words, " ")), v)
	}
	return v, nil
}

// bare reports whether the value is of the whole step, not of an arm.
func (v Value) bare() bool { return v.Quantity == Latency || v.Quantity == Differing }

// parseBound reads a number, "NUMBER x ARM", "NUMBER x VALUE" or "NUMBER x step N".
func (c *Claim) parseBound(words []string) (*Bound, error) {
	if len(words) == 0 {
		return nil, wrong(boundForm, "a bound is missing")
	}
	factor, err := parseNumber(words[0])
	if err != nil {
		return nil, wrong(boundForm, "%q is no number", short(words[0]))
	}
	b := &Bound{Factor: factor}
	if len(words) == 1 {
		return b, nil
	}
	of := words[2:]
	switch {
	case words[1] != "x":
		return nil, wrong("x between a number and what it multiplies", "%q stands after %s", short(words[1]), words[0])
	case len(of) > 0 && of[0] == "step":
		n := 0
		if len(of) == 2 {
			n, err = strconv.Atoi(of[1])
		}
		if err != nil || n < 1 || len(of) != 2 {
			return nil, wrong("step and the number of an earlier one, from 1", "%q names no step", short(strings.Join(of, " ")))
		}
		b.Step = n
		return b, nil
	case len(of) == 1 && (of[0] == "A" || of[0] == "B"):
		if c.Value.Ratio || c.Value.bare() {
			return nil, wrong("a number, or a number, x and a value", "%s has no arm %s", c.Value, of[0])
		}
		same := c.Value
		same.Arm = int(of[0][0] - 'A')
		b.Of = &same
	default:
		v, err := parseValue(of)
		if err != nil {
			return nil, err
		}
		b.Of = &v
	}
	if *b.Of == c.Value {
		return nil, wrong("another arm or value", "%s is held against itself", c.Value)
	}
	return b, nil
}

var decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$`)

func parseNumber(text string) (float64, error) {
	if !decimal.MatchString(text) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64) // an error where it is too large
}

// plain reports whether the bound is a number and no more.
func (b *Bound) plain() bool { return b.Of == nil && b.Step == 0 }

// String returns the bound as ParseClaim reads it.
func (b *Bound) String() string {
	factor := strconv.FormatFloat(b.Factor, 'g', -1, 64)
	switch {
	case b.Step > 0:
		return fmt.Sprintf("%s x step %d", factor, b.Step)
	case b.Of != nil:
		return fmt.Sprintf("%s x %s", factor, b.Of)
	}
	return factor
}

// String returns the claim as ParseClaim reads it, in one form for all ways to
// write it.
func (c Claim) String() string {
	text := c.Value.String()
	switch {
	case c.Above != nil && c.Below != nil:
		text = fmt.Sprintf("%s < %s < %s", c.Above, text, c.Below)
	case c.Above != nil:
		text += " > " + c.Above.String()
	case c.Below != nil:
		text += " < " + c.Below.String()
	}
	if c.On != "" {
		text += " on " + string(c.On)
	}
	if c.State != AnyState {
		text += " in " + string(c.State)
	}
	return text
}

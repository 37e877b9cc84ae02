package palette

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Fault says what is wrong with a theme that was asked for.
type Fault struct {
	File    string // or the name
	Line    int    // 0 where the fault is in none
	Problem string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("theme %s: %s", f.File, f.Problem)
	}
	return fmt.Sprintf("theme %s, line %d: %s", f.File, f.Line, f.Problem)
}

// chosen is the one colour that may be reversed instead.
const (
	chosen  = "chosen"
	reverse = "reverse"
)

func numbered(name string, i int) string { return fmt.Sprintf("%s-%d", name, i) }

// colour is how a file writes one: the terminal's own number may follow.
var colour = regexp.MustCompile(`^(#[0-9A-Fa-f]{6})(?: ([0-9]|1[0-5]|default))?$`)

// Parse reads a theme: a JSON object with a text for each colour, none left out.
// Its errors are a *Fault.
func Parse(file string, data []byte) (Palette, error) {
	p := Palette{Name: file}
	r := reader{file: file, data: data, in: json.NewDecoder(bytes.NewReader(data))}
	left := p.slots()
	if token, err := r.in.Token(); err != nil || token != json.Delim('{') {
		return p, r.fault(err, "a theme is a JSON object, which begins with {")
	}
	seen := map[string]int{}
	for r.in.More() {
		name, value, err := r.entry()
		if err != nil {
			return p, err
		}
		i := slices.IndexFunc(left, func(s slot) bool { return s.name == name })
		if line := seen[name]; line > 0 {
			return p, r.fault(nil, "%s is there already, in line %d", name, line)
		}
		if i < 0 {
			return p, r.fault(nil, "%q is no colour of a theme; accepted: %s", name, accepted)
		}
		if !left[i].set(value) {
			return p, r.fault(nil, "%s is %q; it must be %s", name, value, expected(name))
		}
		seen[name], left = r.line(), slices.Delete(left, i, i+1)
	}
	if _, err := r.in.Token(); err != nil {
		return p, r.fault(err, "the theme does not end with }")
	}
	if len(left) > 0 {
		names := make([]string, len(left))
		for i, s := range left {
			names[i] = s.name
		}
		return p, r.fault(nil, "the theme ends without %s; linebounce theme dark prints one that has every colour", strings.Join(names, ", "))
	}
	if _, err := r.in.Token(); !errors.Is(err, io.EOF) {
		return p, r.fault(nil, "something follows the end of the theme")
	}
	return p, nil
}

// accepted are the names of the colours.
const accepted = "ground, text, dim, faint, chosen, cpu-0 to cpu-7, fill-0 to fill-7, ink-0 to ink-7, heat-0 to heat-4, on-heat-0 to on-heat-4"

func (s slot) set(value string) bool {
	if s.name == chosen && value == reverse {
		return true
	}
	found := colour.FindStringSubmatch(value)
	if found == nil {
		return false
	}
	*s.at = Colour{Hex: strings.ToUpper(found[1]), Own: found[2]}
	return true
}

func expected(name string) string {
	if name == chosen {
		return "a colour such as #56B4E9, or " + reverse
	}
	return "a colour such as #56B4E9, or #56B4E9 14 to say also which of a terminal's own 16 colours it is, from 0 to 15, or default for that of its text"
}

// reader reads a file and knows the line it is in.
type reader struct {
	file string
	data []byte
	in   *json.Decoder
}

// entry is the next name and its text.
func (r reader) entry() (name, value string, err error) {
	token, err := r.in.Token()
	if err != nil {
		return "", "", r.fault(err, "")
	}
	name, _ = token.(string) // a decoder lets no other name pass
	if token, err = r.in.Token(); err != nil {
		return "", "", r.fault(err, "")
	}
	value, is := token.(string)
	if !is {
		return "", "", r.fault(nil, "%s is %v, which is no text; it must be %s", name, token, expected(name))
	}
	return name, value, nil
}

func (r reader) line() int { return r.lineAt(r.in.InputOffset()) }

func (r reader) lineAt(offset int64) int {
	return 1 + bytes.Count(r.data[:min(int(offset), len(r.data))], []byte("\n"))
}

// fault says where the reader is what is wrong: that it is no JSON where err says
// so.
func (r reader) fault(err error, format string, args ...any) error {
	f := &Fault{r.file, r.line(), fmt.Sprintf(format, args...)}
	if broken, ok := errors.AsType[*json.SyntaxError](err); ok {
		f.Line, f.Problem = r.lineAt(broken.Offset), "this is no JSON: "+broken.Error()
	} else if err != nil {
		f.Line, f.Problem = r.lineAt(int64(len(bytes.TrimRight(r.data, "\n")))), "the file ends in the middle of the theme"
	}
	return f
}

package palette

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"linebounce/assets/themes"
)

// The themes that the program brings. The last is none of its own: it is the one
// of the two for dark and light grounds that the terminal's ground asks for.
const (
	dark            = "dark"
	light           = "light"
	contrastDark    = "high-contrast-dark"
	contrastOnLight = "high-contrast-light"
	contrast        = "high-contrast"
)

// Names are the themes that can be asked for by name.
func Names() []string { return []string{dark, light, contrast, contrastDark, contrastOnLight} }

// Choice is the palettes that a screen takes its colours from. The zero Choice is
// of the two palettes that the program brings.
type Choice struct {
	pair  [2]Palette // for light grounds and dark ones
	named bool
}

// For returns the palette for a ground that is dark or light.
func (c Choice) For(dark bool) Palette {
	switch {
	case !c.named && dark:
		return Dark()
	case !c.named:
		return Light()
	case dark:
		return c.pair[1]
	}
	return c.pair[0]
}

// Brings reports whether the terminal's ground is to become the palette's: where
// one was asked for. One that is chosen by the terminal's ground waits until the
// terminal answered of which it is.
func (c Choice) Brings(answered bool) bool {
	return c.named && (answered || c.pair[0].Name == c.pair[1].Name)
}

// Dark is the palette for dark grounds.
func Dark() Palette { return brought()[dark] }

// Light is the palette for light grounds, and for paper.
func Light() Palette { return brought()[light] }

// brought are the palettes of the files that the program brings.
var brought = sync.OnceValue(func() map[string]Palette {
	all := map[string]Palette{}
	for _, name := range Names() {
		if data, found := Source(name); found {
			all[name], _ = Parse(name, data) // a test holds that they can be read
		}
	}
	return all
})

// Source is the file of a theme that the program brings, for a user to begin with.
func Source(name string) (data []byte, found bool) {
	data, err := themes.Files.ReadFile(name + ".json")
	return data, err == nil
}

// longest bounds a theme's file, in bytes.
const longest = 64 << 10

// Find returns the theme of a name, or else of a file. Its errors are a *Fault.
func Find(theme string) (Choice, error) {
	if theme == contrast {
		return Choice{[2]Palette{brought()[contrastOnLight], brought()[contrastDark]}, true}, nil
	}
	if p, found := brought()[theme]; found {
		return Choice{[2]Palette{p, p}, true}, nil
	}
	fault := func(format string, args ...any) (Choice, error) {
		return Choice{}, &Fault{File: theme, Problem: fmt.Sprintf(format, args...)}
	}
	file, err := os.Open(theme)
	if errors.Is(err, fs.ErrNotExist) {
		return fault("there is no theme and no file of this name; accepted: %s, or a file like those that linebounce theme prints", strings.Join(Names(), ", "))
	}
	if err != nil {
		return fault("it cannot be read: %v", reason(err))
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, longest+1))
	if err != nil {
		return fault("it cannot be read: %v", reason(err))
	}
	if len(data) > longest {
		return fault("it has more than %d bytes, so it is no theme", longest)
	}
	p, err := Parse(theme, data)
	if err != nil {
		return Choice{}, err
	}
	return Choice{[2]Palette{p, p}, true}, nil
}

// reason is why a file failed, without its name.
func reason(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// Weak says in words what is hard to read with the palettes of a choice.
func (c Choice) Weak() []string {
	if !c.named {
		return nil
	}
	return slices.Compact(slices.Concat(c.pair[0].Weak(), c.pair[1].Weak()))
}

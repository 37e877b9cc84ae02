package results

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"linebounce/probes/topology"
)

// Names returns a short name for each file that tells it from the others: as
// little of its path as that takes, and its place where a file holds several
// documents.
func Names(files []File) []string {
	paths := map[string][]int{}
	for i, f := range files {
		paths[f.Path] = append(paths[f.Path], i)
	}
	short := shorten(paths)
	names := make([]string, len(files))
	for path, documents := range paths {
		for n, i := range documents {
			names[i] = clean(short[path])
			if len(documents) > 1 {
				names[i] = fmt.Sprintf("%s#%d", names[i], n+1)
			}
		}
	}
	return names
}

// shorten gives every path its last part, without its ending, and those that
// would be called alike the parts before it, one by one.
func shorten[T any](paths map[string]T) map[string]string {
	short := map[string]string{}
	left := map[string][]string{} // the parts of those not done, last first
	for path := range paths {
		parts := strings.Split(filepath.ToSlash(filepath.Clean(path)), "/")
		left[path] = parts[:len(parts)-1]
		short[path] = stem(parts[len(parts)-1])
	}
	for {
		alike := map[string][]string{}
		for path, name := range short {
			alike[name] = append(alike[name], path)
		}
		if len(alike) == len(short) {
			return short
		}
		for _, same := range alike {
			if len(same) > 1 {
				lengthen(short, left, same)
			}
		}
	}
}

// lengthen adds a part to each of several names that are alike. Those that have
// no more parts differ in their endings, and are called by the whole path.
func lengthen(short map[string]string, left map[string][]string, alike []string) {
	for _, path := range alike {
		parts := left[path]
		if len(parts) == 0 {
			short[path] = path
			continue
		}
		short[path] = parts[len(parts)-1] + "/" + short[path]
		left[path] = parts[:len(parts)-1]
	}
}

// stem is a file's name without its ending.
func stem(name string) string {
	for _, ending := range endings {
		if rest, found := strings.CutSuffix(name, ending); found && rest != "" {
			return rest
		}
	}
	return name
}

// Short names a machine in a table: a preset of the model by its name, any other
// by its model.
func (m Machine) Short() string {
	if m.LineSource == topology.FromModel {
		return cmp.Or(preset(m), m.Model)
	}
	return cmp.Or(m.Model, "unnamed CPU")
}

// kind is what tells one machine from another as far as a file says: not its
// name, which no file has, nor what may change from one day to the next.
func (m Machine) kind() Machine {
	return Machine{Model: m.Model, CPUs: m.CPUs, LineBytes: m.LineBytes, LineSource: m.LineSource, Arch: m.Arch, Hypervisor: m.Hypervisor}
}

// Settings names in which of the things that may change from one day to the next
// two machines differ: "kernel Linux 6.1.0, then Linux 6.18.0".
func (m Machine) Settings(later Machine) string {
	var list []string
	for _, s := range [][3]string{
		{"kernel", m.Kernel, later.Kernel}, {"governor", m.Governor, later.Governor}, {"turbo", m.Turbo, later.Turbo}, {"SMT", m.SMT, later.SMT},
	} {
		if s[1] != s[2] {
			list = append(list, fmt.Sprintf("%s %s, then %s", s[0], cmp.Or(s[1], "unknown"), cmp.Or(s[2], "unknown")))
		}
	}
	return strings.Join(list, "; ")
}

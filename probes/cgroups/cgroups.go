// Package cgroups reads what the control groups of this process, and all that
// are above them as far as can be seen from here, do with its CPU time: how
// much of it they allow, and how often they stopped it. Both versions are read,
// also side by side.
package cgroups

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// group is one directory that may limit this process.
type group struct {
	dir     string // below the root of the file system
	unified bool   // control groups version 2
}

// groups lists the directories of this process's groups of the CPU controller
// and of all above them. Where a container sees only a part of the hierarchy,
// its own root is the last. Some may not exist.
func groups(root fs.FS) []group {
	var found []group
	mounted := mounts(root)
	for line := range strings.Lines(text(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		unified := parts[1] == ""
		if !unified && !slices.Contains(strings.Split(parts[1], ","), "cpu") {
			continue
		}
		places := usual(parts[1])
		for _, m := range mounted {
			if m.unified == unified {
				places = append(places, m)
			}
		}
		for _, m := range places {
			for _, dir := range m.upwards(parts[2]) {
				if g := (group{dir, unified}); !slices.Contains(found, g) {
					found = append(found, g)
				}
			}
		}
	}
	return found
}

// mount is one place where a hierarchy of groups is to be seen.
type mount struct {
	root    string // the group that is seen there
	point   string
	unified bool
}

// usual are the places where distributions mount a hierarchy.
func usual(controllers string) []mount {
	if controllers == "" {
		return []mount{{"/", "/sys/fs/cgroup", true}, {"/", "/sys/fs/cgroup/unified", true}}
	}
	return []mount{{"/", "/sys/fs/cgroup/cpu", false}, {"/", "/sys/fs/cgroup/" + controllers, false}}
}

// mounts lists where version 2 and the CPU controller of version 1 really are
// mounted.
func mounts(root fs.FS) []mount {
	var found []mount
	for line := range strings.Lines(text(root, "proc/self/mountinfo")) {
		about, kind, whole := strings.Cut(line, " - ")
		fields, rest := strings.Fields(about), strings.Fields(kind)
		if !whole || len(fields) < 5 || len(rest) < 3 {
			continue
		}
		switch {
		case rest[0] == "cgroup2":
			found = append(found, mount{fields[3], fields[4], true})
		case rest[0] == "cgroup" && slices.Contains(strings.Split(rest[2], ","), "cpu"):
			found = append(found, mount{fields[3], fields[4], false})
		}
	}
	return found
}

// upwards lists the directories of a group and of all above it, the group's own
// first. A mount may show only what is below some group: then the rest of its
// path leads there.
func (m mount) upwards(name string) []string {
	name = path.Clean("/" + name)
	if below, inside := strings.CutPrefix(name, strings.TrimSuffix(path.Clean(m.root), "/")+"/"); inside {
		name = "/" + below
	} else if name == path.Clean(m.root) {
		name = "/"
	}
	var dirs []string
	for ; ; name = path.Dir(name) {
		dirs = append(dirs, strings.TrimPrefix(path.Join(m.point, name), "/"))
		if name == "/" {
			return dirs
		}
	}
}

// text returns a small file without its newline, "" where it cannot be read.
func text(root fs.FS, name string) string {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

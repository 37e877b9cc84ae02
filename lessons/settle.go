package lessons

import (
	"fmt"
	"slices"
	"strings"
)

// settle makes a course of what was read: lessons without faults in the order
// given, and the faults that only the whole course shows.
func settle(files []read, gone []Fault) Course {
	c := Course{files: files, gone: gone, Faults: slices.Clone(gone)}
	byID := map[string]int{}
	found := make([][]Fault, len(files))
	for i, f := range files {
		id := f.lesson.ID
		first, taken := byID[id]
		switch {
		case !isID(id):
		case taken:
			other := files[first].lesson
			found[i] = append(found[i], Fault{File: f.lesson.File, Line: f.lesson.lines.id, Wanted: "an id of its own",
				Problem: fmt.Sprintf("the id %s is that of %s, %q, which was read before", id, other.File, short(other.Title))})
		default:
			byID[id] = i
		}
	}
	for i, f := range files {
		for _, id := range f.lesson.After {
			if _, known := byID[id]; !known && isID(id) {
				found[i] = append(found[i], Fault{File: f.lesson.File, Line: f.lesson.lines.after, Wanted: "the id of a lesson: " + strings.Join(ids(files), ", "),
					Problem: fmt.Sprintf("it builds on %s, which is no lesson", id)})
			}
		}
	}
	out := circles(files, byID, found)
	for i, f := range files {
		all := faults{list: slices.Concat(f.faults, found[i])}
		c.Faults = append(c.Faults, all.sorted()...)
		if len(all.list) == 0 && !out[i] {
			c.Lessons = append(c.Lessons, f.lesson)
		}
	}
	return c
}

// ids lists those of all files, each once.
func ids(files []read) []string {
	var list []string
	for _, f := range files {
		if id := f.lesson.ID; isID(id) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// circles names each circle of lessons that build on each other, at the first
// file of it, and returns which files are in one.
func circles(files []read, byID map[string]int, found [][]Fault) (in []bool) {
	in = make([]bool, len(files))
	for i, f := range files {
		if in[i] || byID[f.lesson.ID] != i {
			continue
		}
		way := back(i, files, byID)
		if way == nil {
			continue
		}
		text := f.lesson.ID
		for _, j := range way {
			in[j] = true
			text += " builds on " + files[j].lesson.ID + ", which"
		}
		text = strings.TrimSuffix(text, ", which")
		found[i] = append(found[i], Fault{File: f.lesson.File, Line: f.lesson.lines.after, Problem: "lessons go in a circle: " + text,
			Wanted: "one of them that does not build on the next"})
	}
	return in
}

// back returns the shortest way from a file along what it builds on to itself,
// nil where there is none. It ends with the file.
func back(from int, files []read, byID map[string]int) []int {
	came := map[int]int{} // by file, the one before it
	queue := []int{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, id := range files[at].lesson.After {
			next, known := byID[id]
			if _, seen := came[next]; !known || seen {
				continue
			}
			came[next] = at
			if next == from {
				way := []int{from}
				for ; at != from; at = came[at] {
					way = append(way, at)
				}
				slices.Reverse(way)
				return way
			}
			queue = append(queue, next)
		}
	}
	return nil
}

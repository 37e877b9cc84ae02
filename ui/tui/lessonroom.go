package tui

import (
	"context"
	"sync"

	course "linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/lessons/trial"
	"linebounce/probes/topology"
	"linebounce/ui/notes"
	"linebounce/ui/tui/lessons"
)

// theLessons says how the room of the course comes by what it shows. Stages of
// the kernel can be measured also where the Lab shows a recording.
func theLessons(o Options, r *root) lessons.Options {
	made := lessons.Options{
		Course: o.Lessons, Folder: o.Folder,
		Progress: func() (*progress.Book, string) { return progress.Open(progress.Path()) },
		Machine:  func() topology.Machine { return o.Machine },
		Measure:  trial.Step,
		Model: func(ctx context.Context, step course.Step, _ topology.Machine) (*course.Figures, error) {
			return trial.ModelStep(ctx, step, "")
		},
		Listen: notes.Listen,
		Lab:    r.lab, Simulator: r.simulator, Kernel: r.kernel,
	}
	if o.Lessons == nil {
		made.Course = course.Embedded
	}
	if o.Recording != nil {
		made.Why = o.Why
		made.Machine = sync.OnceValue(topology.Read)
	}
	return made
}

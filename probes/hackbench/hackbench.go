// Package hackbench is the benchmark by which the cost of sending credentials
// was seen in 2011: in each group every sender writes to every receiver in
// turn, over one socketpair a receiver. It works as hackbench of rt-tests does,
// and as perf bench sched messaging, so that times can be held side by side:
// the same sockets, the same barrier of two pipes, and the time from the
// barrier's fall until the last thread or process has ended.
//
// Each run is a child process of this program. Its threads, or the processes
// that it forks, run raw system calls: through Go's scheduler the same work was
// seen to take 1.8 times as long. None is pinned: the scheduler places them, as
// it does hackbench's.
package hackbench

import (
	"context"
	"time"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/runs"
)

const work = "hackbench"

// Source runs hackbench in children.
func Source() probes.Source { return runs.Source{Check: check, Run: run} }

// result is what a child saw of a run.
type result struct {
	Elapsed time.Duration `json:"elapsed_ns"`
}

func run(ctx context.Context, s probes.Scenario, progress func(float64)) (probes.Reading, error) {
	s = complete(s)
	var r result
	if err := child.Run(ctx, work, s, &r, progress); err != nil {
		return probes.Reading{}, err
	}
	n := shapeOf(s).messages()
	return probes.Reading{
		Elapsed: r.Elapsed,
		CPUs: []probes.CPUWork{
			{CPU: probes.AnyCPU, Role: probes.Sender, Messages: n, Elapsed: r.Elapsed},
			{CPU: probes.AnyCPU, Role: probes.Receiver, Messages: n, Elapsed: r.Elapsed},
		},
		Warnings: []probes.Warning{{Kind: probes.General, CPU: probes.AnyCPU,
			Text: "Unpinned, as hackbench is: the scheduler places senders and receivers."}},
	}, nil
}

// complete names what the scenario leaves open: hackbench's own defaults, but
// one group and few loops.
func complete(s probes.Scenario) probes.Scenario {
	s = s.Or(probes.Scenario{Groups: 1, Senders: 20, Size: 100, Loops: 200, Mode: probes.ModeThreads, PassCred: probes.PassCredOff})
	if s.Receivers == 0 {
		s.Receivers = s.Senders
	}
	return s
}

// shape is how large a run is.
type shape struct {
	groups, senders, receivers, loops, size int64
	processes                               bool
}

func shapeOf(s probes.Scenario) shape {
	return shape{int64(s.Groups), int64(s.Senders), int64(s.Receivers), int64(s.Loops), int64(s.Size), s.Mode == probes.ModeProcesses}
}

func (s shape) messages() int64 { return s.groups * s.senders * s.receivers * s.loops }

// tasks returns how many threads or processes a run has.
func (s shape) tasks() int64 { return s.groups * (s.senders + s.receivers) }

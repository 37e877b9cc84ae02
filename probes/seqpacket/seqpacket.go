// Package seqpacket measures the rate of small messages from one process to
// another, as the program did that Rainer Weikusat posted with his repair of a
// polled peer's wait queue (87ziyb6uo0.fsf@doppelsaurus.mobileactivedefense.com,
// 18 November 2015): 16 bytes a message over SOCK_SEQPACKET, a million of
// them, one write and one read each; the reader is forked and takes the time
// from before its first read until it has everything.
//
// Each run is a child process of this program, writer and reader forks of that.
// Neither is pinned, as neither was then: the scheduler places them.
package seqpacket

import (
	"context"
	"time"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/runs"
)

// The test of the mail, where a scenario names nothing else.
const (
	usualSize     = 16
	usualMessages = 1_000_000
)

const work = "seqpacket"

// Source runs the test in children.
func Source() probes.Source { return runs.Source{Check: check, Run: run} }

// result is what the reader saw.
type result struct {
	Messages int64         `json:"messages"`
	Elapsed  time.Duration `json:"elapsed_ns"`
}

func run(ctx context.Context, s probes.Scenario, progress func(float64)) (probes.Reading, error) {
	var r result
	if err := child.Run(ctx, work, complete(s), &r, progress); err != nil {
		return probes.Reading{}, err
	}
	return probes.Reading{
		Elapsed: r.Elapsed,
		CPUs: []probes.CPUWork{
			{CPU: probes.AnyCPU, Role: probes.Sender, Messages: r.Messages, Elapsed: r.Elapsed},
			{CPU: probes.AnyCPU, Role: probes.Receiver, Messages: r.Messages, Elapsed: r.Elapsed},
		},
		Warnings: []probes.Warning{{Kind: probes.General, CPU: probes.AnyCPU,
			Text: "Unpinned, as the original: the scheduler places writer and reader."}},
	}, nil
}

func complete(s probes.Scenario) probes.Scenario {
	return s.Or(probes.Scenario{Socket: probes.SocketSeqpacket, Size: usualSize, Messages: usualMessages, PassCred: probes.PassCredOff})
}

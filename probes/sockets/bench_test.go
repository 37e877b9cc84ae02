//go:build linux

package sockets

import (
	"context"
	"runtime"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// BenchmarkScenarios measures scenarios on two pinned CPUs in windows of 12 ms.
// An iteration is one window; read the metrics, not ns/op.
func BenchmarkScenarios(b *testing.B) {
	for _, text := range []string{
		"socket=seqpacket size=16 passcred=off", "socket=seqpacket size=16", "passcred=off", "passcred=receiver", "passcred=off path=always",
	} {
		b.Run(text, func(b *testing.B) { measure(b, text, 12*time.Millisecond) })
	}
}

// BenchmarkSeqpacketRate is the test program of the mail that mended the wait
// queue of a polled peer, 87ziyb6uo0.fsf@doppelsaurus.mobileactivedefense.com:
// messages of 16 bytes over SOCK_SEQPACKET. One window is long enough to be held
// beside a whole run of it.
func BenchmarkSeqpacketRate(b *testing.B) {
	measure(b, "socket=seqpacket size=16 passcred=off", 300*time.Millisecond)
}

func measure(b *testing.B, text string, window time.Duration) {
	if runtime.NumCPU() < 2 {
		b.Skip("needs two CPUs")
	}
	s, err := normal.With(text)
	if err != nil {
		b.Fatal(err)
	}
	plan := probes.Plan{Experiment: "sockets", Arms: []probes.Scenario{s}, Budget: probes.Budget{Window: window}}
	machine := topology.Machine{LineBytes: 64, CPUs: []topology.CPU{{Number: 0}, {Number: 1}}}
	session, err := windows.Source{Machine: machine, Build: Build}.Open(b.Context(), plan)
	if err != nil {
		b.Skip(err)
	}
	defer session.Close()
	var rates, sent, received []float64
	for b.Loop() {
		r, err := session.Next(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		rates = append(rates, r.Messages())
		sent = append(sent, r.CPUs[sender].Busy.Seconds()/r.CPUs[sender].Elapsed.Seconds())
		received = append(received, r.CPUs[receiver].Busy.Seconds()/r.CPUs[receiver].Elapsed.Seconds())
	}
	b.ReportMetric(probes.Summarize(rates, probes.Confidence).Median, "messages/s")
	b.ReportMetric(probes.Summarize(sent, probes.Confidence).Median, "sender-busy")
	b.ReportMetric(probes.Summarize(received, probes.Confidence).Median, "receiver-busy")
}

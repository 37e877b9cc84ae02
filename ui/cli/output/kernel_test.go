package output

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/assets/published"
	"linebounce/probes"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
)

// answers is one question answered alike by two sockets and otherwise by a
// third, and one that could not be put.
func answers() Credentials {
	row := credentials.Row{
		Socket: "stream", PassCred: "receiver", Send: "plain", Case: credentials.Usual, Expected: credentials.Senders,
		Observed: credentials.Senders, Detail: "pid 7, uid 8, gid 9", Source: "a kernel",
	}
	second, third, fourth := row, row, row
	second.Socket, second.Detail = "dgram", "pid 17, uid 8, gid 9"
	third.Socket, third.Observed, third.Detail = "seqpacket", credentials.None, ""
	fourth.PassCred, fourth.Case, fourth.Expected = "off", credentials.NoSuchPid, credentials.NoProcess
	fourth.Observed, fourth.Detail, fourth.Why = "", "", "nobody may"
	return Credentials{Machine: machine, Rows: []credentials.Row{row, second, third, fourth}}
}

// profiled has a symbol that grew, one that did not move, a quiet one, and one
// counter.
func profiled(t *testing.T) Profile {
	t.Helper()
	then, err := published.Profile2011()
	if err != nil {
		t.Fatal(err)
	}
	known := func(median, low, high float64) probes.Interval {
		return probes.Interval{Median: median, Low: low, High: high, Samples: 9}
	}
	unknown := probes.Interval{Median: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}
	off := scenario(t, "transport=socketpair passcred=off cpus=0,3 writers=1 readers=1")
	on := scenario(t, "transport=socketpair passcred=receiver cpus=0,3 writers=1 readers=1")
	return Profile{Machine: machine, Published: then, Again: "linebounce kernel profile --for 10s", Result: profile.Result{
		Event: "cpu-clock", Rate: 997, Arms: [2]probes.Scenario{off, on}, Pairs: 40, Samples: [2]int{2000, 2010},
		Messages: [2]probes.Interval{known(1e6, 9e5, 1.1e6), unknown}, Lost: 1,
		Symbols: []profile.Symbol{
			{Name: "put_pid", Off: 0, On: 2.5, Difference: known(2.4, 1.5, 3)},
			{Name: profile.UserSpace, Off: 8, On: 7.9, Difference: known(-0.1, -1, 1)},
			{Name: "fput", Off: 0.2, On: 0.1, Difference: known(-0.1, -0.2, 0)},
			{Name: "unix_stream_sendmsg", Off: 1.5, On: 1, Difference: probes.Interval{Median: -0.5, Low: math.Inf(-1), High: math.Inf(1)}},
		},
		Counters: []profile.Counter{{Name: "snoops.hitm", Counts: "lines from elsewhere", PerMessage: [2]probes.Interval{known(0.25, 0.2, 0.3), unknown}}},
		Warnings: []string{"A sentence of the session."},
	}}
}

func TestKernelFormats(t *testing.T) {
	for name, table := range map[string]interface {
		Write(io.Writer, Format) error
	}{"credentials": answers(), "profile": profiled(t)} {
		for _, format := range []Format{Text, JSON, CSV} {
			t.Run(name+"."+string(format), func(t *testing.T) {
				var b bytes.Buffer
				if err := table.Write(&b, format); err != nil {
					t.Fatal(err)
				}
				golden.RequireEqual(t, b.Bytes())
			})
		}
	}
}

func TestAProfileThatWasInterruptedAtOnce(t *testing.T) {
	var b bytes.Buffer
	p := Profile{Machine: machine}
	if err := p.Write(&b, Text); err != nil || !strings.Contains(b.String(), "No pair of windows counted") {
		t.Errorf("%v: %s", err, b.String())
	}
	b.Reset()
	if err := p.Write(&b, JSON); err != nil || !json.Valid(b.Bytes()) || !strings.Contains(b.String(), `"symbols": []`) {
		t.Errorf("%v: %s", err, b.String())
	}
}

func TestTheVerdictCountsOnlyWhatWasShown(t *testing.T) {
	if got := answers().verdict(); got != "This kernel answers 1 of 3 questions otherwise than Linux 6.18 does." {
		t.Error(got)
	}
	if got := (Credentials{Rows: answers().Rows[3:]}).verdict(); got != "Nothing could be asked." {
		t.Error(got)
	}
}

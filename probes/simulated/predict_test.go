package simulated

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/sim/workloads"
)

var update = flag.Bool("update", false, "write the table of predictions anew")

// table lists every variant that was tried, with what came out.
const table = "../../assets/machines/PREDICTIONS.md"

func preset(t *testing.T, name string) machines.Preset {
	t.Helper()
	p, err := machines.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scale predicts two loads at some numbers of CPUs.
func scale(t *testing.T, p machines.Preset, fill machines.Fill, a, b Load, cpus ...int) []Row {
	t.Helper()
	rows, err := Scaling(t.Context(), Presets(p, fill), cpus, a, b)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// run2011 is the run of the mail on two CPUs and on all, which two tests need.
func run2011(t *testing.T) []Row {
	t.Helper()
	once.Do(func() {
		rows2011 = scale(t, preset(t, "2011"), machines.OneByOne, Hackbench(Always), Hackbench(Request), 2, 16)
	})
	return rows2011
}

var (
	once     sync.Once
	rows2011 []Row
)

// What the preset of 2011 comes to beside what was published. None of it was
// fitted: the presets were written down first, and the table lists all that was
// tried.
func TestTheRunOf2011(t *testing.T) {
	rows := run2011(t)
	two, all := rows[0], rows[1]
	if all.Ratio < 1.9 || all.Ratio > 2.4 {
		t.Errorf("always over on request: %.3f, published 9.102/4.228 = 2.15", all.Ratio)
	}
	if a, b := all.A.Seconds/9.102, all.B.Seconds/4.228; a < 0.85 || a > 1.15 || b < 0.85 || b > 1.15 {
		t.Errorf("%.3f and %.3f s, published 9.102 and 4.228", all.A.Seconds, all.B.Seconds)
	}
	if two.Ratio < 1 || two.Ratio > 1.08 {
		t.Errorf("on two CPUs %.3f", two.Ratio)
	}
	if all.A.Transfers < 12 || all.A.Transfers > 16 || all.B.Transfers != 0 {
		t.Errorf("%.2f and %.2f transfers a message; 12 operations and at most 4 reads move lines, and none", all.A.Transfers, all.B.Transfers)
	}
	if two.Extrapolated || all.Extrapolated {
		t.Error("16 CPUs are the machine's own")
	}
}

// The mail on semop names no machine; its class is a client part with four
// cores, as the parts with this ring's latency had.
func TestSemopOf2013(t *testing.T) {
	r := scale(t, preset(t, "client-ring"), machines.OneByOne, Semaphores(workloads.ChecksInside, workloads.MailCPUs), Semaphores(workloads.ChecksOutside, workloads.MailCPUs), 4)[0]
	if r.Ratio < 0.8*1.76 || r.Ratio > 1.2*1.76 {
		t.Errorf("after over before: %.3f, published 1.76", r.Ratio)
	}
}

func TestALoadThatCannotBe(t *testing.T) {
	p := preset(t, "client-ring")
	for _, cpus := range []int{0, 17, 100000} {
		var fault *machines.Fault
		if _, err := Scaling(t.Context(), Presets(p, machines.OneByOne), []int{1, cpus}, Hackbench(Always), Hackbench(Request)); !errors.As(err, &fault) {
			t.Errorf("%d CPUs: %v", cpus, err)
		}
	}
	var wrong *probes.ScenarioError
	each := probes.Scenario{Counter: probes.CounterEach}
	if _, err := Predict(t.Context(), FromPreset(p), Hackbench(each)); !errors.As(err, &wrong) || wrong.Word != "counter" {
		t.Errorf("a count each: %v", err)
	}
	huge := probes.Scenario{Groups: 1000, Senders: 4096}
	if _, err := Predict(t.Context(), FromPreset(p), Hackbench(huge)); !errors.As(err, &wrong) || wrong.Word != "groups" {
		t.Errorf("16 billion pairs: %v", err)
	}
	explicit := probes.Scenario{Path: "always", Send: probes.SendExplicit}
	if _, err := Predict(t.Context(), FromPreset(p), Messages(explicit)); !errors.As(err, &wrong) || wrong.Word != "send" {
		t.Errorf("explicit credentials on path always: %v", err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Scaling(ended, Presets(p, machines.OneByOne), []int{1, 2}, Hackbench(Always), Hackbench(Request)); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// The size of a run does not change its rate, once there is more of it than
// CPUs, so its time is as its messages are.
func TestHackbenchOfAnotherSize(t *testing.T) {
	m := FromPreset(preset(t, "client-ring"))
	seconds := func(s probes.Scenario) (messages int64, seconds float64) {
		s.Path = Request.Path
		run, err := Hackbench(s)(m)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Predict(t.Context(), m, Hackbench(s))
		if err != nil {
			t.Fatal(err)
		}
		return run.Messages, p.Seconds
	}
	whole, long := seconds(probes.Scenario{})
	part, short := seconds(probes.Scenario{Groups: 2, Senders: 5, Receivers: 4, Loops: 1000})
	square, _ := seconds(probes.Scenario{Groups: 3, Senders: 5, Loops: 10})
	if whole != 16e6 || part != 40000 || square != 750 {
		t.Errorf("%d, %d and %d messages", whole, part, square)
	}
	if ratio := long / short / (16e6 / 40000); ratio < 0.95 || ratio > 1.05 {
		t.Errorf("%.3f s for all, %.3f s for the part: %.3f times what the messages make", long, short, ratio)
	}
}

func TestLoadsOnAnyNumberOfCPUs(t *testing.T) {
	p := preset(t, "2011")
	for name, load := range map[string]Load{
		"counters": Counters(probes.Scenario{Counter: probes.CounterEach, Line: probes.LinePadded}),
		"sockets":  Messages(probes.Scenario{Transport: probes.TransportSocketpair}),
	} {
		one := scale(t, p, machines.OneByOne, load, load, 1, 3, 4)
		if one[0].Ratio != 1 || one[2].A.Rate < 1.7*one[0].A.Rate || one[1].A.Rate < 1.2*one[0].A.Rate {
			t.Errorf("%s: %+v", name, one)
		}
	}
}

// Both ends of a ring spin, so a CPU left over is idle and one alone is refused.
func TestAPairOverARingNeedsTwoCPUs(t *testing.T) {
	p := preset(t, "2011")
	rows := scale(t, p, machines.OneByOne, Messages(Request), Messages(Request), 2, 3)
	if a, b := rows[0].A.Rate, rows[1].A.Rate; a != b {
		t.Errorf("%v messages a second on two CPUs, %v on three", a, b)
	}
	_, err := Scaling(context.Background(), Presets(p, machines.OneByOne), []int{1}, Messages(Request), Messages(Request))
	if fault, is := errors.AsType[*probes.ScenarioError](err); !is || fault.Word != "transport" {
		t.Errorf("%v, want a fault of the transport", err)
	}
}

// TestTableOfPredictions holds some lines of the table against the model; with
// -update it runs all variants and writes it.
func TestTableOfPredictions(t *testing.T) {
	if *update {
		if err := os.WriteFile(table, []byte(predictions(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range run2011(t) {
		if line := hackbenchLine(r); !strings.Contains(string(text), line) {
			t.Errorf("the table does not have %q; if the model is meant to have changed, run this test with -update", line)
		}
	}
	if n := strings.Count(string(text), "home "); n != 14 {
		t.Errorf("the table lists %d variants, want 14", n)
	}
}

func hackbenchLine(r Row) string {
	extrapolated := ""
	if r.Extrapolated {
		extrapolated = ", extrapolated"
	}
	return fmt.Sprintf("| %d%s | %.2f s | %.2f s | %.2f | %.1f | %.1f |\n", r.CPUs, extrapolated, r.A.Seconds, r.B.Seconds, r.Ratio, r.A.Transfers, r.B.Transfers)
}

// predictions runs every variant.
func predictions(t *testing.T) string {
	var b strings.Builder
	p := preset(t, "2011")
	b.WriteString(head)
	for _, c := range []struct {
		title string
		a, b  Load
	}{
		{"always against on request (published at 16 CPUs: 9.102 s, 4.228 s, 2.15)", Hackbench(Always), Hackbench(Request)},
		{"always against noref (0856a304 claims a factor of two)", Hackbench(Always), Hackbench(Noref)},
	} {
		for _, fill := range []machines.Fill{machines.OneByOne, machines.Evenly} {
			fmt.Fprintf(&b, "\n## hackbench 20 thread 2000 on 2011: %s, CPUs %s\n\n", c.title, fill)
			b.WriteString("| CPUs | A | B | A/B | lines moved a message, A | B |\n|---|---|---|---|---|---|\n")
			for _, r := range scale(t, p, fill, c.a, c.b, 1, 2, 4, 8, 16, 32, 64) {
				b.WriteString(hackbenchLine(r))
			}
		}
	}
	b.WriteString("\n## The same at 16 CPUs, always against on request, under every assumption tried\n\n")
	b.WriteString("| variant | always | on request | ratio | lines moved a message |\n|---|---|---|---|---|\n")
	list, err := Variants(t.Context(), p, machines.OneByOne, 16, Always, Request)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		own := ""
		if v.Preset {
			own = " (the preset)"
		}
		fmt.Fprintf(&b, "| %s%s | %.2f s | %.2f s | %.2f | %.1f |\n", v, own, v.A.Seconds, v.B.Seconds, v.Ratio, v.A.Transfers)
	}
	semops(t, &b)
	return b.String()
}

func semops(t *testing.T, b *strings.Builder) {
	line := func(name string, taken int, r Row) {
		fmt.Fprintf(b, "| %s | %d | %d | %.2f | %.2f | %.2f |\n", name, taken, r.CPUs, r.A.Rate/1e6, r.B.Rate/1e6, r.Ratio)
	}
	b.WriteString("\n## semop, 256 semaphores, before and after the checks left the ipc lock (published: 5.05, 8.88 M calls/s, 1.76; the mail names no machine)\n\n")
	b.WriteString("The named variant is client-ring with four CPUs; the size of the mail's rate suggested a small part. The table has other machines, and other numbers of CPUs that the rate is taken to come from. Before it was written, a first run also had 24 and 64 CPUs, dual-epyc and the two Arm machines: 1.04 to 2.07, not kept one by one.\n\n")
	b.WriteString("| machine | CPUs of the mail | CPUs | before, M/s | after, M/s | ratio |\n|---|---|---|---|---|---|\n")
	for _, name := range []string{"client-ring", "2011", "two-ccx", "dual-xeon"} {
		for _, n := range []int{2, 4, 8, 16} {
			line(name, n, scale(t, preset(t, name), machines.OneByOne, Semaphores(workloads.ChecksInside, n), Semaphores(workloads.ChecksOutside, n), n)[0])
		}
	}
	for _, c := range []struct {
		title string
		a, b  workloads.SemLocks
	}{
		{"The same call on any number of CPUs, before and after", workloads.ChecksInside, workloads.ChecksOutside},
		{"With a lock for each semaphore, side by side and on a line each", workloads.OnePacked, workloads.OnePadded},
	} {
		fmt.Fprintf(b, "\n### %s\n\n| machine | CPUs of the mail | CPUs | A, M/s | B, M/s | ratio |\n|---|---|---|---|---|---|\n", c.title)
		for _, name := range []string{"client-ring", "2011"} {
			for _, r := range scale(t, preset(t, name), machines.OneByOne, Semaphores(c.a, workloads.MailCPUs), Semaphores(c.b, workloads.MailCPUs), 1, 2, 4, 8, 16) {
				line(name, workloads.MailCPUs, r)
			}
		}
	}
}

const head = `# What the model predicts

Variants are listed whether they suit or not; what was run and is not in a table is named beside it. The presets were
committed before the first of these runs and have not been changed since. Base
work is taken from the repaired run (4.228 s of 16 CPUs for 16,000,000 messages);
nothing else is taken from the published results. This file is written by

    go test ./probes/simulated -run TestTableOfPredictions -update

The preset lands under the published ratio. What the model lacks: an interconnect
that gets slower when it is loaded (every transfer takes its unloaded time however
many are under way), the lines that any message moves besides its references
(queue lock, send-memory counter, packet: they are in the base work as if nobody
waited for them), time slices, and the other work that a miss delays.
`

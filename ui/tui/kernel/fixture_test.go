package kernel

import (
	"context"
	"math"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/probes/simulated"
	"linebounce/ui/tui/theme"
)

// answers are what a kernel could say. Where otherwise, it differs in one row
// and one could not be asked.
func answers(otherwise bool) []credentials.Row {
	var rows []credentials.Row
	add := func(c credentials.Case, socket, passcred, send string, a credentials.Answer) {
		rows = append(rows, credentials.Row{Socket: socket, PassCred: passcred, Send: send, Case: c, Expected: a, Observed: a})
	}
	for _, socket := range sockets {
		for _, ends := range []string{probes.PassCredOff, probes.PassCredSender, probes.PassCredReceiver, probes.PassCredBoth} {
			received := ends == probes.PassCredReceiver || ends == probes.PassCredBoth
			for i, send := range []string{probes.SendPlain, probes.SendExplicit} {
				a := credentials.None
				if received {
					a = []credentials.Answer{credentials.Senders, credentials.AsNamed}[i]
				}
				add(credentials.Usual, socket, ends, send, a)
			}
		}
		add(credentials.SetLate, socket, probes.PassCredOff, probes.SendPlain, credentials.Nobody)
		add(credentials.SetLate, socket, probes.PassCredOff, probes.SendExplicit, credentials.AsNamed)
		add(credentials.ClearedLate, socket, probes.PassCredReceiver, probes.SendPlain, credentials.None)
		add(credentials.ClearedLate, socket, probes.PassCredReceiver, probes.SendExplicit, credentials.None)
		add(credentials.NoRoom, socket, probes.PassCredReceiver, probes.SendPlain, credentials.Truncated)
		add(credentials.PlainRead, socket, probes.PassCredReceiver, probes.SendPlain, credentials.Whole)
		add(credentials.OtherPid, socket, probes.PassCredReceiver, probes.SendExplicit, credentials.Refused)
		add(credentials.OtherUID, socket, probes.PassCredReceiver, probes.SendExplicit, credentials.Refused)
		add(credentials.NoSuchPid, socket, probes.PassCredReceiver, probes.SendExplicit, credentials.NoProcess)
		if socket == probes.SocketStream {
			add(credentials.TwoWriters, socket, probes.PassCredOff, probes.SendPlain, credentials.Both)
			add(credentials.TwoWriters, socket, probes.PassCredReceiver, probes.SendPlain, credentials.First)
		}
		if socket != probes.SocketDgram {
			add(credentials.Accepted, socket, probes.PassCredReceiver, probes.SendPlain, credentials.Inherited)
		}
	}
	if otherwise {
		rows[2].Observed = credentials.Senders
		rows[16].Observed, rows[16].Why = "", "without CAP_SYS_ADMIN the answer is EPERM, before any pid is looked up; run it as root to see it"
	}
	return rows
}

func interval(median, low, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: probes.Confidence, Samples: 21}
}

// seen is a profile made up for a test.
func seen() profile.Result {
	r := profile.Result{Event: "cpu-clock", Pairs: 180, Samples: [2]int{2925, 2966},
		Absent: "Counters of lines that came from another cache (HITM) are absent: the processor counts nothing here, as is usual in virtual machines."}
	for _, s := range []struct {
		name              string
		median, low, high float64
	}{
		{"put_pid", 2.4, 1.4, 3.6}, {"pidfs_register_pid", 1.2, 0.7, 1.5}, {"put_cmsg", 1, 0.7, 1.2}, {"unix_maybe_add_creds", 0.4, 0.1, 0.7},
		{"fput", 0, -0.2, 0.2}, {"skb_release_data", -0.4, -1.4, 0.1}, {"unix_write_space", -0.8, -2.1, -0.4}, {"sock_wfree", -1.3, -2, -0.5},
		{"__raw_callee_save___pv_queued_spin_unlock", -1.5, -12.5, -10.1},
	} {
		r.Symbols = append(r.Symbols, profile.Symbol{Name: s.name, Off: 3, On: 3 + s.median, Difference: interval(s.median, s.low, s.high)})
	}
	return r
}

// made are options whose measurements take no time.
func made() Options {
	brought := func(d Measured) Measure {
		return func(ctx context.Context, tell func(float64)) (Measured, error) { return d, ctx.Err() }
	}
	return Options{
		Here:        func() Machine { return Machine{"Linux 6.18.44", 2} },
		Credentials: func(context.Context) ([]credentials.Row, error) { return answers(false), nil },
		Measure: map[string]Measure{
			hackbench:  brought(Measured{Ratio: interval(1.034, 1.021, 1.052), Pairs: 21, Unpinned: true}),
			seqpacket:  brought(Measured{Ratio: interval(1.01, 0.98, 1.04), Pairs: 17, Unpinned: true, B: []float64{890e3, 900e3, 880e3}}),
			semaphores: brought(Measured{Ratio: interval(1.25, 1.21, 1.3), Pairs: 320, SetAside: 4}),
		},
		Profile:    func(ctx context.Context, _ func(float64)) (profile.Result, error) { return seen(), ctx.Err() },
		Profilable: func() error { return nil },
		Predict: func(ctx context.Context, cpus int) (simulated.Row, error) {
			return simulated.Row{CPUs: cpus, Ratio: max(1.05, math.Pow(float64(cpus)/8, 1.05))}, ctx.Err()
		},
	}
}

// open makes the room, shows it and presses keys, waiting for what they begin.
func open(t testing.TB, o Options, width, height int, keys ...string) *Model {
	t.Helper()
	m := New(o)
	m.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	m.SetSize(width, height)
	settle(m, m.Show())
	press(m, keys...)
	return m
}

func press(m *Model, keys ...string) {
	for _, k := range keys {
		settle(m, m.Update(keyOf(k)))
	}
}

// settle runs commands until none is left.
func settle(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		settle(m, m.Update(msg))
	}
}

func keyOf(k string) tea.KeyPressMsg {
	switch k {
	case "esc":
		return tea.KeyPressMsg{Code: tea.KeyEscape}
	case "tab":
		return tea.KeyPressMsg{Code: tea.KeyTab}
	}
	return tea.KeyPressMsg{Code: rune(k[0]), Text: k}
}

func (m *Model) text() string { return ansi.Strip(m.View()) }

// underWay begins a measurement and lets it be so far.
func underWay(m *Model, key string, share float64) tea.Cmd {
	cmd := m.Update(keyOf(key))
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	m.Update(Frame(at))
	m.job.tell(share)
	m.Update(Frame(at.Add(4 * time.Second)))
	return cmd
}

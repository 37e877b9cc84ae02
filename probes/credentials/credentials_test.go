//go:build linux

package credentials

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

func run(t *testing.T) []Row {
	t.Helper()
	rows, err := Run(t.Context())
	if errors.As(err, new(*probes.Unable)) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// release returns the kernel's version.
func release(t *testing.T) (major, minor int) {
	t.Helper()
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor); err != nil {
		t.Skipf("the release %q is no version: %v", name.Release, err)
	}
	return major, minor
}

func TestThisKernelAnswersAsTheOneThatWasSeen(t *testing.T) {
	if major, minor := release(t); major < 6 || major == 6 && minor < 18 {
		t.Skipf("this is Linux %d.%d; the answers are those of %s", major, minor, Reference)
	}
	for _, r := range run(t) {
		t.Run(fmt.Sprintf("%s/%s/%s/%s", r.Case, r.Socket, r.PassCred, r.Send), func(t *testing.T) {
			if !r.Shown() {
				t.Skip(r.Why)
			}
			if !r.Same() {
				t.Errorf("%s (%s), want %s", r.Observed, r.Detail, r.Expected)
			}
		})
	}
}

// The table of who receives what, told once more without the code that runs it.
func TestTheExpectedTable(t *testing.T) {
	want := map[string]Answer{
		"off plain": None, "off explicit": None,
		"sender plain": None, "sender explicit": None,
		"receiver plain": Senders, "receiver explicit": AsNamed,
		"both plain": Senders, "both explicit": AsNamed,
	}
	seen := map[string]int{}
	cases := map[Case]int{}
	for _, r := range run(t) {
		cases[r.Case]++
		if r.Case != Usual {
			continue
		}
		seen[r.PassCred+" "+r.Send]++
		if r.Expected != want[r.PassCred+" "+r.Send] {
			t.Errorf("%s %s %s: expects %q, want %q", r.Socket, r.PassCred, r.Send, r.Expected, want[r.PassCred+" "+r.Send])
		}
	}
	for key := range want {
		if seen[key] != 3 {
			t.Errorf("%s: %d rows, want one for each type of socket", key, seen[key])
		}
	}
	for kind, n := range map[Case]int{SetLate: 6, ClearedLate: 6, NoRoom: 3, PlainRead: 3, OtherPid: 3, OtherUID: 3, NoSuchPid: 3, TwoWriters: 2, Accepted: 2} {
		if cases[kind] != n {
			t.Errorf("%s: %d rows, want %d", kind, cases[kind], n)
		}
	}
}

func TestWhoseCredentialsTheyAre(t *testing.T) {
	mine, other := own(), own()
	other.Pid++
	none := nobody()
	for _, c := range []struct {
		title      string
		got, named *unix.Ucred
		want       Answer
	}{
		{"nothing", nil, &mine, None},
		{"one's own", &mine, nil, Senders},
		{"one's own, named", &mine, &mine, AsNamed},
		{"one's own, though others were named", &mine, &other, Senders},
		{"others, named", &other, &other, AsNamed},
		{"others, not named", &other, nil, Strangers},
		{"nobody's", &none, nil, Nobody},
	} {
		if got := recognise(message{credentials: c.got}, c.named); got != c.want {
			t.Errorf("%s: %q, want %q", c.title, got, c.want)
		}
	}
}

// What a row cannot show is neither the same nor different.
func TestARowThatCouldNotBeShown(t *testing.T) {
	r := Row{Expected: Refused, Why: "no."}
	if r.Shown() || r.Same() {
		t.Errorf("shown %v, same %v", r.Shown(), r.Same())
	}
	if !(Row{Expected: None, Observed: None}).Same() || (Row{Expected: None, Observed: Senders}).Same() {
		t.Error("a row is not the same by its answers alone")
	}
}

func TestAnUnprivilegedThreadLeavesThePrivilegesOfTheProcess(t *testing.T) {
	capabilities := func() [2]unix.CapUserData {
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var data [2]unix.CapUserData
		if err := unix.Capget(&header, &data[0]); err != nil {
			t.Skip(err)
		}
		return data
	}
	before := capabilities()
	for range 20 {
		var within [2]unix.CapUserData
		if err := unprivileged(func() error { within = capabilities(); return nil }); err != nil {
			t.Skip(err)
		}
		if within[0].Effective != 0 || within[1].Effective != 0 {
			t.Fatalf("the thread keeps %x", within)
		}
	}
	if after := capabilities(); after != before {
		t.Errorf("capabilities were %x and are %x", before, after)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	if want := fmt.Sprintf("CapEff:\t%08x%08x", before[1].Effective, before[0].Effective); !bytes.Contains(status, []byte(want)) {
		t.Errorf("the main thread lost its capabilities: want %q", want)
	}
}

func TestAnEndedContextKeepsTheRowsItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := Run(ctx); len(rows) != 0 || !errors.Is(err, context.Canceled) && !errors.As(err, new(*probes.Unable)) {
		t.Errorf("%d rows and %v", len(rows), err)
	}
}

package paths

import "testing"

// count returns the locked operations on an object and their sum.
func count(side Side, o Object) (ops int, sum int32) {
	for _, s := range steps(side.Before, side.After) {
		if s.Object == o && s.Delta != 0 {
			ops++
			sum += s.Delta
		}
	}
	return ops, sum
}

func TestLockedOperationsPerMessage(t *testing.T) {
	sender, receiver := Options{SenderPassCred: true}, Options{ReceiverPassCred: true}
	both := Options{SenderPassCred: true, ReceiverPassCred: true}
	stream := func(o Options) Options { o.Stream = true; return o }
	explicit := func(o Options) Options { o.Explicit = true; return o }
	for _, c := range []struct {
		path string
		o    Options
		want [4]int // pid sender, pid receiver, cred sender, cred receiver
	}{
		{Always, Options{}, [4]int{3, 3, 3, 3}},
		{Noref, Options{}, [4]int{1, 1, 1, 1}},
		{Request, Options{}, [4]int{}},
		{Request, explicit(Options{}), [4]int{3, 3, 0, 0}},
		{PassCred, Options{}, [4]int{}},
		{PassCred, sender, [4]int{1, 3, 1, 3}},
		{PassCred, receiver, [4]int{1, 3, 1, 3}},
		{Modern, Options{}, [4]int{}},
		{Modern, receiver, [4]int{1, 3, 0, 0}},
		{Modern, both, [4]int{1, 3, 0, 0}},
		{Modern, stream(sender), [4]int{1, 1, 0, 0}},
		{Modern, sender, [4]int{1, 3, 0, 0}},
		{Modern, explicit(Options{}), [4]int{3, 3, 0, 0}},
		{Modern, stream(explicit(Options{})), [4]int{3, 1, 0, 0}},
		{Modern, stream(explicit(receiver)), [4]int{3, 3, 0, 0}},
	} {
		p, err := Lookup(c.path, c.o)
		if err != nil {
			t.Errorf("%s %+v: %v", c.path, c.o, err)
			continue
		}
		var got [4]int
		for i, o := range []Object{Pid, Cred} {
			sent, plus := count(p.Sender, o)
			received, minus := count(p.Receiver, o)
			got[2*i], got[2*i+1] = sent, received
			if plus+minus != 0 {
				t.Errorf("%s %+v: a message leaves %+d references on %s behind", c.path, c.o, plus+minus, o)
			}
		}
		if got != c.want {
			t.Errorf("%s %+v: locked operations %v, want %v", c.path, c.o, got, c.want)
		}
	}
}

func TestUnknownCombinationsAreRefused(t *testing.T) {
	for _, path := range []string{Always, Noref, PassCred, "tcp"} {
		if _, err := Lookup(path, Options{Explicit: true}); err == nil {
			t.Errorf("%s with explicit credentials: want an error", path)
		}
	}
}

// Every field that a program reads lies where the layouts of 2011 say: on the
// count's line.
func TestReadsShareTheCountsLineIn2011(t *testing.T) {
	for _, path := range Names() {
		p, err := Lookup(path, Options{ReceiverPassCred: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps(p.Sender.Before, p.Sender.After, p.Receiver.Before, p.Receiver.After) {
			layout := Pid2011
			if s.Object == Cred {
				layout = Cred2011
			}
			if s.Delta != 0 {
				continue
			}
			if at := layout.Offset(s.Field); at < 0 || at >= 64 {
				t.Errorf("%s reads %s.%s at %d, want 0 to 63", path, s.Object, s.Field, at)
			}
		}
	}
	if PidToday.Offset("nr") < 64 || PidToday.Offset("level") >= 64 {
		t.Error("today nr is on another line than count, and level is not")
	}
}

func TestFieldsDoNotOverlap(t *testing.T) {
	for _, l := range []Layout{Pid2011, Cred2011, PidToday, CredToday} {
		end := 0
		for _, f := range l.Fields {
			if f.Offset < end || f.Offset+f.Size > l.Size {
				t.Errorf("%s %s: %s at %d..%d, want from %d to at most %d", l.Object, l.Version, f.Name, f.Offset, f.Offset+f.Size-1, end, l.Size)
			}
			end = f.Offset + f.Size
		}
	}
}

package workloads

import (
	"fmt"
	"slices"
	"testing"

	"linebounce/sim"
)

// does writes what a task does, word by word.
func does(b Built, task int) (text string) {
	for _, op := range b.Tasks[task].Program {
		switch {
		case op.Kind.Accesses():
			text += fmt.Sprintf("%s %s, ", op.Kind, b.Names[op.Addr])
		case op.Kind != sim.Count:
			text += op.Kind.String() + ", "
		}
	}
	return text
}

func lineOf(b Built, name string, lineBytes int32) int32 {
	for addr, n := range b.Names {
		if n == name {
			return addr / lineBytes
		}
	}
	return -1
}

func TestWhereReadersLockWordsLie(t *testing.T) {
	for _, lineBytes := range []int{64, 128} {
		readers := make([]int, 10)
		one := ReadLocks{CPUs: readers}.Build(lineBytes)
		if got := does(one, 9); got != "add lock, add lock, " || len(one.Lines) != 1 {
			t.Errorf("one word: a reader does %q, lines %v", got, one.Lines)
		}
		each := ReadLocks{Each: true, CPUs: readers}.Build(lineBytes)
		if got := does(each, 9); got != "add lock 9, add lock 9, " {
			t.Errorf("a word each: a reader does %q", got)
		}
		perLine := lineBytes/8 - 1 // one is left for the owner
		if want := (10 + perLine - 1) / perLine; len(each.Lines) != want || lineOf(each, "lock 1", int32(lineBytes)) != 0 {
			t.Errorf("lines of %d: ten words on %v, want %d", lineBytes, each.Lines, want)
		}
		padded := ReadLocks{Each: true, Padded: true, CPUs: readers}.Build(lineBytes)
		if len(padded.Lines) != 10 || lineOf(padded, "lock 9", int32(lineBytes)) != 9 {
			t.Errorf("padded: %v", padded.Lines)
		}
	}
}

func TestWhatSpinlocksDo(t *testing.T) {
	for _, c := range []struct {
		lock Spinlock
		want string
		line int32 // of the integer
	}{
		{Spinlock{CPUs: []int{0}}, "tas lock, load integer, store integer, unlock lock, ", 0},
		{Spinlock{Look: true, Padded: true, Own: 5, CPUs: []int{0}}, "ttas lock, load integer, store integer, unlock lock, compute, ", 2},
	} {
		b := c.lock.Build(64)
		if got := does(b, 0); got != c.want || lineOf(b, "integer", 64) != c.line || len(b.Lines) != int(c.line)/2+1 {
			t.Errorf("%+v: %q, the integer on line %d of %v", c.lock, got, lineOf(b, "integer", 64), b.Lines)
		}
	}
	// An exchange that fails is no operation of the workload.
	b := Spinlock{CPUs: []int{0, 1, 2, 3}}.Build(64)
	s := start(t, plain(4), b)
	s.Run(100 * 1000 * sim.Nanosecond)
	n, failed := b.Count(s, 4), int64(0)
	for c := range 4 {
		failed += s.CPU(c).Failed
	}
	if writes := s.Line(0).Writes; failed == 0 || n.Operations != s.Done(0)+s.Done(1)+s.Done(2)+s.Done(3) || writes < 3*n.Operations+failed {
		t.Errorf("%d sections, %d exchanges failed, %d writes", n.Operations, failed, writes)
	}
}

func TestWhatRingsDo(t *testing.T) {
	b := Rings{Padded: true, Slots: 64, CPUs: []int{0, 1, 2, 3}}.Build(64)
	if len(b.Tasks) != 4 || b.Tasks[1].CPU != 1 || b.Tasks[2].CPU != 2 || len(b.Rings) != 2 {
		t.Fatalf("%d tasks, %d rings", len(b.Tasks), len(b.Rings))
	}
	sends, receives := "await received 0, store slot 0, advance sent 0, ", "await sent 0, load slot 0, advance received 0, "
	if a, z := does(b, 0), does(b, 2); a[:len(sends)] != sends || z[:len(receives)] != receives || len(b.Tasks[0].Program) != 4*64 {
		t.Errorf("the sender does %.60q, the receiver %.60q", a, z)
	}
	slots := map[int32]bool{}
	for _, op := range b.Tasks[0].Program {
		if op.Kind == sim.Store {
			slots[op.Addr/64] = true
		}
	}
	for _, l := range b.Lines[:2] {
		if slots[l.Addr/64] || slots[l.Addr/64+1] {
			t.Errorf("slots on %v, an index at %v", slots, l)
		}
	}
	if len(slots) != 8 {
		t.Errorf("64 slots of one word on %d lines, want 8", len(slots))
	}
	shared := Rings{Slots: 64, CPUs: []int{0, 1}}.Build(64)
	if lineOf(shared, "sent", 64) != lineOf(shared, "received", 64) || len(shared.Lines) != 1 {
		t.Errorf("indices on lines %d and %d", lineOf(shared, "sent", 64), lineOf(shared, "received", 64))
	}
	s := start(t, plain(4), b)
	s.Run(100 * 1000 * sim.Nanosecond)
	n := b.Count(s, 4)
	if ahead := n.Sent - n.Received; n.Received < 100 || n.Operations != 0 || ahead < 0 || ahead > 2*64 {
		t.Errorf("%+v", n)
	}
}

func TestACallWithTwoOperations(t *testing.T) {
	s := Semaphores{Locks: ChecksOutside, Twice: true, Array: 4, Time: SemopTime2013(MailCPUs), CPUs: []int{0, 1}}
	want := "compute, load uid, load mode, load security, compute, lock lock, compute, load semval 1, store semval 1, load semval 1, store semval 1, store otime, unlock lock, "
	if got := does(s.Build(64), 1); got != want {
		t.Errorf("it does %q, want %q", got, want)
	}
	one := s
	one.Twice = false
	if more := len(s.Assumptions()) - len(one.Assumptions()); more != 1 {
		t.Errorf("%d more assumptions for the second operation", more)
	}
	var names []string
	for _, l := range (Semaphores{Locks: OnePacked, Array: 4, CPUs: []int{0, 1, 2, 3}}).Build(64).Lines {
		names = append(names, l.Name)
	}
	if !slices.Equal(names, []string{"semaphore 0", "semaphore 2"}) {
		t.Errorf("lines %v", names)
	}
}

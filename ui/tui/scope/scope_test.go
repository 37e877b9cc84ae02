package scope

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
)

// counted are options that count bursts and keep what they were asked for.
type counted struct {
	Options
	bursts int
	last   probes.Scenario
	asked  bursts.Options
	ended  bool // the context of the last burst, before it came back
	next   func(n int) bursts.Capture
}

func counting(cpus int) *counted {
	c := &counted{Options: made(cpus)}
	capture := c.Capture
	c.Capture = func(ctx context.Context, s probes.Scenario, o bursts.Options) (bursts.Capture, error) {
		c.bursts++
		c.last, c.asked, c.ended = s, o, ctx.Err() != nil
		if c.next != nil {
			return c.next(c.bursts), ctx.Err()
		}
		return capture(ctx, s, o)
	}
	return c
}

// pass lets the pause between two bursts pass.
func pass(m *Model) { settle(m, m.Update(again{m.waiting})) }

// Bursts go on by themselves until the picture is frozen, and one more can be had.
func TestFreezeAndOneMore(t *testing.T) {
	c := counting(2)
	m := open(t, c.Options, 120, 40)
	pass(m)
	if c.bursts != 2 {
		t.Fatalf("%d bursts after a pause, want 2", c.bursts)
	}
	press(m, "f")
	pass(m)
	if c.bursts != 2 || !strings.Contains(m.text(), "burst 2, frozen") {
		t.Errorf("frozen it captured %d bursts and shows\n%s", c.bursts, m.text())
	}
	press(m, "space")
	pass(m)
	if c.bursts != 3 || !m.frozen {
		t.Errorf("one more makes %d bursts, frozen %v", c.bursts, m.frozen)
	}
	press(m, "f")
	pass(m)
	if c.bursts != 5 || m.frozen {
		t.Errorf("going on makes %d bursts, frozen %v", c.bursts, m.frozen)
	}
}

// A burst that comes back after the picture was frozen, or of a scenario that was
// changed meanwhile, is not shown.
func TestAStaleBurstIsNotShown(t *testing.T) {
	c := counting(2)
	m := open(t, c.Options, 120, 40)
	begin := func() tea.Cmd { return m.Update(again{m.waiting}) }
	cmd, shown := begin(), m.ready
	m.Update(keyOf("f"))
	settle(m, cmd)
	if m.ready != shown || c.bursts != 2 {
		t.Error("a burst came on the frozen picture")
	}
	press(m, "f")
	cmd = begin()
	m.Update(keyOf("n"))
	settle(m, cmd)
	if c.last.Counter != probes.CounterEach || m.ready.Scenario.Counter != probes.CounterEach || !c.ended && c.bursts < 4 {
		t.Errorf("the last burst was of %s, and %s is on the screen", c.last, m.ready.Scenario)
	}
}

// Nothing runs while nobody looks, and it goes on behind that.
func TestNobodyLooks(t *testing.T) {
	c := counting(2)
	m := open(t, c.Options, 120, 40)
	settle(m, m.SetUnseen(true))
	pass(m)
	if c.bursts != 1 {
		t.Errorf("%d bursts, though nobody looks", c.bursts)
	}
	if settle(m, m.SetUnseen(false)); c.bursts != 2 {
		t.Errorf("%d bursts when somebody looks again, want 2", c.bursts)
	}
	cmd := m.Update(again{m.waiting})
	m.Hide()
	settle(m, cmd)
	if !c.ended {
		t.Error("hiding the room does not end a burst")
	}
	n := c.bursts
	pass(m)
	if c.bursts != n {
		t.Error("bursts go on in a room that is hidden")
	}
	if settle(m, m.Show()); c.bursts != n+1 {
		t.Errorf("%d bursts when the room is shown again, want %d", c.bursts, n+1)
	}
}

// With reduced motion one burst is taken, and the next at a key.
func TestReducedMotion(t *testing.T) {
	c := counting(2)
	c.ReduceMotion = true
	m := open(t, c.Options, 80, 24)
	if pass(m); c.bursts != 1 || !m.frozen {
		t.Errorf("%d bursts, frozen %v", c.bursts, m.frozen)
	}
	if press(m, "space"); c.bursts != 2 {
		t.Errorf("%d bursts after space, want 2", c.bursts)
	}
}

// A trigger lets bursts pass until one has what it waits for, freezes and goes
// there.
func TestTriggers(t *testing.T) {
	c := counting(2)
	c.next = func(n int) bursts.Capture {
		b := begun(one, 2)
		for i := range 900 {
			b.stay(i%2, 3)
			switch {
			case n == 5 && i == 450:
				b.stay(i%2, 80)
			case n == 9 && i == 600:
				b.gap(1, 0, 20, bursts.Task)
			}
		}
		return b.done()
	}
	m := open(t, c.Options, 120, 40, "t")
	for i := 2; !m.frozen; i++ {
		if pass(m); i > 5 {
			t.Fatal("a stay of 80 operations does not fire a trigger over 50")
		}
	}
	if text := m.text(); c.bursts != 5 || !strings.Contains(text, "The trigger fired in burst 5.") || !strings.Contains(text, "80 operations") || !m.window.single {
		t.Errorf("after %d bursts it shows\n%s", c.bursts, text)
	}
	press(m, "t", "t", "t")
	if !strings.Contains(m.text(), "trigger a gap") {
		t.Fatalf("it shows\n%s", m.text())
	}
	for i := 6; !m.frozen; i++ {
		if pass(m); i > 9 {
			t.Fatal("a gap does not fire the trigger")
		}
	}
	if text := m.text(); c.bursts != 9 || !strings.Contains(text, "Gap 1 of 1: CPU 1 was away") || !strings.Contains(text, "another task") {
		t.Errorf("after %d bursts it shows\n%s", c.bursts, text)
	}
	press(m, "t")
	pass(m)
	if m.frozen || !strings.Contains(m.text(), "trigger off") {
		t.Errorf("without a trigger it shows\n%s", m.text())
	}
}

// A burst that was begun before the trigger was set does not fire it.
func TestATriggerHoldsForLaterBursts(t *testing.T) {
	c := counting(2)
	c.next = func(int) bursts.Capture {
		b := begun(one, 2)
		for i := range 900 {
			b.stay(i%2, 3)
		}
		return b.done()
	}
	m := open(t, c.Options, 120, 40)
	cmd := m.Update(again{m.waiting})
	m.Update(keyOf("t"))
	if settle(m, cmd); m.frozen || c.bursts != 3 {
		t.Errorf("frozen %v after %d bursts, none of which has a stay over 50", m.frozen, c.bursts)
	}
}

// L and g freeze and bring what they look for into the picture.
func TestJumps(t *testing.T) {
	m := open(t, made(2), 120, 40, "L")
	longest := m.ready.lines[0].Stays[m.ready.lines[0].longest]
	from, to := m.window.span(m.ready, 0, m.columns())
	if !m.frozen || longest.Ops != 3_000 || from > longest.Begin || to < longest.End || to-from > 3*(longest.End-longest.Begin) {
		t.Errorf("the longest stay of %d operations is at %d to %d, shown is %d to %d", longest.Ops, longest.Begin, longest.End, from, to)
	}
	var begins []int64
	for range 3 {
		press(m, "g")
		g := m.ready.Gaps[0]
		if m.gap == m.ready.Gaps[1].Begin {
			g = m.ready.Gaps[1]
		}
		from, to := m.window.span(m.ready, 0, m.columns())
		if from > g.Begin || to < g.End {
			t.Errorf("the gap is at %d to %d, shown is %d to %d", g.Begin, g.End, from, to)
		}
		begins = append(begins, m.gap)
	}
	if begins[0] != m.ready.Gaps[0].Begin || begins[1] != m.ready.Gaps[1].Begin || begins[2] != begins[0] {
		t.Errorf("g went to %v", begins)
	}
}

// Each key changes its word of the scenario, and the command captures the same.
func TestSwitches(t *testing.T) {
	c := counting(4)
	m := open(t, c.Options, 120, 40, "n", "l", "o", "a", "z", "b")
	if c.last.Counter != "each" || c.last.Line != "padded" || c.last.Op != "plain" || c.last.Writers != 4 || c.asked.Ops != bursts.MostOps || !c.asked.Owner {
		t.Errorf("captured was %s, %+v", c.last, c.asked)
	}
	if got, want := m.command(), "linebounce scope -a 'counter=each line=padded op=plain writers=4' --ops 1000000"; got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
	press(m, "a", "c")
	if c.last.Writers != 2 || c.last.CPUs == "" {
		t.Errorf("on other CPUs it captures %s", c.last)
	}
	before := c.last.CPUs
	if press(m, "c"); c.last.CPUs == before {
		t.Errorf("c leaves CPUs %s", before)
	}
	n := c.bursts
	if press(open(t, c.Options, 80, 24), "c", "a"); c.bursts > n+3 {
		t.Errorf("%d bursts for keys", c.bursts-n)
	}
}

// Where there are two CPUs only, the keys for others say so.
func TestKeysWithoutEffectSayWhy(t *testing.T) {
	m := open(t, made(2), 120, 40)
	for k, want := range map[string]string{"a": "no more", "c": "no other choice", "tab": "one line"} {
		if press(m, k); !strings.Contains(m.note, want) {
			t.Errorf("%s says %q", k, m.note)
		}
	}
}

// What cannot be captured is said with the way to the Simulator, is not tried again
// by itself, and is at a key.
func TestRefusal(t *testing.T) {
	c := counting(2)
	capture, fails := c.Capture, true
	c.Capture = func(ctx context.Context, s probes.Scenario, o bursts.Options) (bursts.Capture, error) {
		if fails {
			c.bursts++
			return bursts.Capture{}, &probes.Unable{What: "a line cannot bounce here", Why: "there is one CPU", Advice: "Allow it two."}
		}
		return capture(ctx, s, o)
	}
	m := open(t, c.Options, 120, 40)
	if pass(m); c.bursts != 2 && c.bursts != 1 {
		t.Errorf("%d tries", c.bursts)
	}
	if text := m.text(); !strings.Contains(text, "A line cannot bounce here: there is one CPU. Allow it two. Key 2 opens the Simulator") {
		t.Errorf("it shows\n%s", text)
	}
	press(m, "s")
	if !strings.Contains(m.text(), "simulated: the order of the same scenario on the machine 2011") {
		t.Errorf("without a burst the model does not show:\n%s", m.text())
	}
	fails = false
	if press(m, "space"); m.ready == nil || m.failed != nil {
		t.Errorf("space does not try again: %v", m.failed)
	}
}

// The model is asked once for a scenario, and again for another.
func TestTheModelIsAskedOnce(t *testing.T) {
	o := made(2)
	simulate, n := o.Simulate, 0
	o.Simulate = func(ctx context.Context, s probes.Scenario) (Simulated, error) {
		n++
		return simulate(ctx, s)
	}
	m := open(t, o, 120, 40, "s")
	pass(m)
	if n != 1 {
		t.Errorf("asked %d times", n)
	}
	press(m, "n")
	if n != 2 {
		t.Errorf("asked %d times for two scenarios", n)
	}
	press(m, "s", "n")
	if n != 2 {
		t.Errorf("asked %d times, though nobody wants it", n)
	}
}

// The map shows how far it is, ends when it is left, and begins again when it is
// looked at; each method has a map of its own.
func TestTheMap(t *testing.T) {
	o := made(4)
	machine := o.Machine()
	began, ended := make(chan latency.Method, 4), make(chan error, 4)
	o.Map = func(ctx context.Context, method latency.Method, tell func(latency.Map, latency.Progress)) (latency.Map, error) {
		began <- method
		<-ctx.Done()
		ended <- ctx.Err()
		return mapOf(machine, method, 2), ctx.Err()
	}
	m := open(t, o, 120, 40)
	measure := func(cmd tea.Cmd) {
		t.Helper()
		batch, is := cmd().(tea.BatchMsg)
		if !is || len(batch) == 0 {
			t.Fatalf("no map is begun")
		}
		go func() { batch[0]() }()
	}
	measure(m.Update(keyOf("m")))
	if got := <-began; got != latency.CAS {
		t.Errorf("the first map is by %s", got)
	}
	job := m.atlas.job
	m.Update(told{job, mapOf(machine, latency.CAS, 3), latency.Progress{Elapsed: time.Second, Left: 3 * time.Second, Coarse: true, Pairs: 6, Measured: 3}})
	if text := m.text(); !strings.Contains(text, "first look: 3 of 6 pairs, about 3 s left") || !strings.Contains(text, "24.0") {
		t.Errorf("it shows\n%s", text)
	}
	m.Update(keyOf("m"))
	if err := <-ended; err == nil {
		t.Error("leaving the map does not end it")
	}
	partial := mapOf(machine, latency.CAS, 3)
	partial.Complete = false
	settle(m, m.Update(mapped{job, partial, context.Canceled}))
	measure(m.Update(keyOf("m")))
	<-began
	if !strings.Contains(m.text(), "24.0") {
		t.Errorf("the map that was begun is gone:\n%s", m.text())
	}
	job = m.atlas.job
	settle(m, m.Update(mapped{job, mapOf(machine, latency.CAS, 6), nil}))
	if !strings.Contains(m.text(), "all 6 pairs measured") {
		t.Errorf("a whole map shows\n%s", m.text())
	}
	job.stop()
	<-ended
	measure(m.Update(keyOf("w")))
	if got := <-began; got != latency.Store {
		t.Errorf("the second map is by %s", got)
	}
	m.SetUnseen(true)
	if <-ended; !m.atlas.wanted {
		t.Error("the map is forgotten where nobody looks")
	}
	m.Update(mapped{m.atlas.job, latency.Map{}, context.Canceled})
	measure(m.SetUnseen(false))
	if got := <-began; got != latency.Store {
		t.Errorf("behind that it maps by %s", got)
	}
	m.Hide()
	<-ended
}

// News of a map that nobody heard yet gives way to newer news.
func TestOnlyTheNewestNewsIsTold(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	j := &mapping{ctx: ctx, stop: stop, news: make(chan told, 1)}
	for n := range 5 {
		j.tell(told{job: j, progress: latency.Progress{Measured: n}})
	}
	if got := j.listen().(told).progress.Measured; got != 4 {
		t.Errorf("told is the map with %d pairs, want 4", got)
	}
	stop()
	if got := j.listen(); got != nil {
		t.Errorf("a map that ended tells %v", got)
	}
}

// Every burst, and every map that has figures, is handed over for keeping.
func TestWhatIsMeasuredIsKept(t *testing.T) {
	o := made(2)
	var kept []bursts.Capture
	var maps []latency.Map
	o.Keep = func(c bursts.Capture) { kept = append(kept, c) }
	o.KeepMap = func(found latency.Map) { maps = append(maps, found) }
	m := open(t, o, 120, 40)
	pass(m)
	press(m, "m")
	if len(kept) != 2 || kept[1].Length != m.ready.Length || len(maps) != 1 || !maps[0].Complete {
		t.Fatalf("%d bursts and %d maps were kept, want 2 and 1", len(kept), len(maps))
	}
	m.options.Map = func(ctx context.Context, method latency.Method, _ func(latency.Map, latency.Progress)) (latency.Map, error) {
		return mapOf(machineOf(2), method, 0), context.Canceled
	}
	if press(m, "r"); len(maps) != 1 {
		t.Error("a map without a figure was kept")
	}
}

package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/tui/cast"
)

func machine() topology.Machine {
	return topology.Machine{
		Model: "AMD EPYC 9B45", LineBytes: 64, LineSource: topology.FromSysfs, CanPin: true, Online: 2,
		CPUs: []topology.CPU{{Number: 0, Core: 0}, {Number: 1, Core: 1}},
	}
}

// played is a recording made up for a test: A at 84 and B at 328 operations in
// each microsecond, with a capture in every eighth round.
type played struct {
	e    catalog.Experiment
	fail func(n int)
	gate <-chan time.Time // as if measured: without end, a window whenever it comes
}

func (p played) Open(context.Context, probes.Plan) (probes.Session, error) {
	arms := [2]probes.Scenario{p.e.Default, p.e.B}
	for i := range arms {
		s, _, err := p.e.Prepare(machine(), arms[i])
		if err != nil {
			return nil, err
		}
		arms[i] = s
	}
	return &playing{played: p, arms: arms}, nil
}

type playing struct {
	played
	arms [2]probes.Scenario
	n    int
}

func (p *playing) Next(ctx context.Context) (probes.Reading, error) {
	if p.fail != nil {
		p.fail(p.n)
	}
	origin := probes.Recorded
	if p.gate != nil {
		origin = probes.Measured
		select {
		case <-p.gate:
		case <-ctx.Done():
			return probes.Reading{}, ctx.Err()
		}
	} else if p.n >= allPlayed {
		return probes.Reading{}, io.EOF
	}
	arm, pair := p.n%2, p.n/2
	r := probes.Reading{
		Unit: probes.Window, Arm: arm, Pair: pair, Scenario: p.arms[arm], Origin: origin,
		Start: time.Duration(p.n) * everyPlayed, Elapsed: 10 * time.Millisecond,
	}
	for cpu := range 2 {
		w := probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: []int64{420_000, 1_640_000}[arm], Elapsed: r.Elapsed, Pinned: true}
		if p.e.Quantity == probes.MessagesPerSecond {
			w.Role, w.Messages = []probes.Role{probes.Sender, probes.Receiver}[cpu], w.Ops/100
		}
		r.CPUs = append(r.CPUs, w)
	}
	if pair%8 == 0 && p.e.Name == "counters" {
		r.Unit = probes.Capture
		strip(&r, arm)
	}
	p.n++
	return r, nil
}

func strip(r *probes.Reading, arm int) {
	r.Burst = &probes.Burst{}
	add := func(name string, stays ...probes.Stay) {
		r.Lines = append(r.Lines, probes.LineUse{Name: name, Ops: 840_000, Stays: probes.StayStats{Logged: 9, Median: 14, Mean: 17}})
		r.Burst.Strips = append(r.Burst.Strips, probes.Strip{Line: name, Stays: stays})
	}
	if arm == 1 {
		add("count 0", probes.Stay{CPU: 0, Ops: 300})
		add("count 1", probes.Stay{CPU: 1, Ops: 300})
		return
	}
	var stays []probes.Stay
	for i := range 30 {
		stays = append(stays, probes.Stay{CPU: i % 2, Ops: int64(3 + 5*i%13)})
	}
	add("count", stays...)
	r.Lines[0].Handoffs = []probes.Handoff{{From: 0, To: 1, Count: 15_000}, {From: 1, To: 0, Count: 15_000}}
}

const (
	everyPlayed = 2 * time.Millisecond
	allPlayed   = 400
)

func (p *playing) Length() time.Duration { return allPlayed * everyPlayed }
func (p *playing) At() time.Duration     { return time.Duration(p.n) * everyPlayed }

func (p *playing) Seek(to time.Duration, history int) []probes.Reading {
	end := int(min((to+everyPlayed-1)/everyPlayed, allPlayed))
	var before []probes.Reading
	for p.n = max(0, end-history); p.n < end; {
		r, _ := p.Next(context.Background())
		before = append(before, r)
	}
	return before
}

func (p *playing) Replace(int, probes.Scenario) error { return probes.ErrFixed }
func (p *playing) Close() error                       { return nil }

func options(fail func(n int)) Options {
	return Options{
		Machine: machine(), Why: "this is a test", Version: "test",
		Recording: &recorded.Recording{},
		played:    func(e catalog.Experiment) probes.Source { return played{e: e, fail: fail} },
	}
}

// terminal is an emulator with a program on it.
type terminal struct {
	t      *testing.T
	screen *vt.Emulator
	mu     sync.Mutex // the screen is written to and looked at by turns
	news   chan struct{}
	keys   io.WriteCloser
	ended  chan error
	files  []string // what was said of files, once it has ended
	tape   *cast.Writer
	last   string // the screen when the program left its page
	tail   []byte // the end of what was written last
}

// leaves is how the program goes back to the terminal's own page.
const leaves = "\x1b[?1049l"

// feed writes to the screen, and keeps the last picture of the program's.
func (x *terminal) feed(b []byte) (int, error) {
	both := append(x.tail, b...)
	if at := bytes.Index(both, []byte(leaves)); at >= 0 && x.last == "" {
		at = max(at-len(x.tail), 0)
		_, _ = x.screen.Write(b[:at])
		x.last, b = x.screen.String(), b[at:]
	}
	x.tail = bytes.Clone(both[max(len(both)-len(leaves)+1, 0):])
	return x.screen.Write(b)
}

// Write is what the program calls. On what is no real terminal the renderer
// leaves it to the other side to return the carriage.
func (x *terminal) Write(b []byte) (int, error) {
	x.mu.Lock()
	_, err := x.feed(inserted(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))))
	_, _ = x.tape.Write(b)
	x.mu.Unlock()
	select {
	case x.news <- struct{}{}:
	default:
	}
	return len(b), err
}

// inserting is text that shifts what is behind it, which the emulator does not know.
var inserting = regexp.MustCompile(`(?s)\x1b\[4h(.*?)\x1b\[4l`)

// inserted makes room for such text by a sequence that the emulator knows.
func inserted(b []byte) []byte {
	return inserting.ReplaceAllFunc(b, func(found []byte) []byte {
		text := inserting.FindSubmatch(found)[1]
		return append(fmt.Appendf(nil, "\x1b[%d@", ansi.StringWidth(string(text))), text...)
	})
}

// open runs the real program, renderer and all, on an emulated terminal.
func open(t *testing.T, ctx context.Context, o Options, width, height int) *terminal {
	t.Helper()
	return openOn(t, ctx, o, kind{env: []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8"}, colours: colorprofile.TrueColor}, width, height)
}

// kind is a kind of terminal, as far as the program hears of it.
type kind struct {
	env     []string
	colours colorprofile.Profile
	answers bool // what it is asked
	light   bool // its ground
	filter  func(tea.Model, tea.Msg) tea.Msg
}

// openOn runs the real program on an emulated terminal of some kind.
func openOn(t *testing.T, ctx context.Context, o Options, k kind, width, height int) *terminal {
	t.Helper()
	in, keys := io.Pipe()
	x := &terminal{t: t, screen: vt.NewEmulator(width, height), news: make(chan struct{}, 1), keys: keys, ended: make(chan error, 1)}
	if k.light {
		x.screen.SetDefaultBackgroundColor(color.White)
	}
	var said io.Writer = io.Discard
	if k.answers {
		said = keys
	}
	go func() { _, _ = io.Copy(said, x.screen) }()
	env := k.env
	var err error
	if x.tape, err = begin(o, env, width, height); err != nil {
		t.Fatal(err)
	}
	go func() {
		var err error
		x.files, err = run(ctx, o, env, width, height, nil, x.tape, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithEnvironment(env),
			tea.WithInput(in), tea.WithOutput(x), tea.WithWindowSize(width, height), tea.WithColorProfile(k.colours), tea.WithFilter(func(m tea.Model, msg tea.Msg) tea.Msg {
				if k.filter != nil {
					return k.filter(m, msg)
				}
				return msg
			}))
		x.ended <- err
	}()
	t.Cleanup(x.shut)
	return x
}

// shut ends both ways to the terminal. The emulator's own Close races with what
// reads from it, so its pipe is closed instead.
func (x *terminal) shut() {
	_ = x.keys.Close()
	_ = x.screen.InputPipe().(io.Closer).Close()
}

// overdue is what is waited for at most: on a busy machine much takes long, and
// only a failure takes so long.
const overdue = 2 * time.Minute

func (x *terminal) press(keys string) {
	if _, err := x.keys.Write([]byte(keys)); err != nil {
		x.t.Fatal(err)
	}
}

// text returns the rows of the screen.
func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// await returns the screen once it shows all of some words.
func (x *terminal) await(words ...string) string {
	x.t.Helper()
	deadline := time.After(overdue)
	for {
		text := x.text()
		missing := ""
		for _, word := range words {
			if !strings.Contains(text, word) {
				missing = word
			}
		}
		if missing == "" {
			return text
		}
		select {
		case <-x.news:
		case err := <-x.ended:
			x.t.Fatalf("the program ended with %v before it showed %q; the screen is\n%s", err, missing, text)
		case <-deadline:
			x.t.Fatalf("the screen never showed %q; it is\n%s", missing, text)
		}
	}
}

// end waits for the program's end and checks that it left the terminal as it
// was.
func (x *terminal) end() error {
	x.t.Helper()
	deadline := time.After(overdue)
	var err error
	select {
	case err = <-x.ended:
	case <-deadline:
		x.t.Fatal("the program does not end")
	}
	for {
		x.mu.Lock()
		page, cursor := x.screen.IsAltScreen(), x.screen.CursorHidden()
		x.mu.Unlock()
		if !page && !cursor {
			return err
		}
		select {
		case <-x.news: // a pseudo-terminal holds the last of it back for a moment
		case <-deadline:
			x.t.Errorf("alternate screen left on: %v, cursor left hidden: %v", page, cursor)
			return err
		}
	}
}

func TestRealScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		x := open(t, t.Context(), options(nil), size[0], size[1])
		text := x.await("linebounce", "recorded", "64 B lines", "B is 3.9 times as fast", "hand-offs", "CPU 1 adder", "q quit")
		checkBorders(t, text)
		x.press("e")
		text = x.await("credentials on every write", "messages")
		checkBorders(t, text)
		x.press("?")
		x.await("What a line is", "goes back")
		x.press("?")
		x.await("credentials on every write")
		x.press("Ev")
		text = x.await("Which is faster?", "vote first")
		checkBorders(t, text)
		x.press("2v")
		x.await("The class was right.")
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
	}
}

// checkBorders looks for a corner that has no partner.
func checkBorders(t *testing.T, text string) {
	t.Helper()
	rows := strings.Split(text, "\n")
	at := func(x, y int) rune {
		if y < 0 || y >= len(rows) || x < 0 || x >= len([]rune(rows[y])) {
			return ' '
		}
		return []rune(rows[y])[x]
	}
	boxes := 0
	for y, row := range rows {
		for x, r := range []rune(row) {
			if r != '╭' || at(x-1, y) == '│' || at(x, y+1) == '╯' || at(x+1, y) != '─' {
				continue // a curve of the chart also turns corners
			}
			right := x + 1
			for at(right, y) != '╮' && right < len([]rune(row)) {
				right++
			}
			low := y + 1
			for at(x, low) == '│' {
				low++
			}
			if low == y+1 {
				continue
			}
			boxes++
			if at(x, low) != '╰' || at(right, low) != '╯' {
				t.Errorf("the box at column %d, row %d is not closed:\n%s", x, y, text)
			}
			for inner := y + 1; inner < low; inner++ {
				if at(right, inner) != '│' {
					t.Errorf("the box at column %d, row %d has a gap in its right side, row %d:\n%s", x, y, inner, text)
				}
			}
		}
	}
	if boxes == 0 {
		t.Errorf("there is no box on the screen:\n%s", text)
	}
}

// The strip's cells are coloured by CPU, digit for digit.
func TestStripIsColouredByCPU(t *testing.T) {
	x := open(t, t.Context(), options(nil), 120, 40)
	x.await("hand-offs/s, stays", "1111", "0000")
	x.mu.Lock()
	ground := map[string]map[string]bool{}
	for y := range 40 {
		for col := range 120 {
			cell := x.screen.CellAt(col, y)
			if cell == nil || cell.Style.Bg == nil || (cell.Content != "0" && cell.Content != "1") {
				continue
			}
			if ground[cell.Content] == nil {
				ground[cell.Content] = map[string]bool{}
			}
			r, g, b, _ := cell.Style.Bg.RGBA()
			ground[cell.Content][strings.Join([]string{hex(r), hex(g), hex(b)}, "")] = true
		}
	}
	x.mu.Unlock()
	if !ground["0"]["56b4e9"] || !ground["1"]["e69f00"] {
		t.Errorf("CPU 0 stands on %v and CPU 1 on %v", ground["0"], ground["1"])
	}
	x.press("q")
	_ = x.end()
}

func hex(c uint32) string {
	const digits = "0123456789abcdef"
	c >>= 8
	return string([]byte{digits[c>>4], digits[c&15]})
}

func TestEveryEndRestoresTheTerminal(t *testing.T) {
	t.Run("Ctrl-C", func(t *testing.T) {
		x := open(t, t.Context(), options(nil), 80, 24)
		x.await("counters")
		x.press("\x03")
		if err := x.end(); !errors.Is(err, ErrInterrupted) {
			t.Errorf("it ends with %v", err)
		}
	})
	t.Run("a signal", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		x := open(t, ctx, options(nil), 80, 24)
		x.await("counters")
		hangup := errors.New("hangup")
		cancel(hangup)
		if err := x.end(); err != hangup {
			t.Errorf("it ends with %v", err)
		}
	})
	t.Run("a fault of a probe", func(t *testing.T) {
		x := open(t, t.Context(), options(func(n int) {
			if n == 30 {
				panic("a fault")
			}
		}), 80, 24)
		if err := x.end(); err == nil || !strings.Contains(err.Error(), "a fault") {
			t.Errorf("it ends with %v", err)
		}
	})
}

func TestTooSmallSaysWhatIsNeeded(t *testing.T) {
	x := open(t, t.Context(), options(nil), 40, 10)
	x.await("linebounce needs 80 x 24")
	x.press("q")
	if err := x.end(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
}

package tui_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/rogpeppe/go-internal/txtar"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/disturbance"
	"linebounce/probes/doctor"
	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
	"linebounce/ui/live"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/theme"
)

// TestOddMachines reads the machines of testdata/machines. Each is a base machine
// with the files that make it odd, and says what the doctor, the watch over two
// looks and the Lab must say of it:
//
//	doctor NAME STATE: text    in a finding's detail or advice
//	watch: text                in a sentence on what came in the way
//	lab: text                  on the Lab's screen of 120 x 40 cells
//
// A path may name several CPUs, as cpu{0-7}, and then {} in the text is the CPU's
// number. Files under later/ are those of the second look; -deleted lists paths
// that are not there; identity, clocks and tried are what no file says. A machine
// counts only if something that must be said of it is not said without its oddity:
// on its base, with the files under normal/ where it has any.
func TestOddMachines(t *testing.T) {
	paths, err := filepath.Glob("testdata/machines/*.txtar")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d odd machines, %v; want 40 at least", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			odd, normal, want := readMachine(t, path)
			said := odd.says(t)
			for _, line := range want {
				if !said.has(t, line) {
					t.Errorf("not said: %s\n%s", line, said)
				}
			}
			plain := normal.says(t)
			if !slices.ContainsFunc(want, func(line string) bool { return !plain.has(t, line) }) {
				t.Errorf("without its oddity the machine is told of in the same words:\n%s", strings.Join(want, "\n"))
			}
		})
	}
}

// files are a machine's, by path.
type files map[string]string

// readMachine reads an odd machine, the same without its oddity, and what must be
// said.
func readMachine(t *testing.T, path string) (odd, normal files, want []string) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	base := ""
	for line := range strings.Lines(string(archive.Comment)) {
		if name, found := strings.CutPrefix(line, "base: "); found {
			base = strings.TrimSpace(name)
		}
	}
	ground, err := txtar.ParseFile(filepath.Join("testdata/machines/base", base+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	normal = files{}
	normal.add(t, ground, "", "normal/")
	odd = maps.Clone(normal)
	odd.add(t, archive, "", "normal/")
	normal.add(t, archive, "normal/", "")
	want = strings.Split(strings.TrimSpace(odd["want"]), "\n")
	return odd, normal, want
}

// add takes over the files below a folder, without it and those of another.
func (f files) add(t *testing.T, archive *txtar.Archive, folder, without string) {
	t.Helper()
	texts := files{}
	for _, file := range archive.Files {
		name, inside := strings.CutPrefix(file.Name, folder)
		if !inside || without != "" && strings.HasPrefix(name, without) {
			continue
		}
		for path, number := range spread(t, name) {
			texts[path] = strings.ReplaceAll(string(file.Data), "{}", number)
			if name == "proc/stat" || name == "later/proc/stat" {
				texts[path] = rows(t, string(file.Data))
			}
		}
	}
	for line := range strings.Lines(texts["-deleted"]) {
		for gone := range spread(t, strings.TrimSpace(line)) {
			maps.DeleteFunc(f, func(path, _ string) bool { return path == gone || strings.HasPrefix(path, gone+"/") })
		}
	}
	maps.Copy(f, texts)
}

// spread returns the paths that one with a list in braces stands for, with the
// number that it has there.
func spread(t *testing.T, path string) map[string]string {
	t.Helper()
	before, rest, some := strings.Cut(path, "{")
	list, after, _ := strings.Cut(rest, "}")
	if !some {
		return map[string]string{path: ""}
	}
	paths := map[string]string{}
	for _, n := range parse(t, list) {
		paths[before+strconv.Itoa(n)+after] = strconv.Itoa(n)
	}
	return paths
}

// rows repeats the lines of a text that begin with a list in braces.
func rows(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(text) {
		for _, row := range slices.Sorted(maps.Keys(spread(t, line))) {
			b.WriteString(row)
		}
	}
	return b.String()
}

func parse(t *testing.T, list string) []int {
	t.Helper()
	cpus, err := cpulist.Parse(strings.TrimSpace(list))
	if err != nil {
		t.Fatal(err)
	}
	return cpus
}

// root is the file system of the first look.
func (f files) root() fstest.MapFS {
	root := fstest.MapFS{}
	for path, text := range f {
		root[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

// words reads a file of a word and its value a line.
func words(text string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(text) {
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		list[word] = value
	}
	return list
}

func (f files) identity(t *testing.T) topology.Identity {
	w := words(f["identity"])
	number := func(word string) int { n, _ := strconv.Atoi(w[word]); return n }
	return topology.Identity{
		OS: w["os"], Arch: w["arch"], Kernel: w["kernel"], Model: w["model"], Allowed: parse(t, w["allowed"]),
		CPUIDLine: number("cpuid-line"), XSysLine: number("xsys-line"), Hypervisor: w["hypervisor"] == "true", CanPin: w["can-pin"] == "true",
	}
}

// tried is what trying things showed: where nothing else is said, all works.
func (f files) tried(t *testing.T, m topology.Machine) doctor.Tried {
	tried, w := doctor.Tried{Pinned: m.Allowed()}, words(f["tried"])
	if w["pinning"] == "" {
		return tried
	}
	tried.Pinned = nil
	if w["pinned"] != "none" {
		tried.Pinned = parse(t, w["pinned"])
	}
	tried.Pinning = &probes.Unable{What: "a thread could not be pinned to a CPU", Why: w["pinning"], Advice: "Run it outside."}
	return tried
}

// said is all that the program says of a machine.
type said struct {
	findings []doctor.Finding
	watch    []string
	screen   string // its words, with single blanks
}

func (f files) says(t *testing.T) said {
	t.Helper()
	root := f.root()
	m := topology.ReadFrom(root, f.identity(t))
	tried := f.tried(t, m)
	s := said{findings: doctor.Examine(root, m, tried)}
	s.watch = f.watched(t)
	s.screen = screenOf(m, tried, strings.Join(s.watch, " "))
	return s
}

// watched takes the two looks.
func (f files) watched(t *testing.T) []string {
	t.Helper()
	now, root := f, f.root()
	senses := disturbance.Senses{Root: root, Clocks: func() disturbance.Clocks {
		w := words(now["clocks"])
		read := func(word string) time.Duration {
			d, err := time.ParseDuration(w[word])
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		return disturbance.Clocks{Monotonic: read("monotonic"), Boot: read("boot"), Wall: read("wall")}
	}, Allowed: func() ([]int, error) { return now.identity(t).Allowed, nil }}
	watch := disturbance.Begin(senses, now.identity(t).Allowed)
	now = maps.Clone(f)
	for path, text := range f {
		if path, found := strings.CutPrefix(path, "later/"); found {
			now[path] = text
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return watch.Found()
}

// screenOf draws the Lab as it opens on a machine: live with figures, with the
// reason why it cannot run, or as a recording where nothing can bounce.
func screenOf(m topology.Machine, tried doctor.Tried, disturbed string) string {
	o := lab.Options{Machine: m, Experiments: catalog.Lab(), Experiment: "counters"}
	_, why := m.Choose(2)
	if why = errors.Join(why, m.Pinnable()); why != nil {
		o.Recorded, o.RecordedOn, o.Why = true, "2026-03-01", why.Error()
	}
	l := lab.New(o)
	l.SetTheme(theme.New(colorprofile.TrueColor, true, false))
	l.SetSize(120, 40)
	l.Update(lab.Disturbed{Text: disturbed})
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l.Update(lab.Frame(start))
	show := l.Shows(func(catalog.Experiment) probes.Source { return nothing{} })[0]
	s := live.Snapshot{Experiment: show.Name, Origin: probes.Measured, Pairs: 99, At: start, Ratio: interval(3.9)}
	if len(tried.Pinned) == 0 {
		s.Err = tried.Pinning
	}
	if o.Recorded {
		s.Origin, s.Position, s.Length = probes.Recorded, time.Second, time.Minute
	}
	for _, scenario := range show.Arms {
		arm := live.Arm{Scenario: scenario, Quantity: probes.OpsPerSecond, Rate: interval(84e6), Recent: 84e6, Windows: 99}
		for _, cpu := range scenario.CPUs.Numbers() {
			arm.Workers = append(arm.Workers, live.Worker{CPU: cpu, Role: probes.Adder, Rate: 42e6, Pinned: true})
		}
		s.Arms = append(s.Arms, arm)
	}
	l.Update(s)
	return strings.Join(strings.Fields(ansi.Strip(l.View())), " ")
}

// nothing is a source that nobody opens.
type nothing struct{ probes.Source }

func interval(x float64) probes.Interval {
	return probes.Interval{Median: x, Low: 0.98 * x, High: 1.02 * x, Confidence: probes.Confidence, Samples: 99}
}

// has reports whether something is said that must be.
func (s said) has(t *testing.T, line string) bool {
	t.Helper()
	who, text, found := strings.Cut(line, ": ")
	if !found {
		t.Fatalf("%q is no line of want", line)
	}
	switch {
	case who == "lab":
		return strings.Contains(s.screen, text)
	case who == "watch":
		return slices.ContainsFunc(s.watch, func(sentence string) bool { return strings.Contains(sentence, text) })
	}
	name, isDoctor := strings.CutPrefix(who, "doctor ")
	if !isDoctor {
		t.Fatalf("%q: nobody is called %q", line, who)
	}
	return slices.ContainsFunc(s.findings, func(f doctor.Finding) bool {
		return f.Name+" "+string(f.State) == name && strings.Contains(f.Detail+" "+f.Advice, text)
	})
}

func (s said) String() string {
	var b strings.Builder
	for _, f := range s.findings {
		fmt.Fprintf(&b, "doctor %s %s: %s -> %s\n", f.Name, f.State, f.Detail, f.Advice)
	}
	for _, sentence := range s.watch {
		fmt.Fprintf(&b, "watch: %s\n", sentence)
	}
	return b.String() + "lab: " + s.screen
}

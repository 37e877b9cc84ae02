package progress

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linebounce/probes"
)

var day = time.Date(2026, 11, 30, 15, 52, 1, 123, time.FixedZone("there", 3600))

func path(t *testing.T) string {
	return filepath.Join(t.TempDir(), "state", "linebounce", "progress.json")
}

// opened opens a book that has nothing to say.
func opened(t *testing.T, path string) *Book {
	t.Helper()
	b, note := Open(path)
	if note != "" {
		t.Fatal(note)
	}
	return b
}

func save(t *testing.T, b *Book) {
	t.Helper()
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
}

func TestALessonIsKept(t *testing.T) {
	file := path(t)
	b := opened(t, file)
	if s := b.State("two-cpus"); s != New {
		t.Errorf("%s before anything was done", s)
	}
	b.Reach("two-cpus", 0, day)
	if s := b.State("two-cpus"); s != Begun {
		t.Errorf("%s after the first step", s)
	}
	low, high := 2.8, 3.0
	given := Judge(ratio, Answer{Step: 1, At: day, Guess: 2.5, Hints: 1, Figure: &Figure{"B/A ops_per_s", 2.9, &low, &high, probes.Measured}})
	b.Answer("two-cpus", given)
	b.Reach("two-cpus", 2, day)
	b.Reach("two-cpus", 0, day) // going back forgets nothing
	b.Finish("two-cpus", day)
	save(t, b)

	l := opened(t, file).Lesson("two-cpus")
	when := time.Date(2026, 11, 30, 14, 52, 1, 0, time.UTC)
	given.At = when
	want := Lesson{Begun: when, Reached: 2, Answers: []Answer{given}, Finished: &when}
	if !reflect.DeepEqual(l, want) {
		t.Errorf("kept %+v\nwant %+v", l, want)
	}
	if got, of := l.Points(); got != 1 || of != 3 {
		t.Errorf("%d of %d points, want 1 of 3", got, of)
	}
	if l.State() != Finished {
		t.Errorf("state %s", l.State())
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("%v %v: others may read it", info.Mode(), err)
	}
}

func TestTheFirstAnswerCounts(t *testing.T) {
	b := opened(t, "")
	wrong, right := Judge(choose, Answer{Chosen: 0}), Judge(choose, Answer{Chosen: 1})
	b.Answer("a", wrong)
	b.Answer("a", right)
	if got, _ := b.Lesson("a").Answer(0); got.Right {
		t.Error("an answer given after the explanation replaced the prediction")
	}
	b.Answer("a", Judge(rate, Answer{Step: 1, Guess: 4}))
	b.Answer("a", Judge(rate, Answer{Step: 1, Guess: 5, Figure: &Figure{Value: 5}}))
	if got, _ := b.Lesson("a").Answer(1); got.Judged() {
		t.Error("another guess brought the figure")
	}
	b.Answer("a", Judge(rate, Answer{Step: 1, Guess: 4, Figure: &Figure{Value: 5}}))
	if got, _ := b.Lesson("a").Answer(1); !got.Judged() || got.Points != 2 {
		t.Errorf("%+v, want the same guess judged", got)
	}
	rewritten := choose
	rewritten.Text = "Slower?"
	b.Answer("a", Judge(rewritten, Answer{Chosen: 1}))
	if got, _ := b.Lesson("a").Answer(0); got.Question != "Slower?" {
		t.Error("the answer to a question that is gone was kept instead of that to the new one")
	}
	b.Reset("a")
	b.Answer("a", right)
	if got, _ := b.Lesson("a").Answer(0); !got.Right {
		t.Error("after a reset the first answer counts again")
	}
}

func TestReset(t *testing.T) {
	file := path(t)
	b := opened(t, file)
	b.Finish("a", day)
	b.Finish("b", day)
	b.Took("test", Run{At: day, Moment: Before})
	save(t, b)
	b.Reset("a")
	save(t, b)
	if again := opened(t, file); again.State("a") != New || again.State("b") != Finished || again.State("test") != Finished {
		t.Errorf("a is %s, b is %s, test is %s", again.State("a"), again.State("b"), again.State("test"))
	}
	b.Reset("test")
	if len(b.Runs("test")) != 0 || b.State("b") != Finished {
		t.Error("resetting the test did not forget its runs alone")
	}
	b.Took("test", Run{At: day, Moment: Before})
	b.ResetAll()
	save(t, b)
	if again := opened(t, file); again.State("b") != New || len(again.Runs("test")) != 0 {
		t.Error("something is left after all was reset")
	}
}

func TestRunsOfATestAreAllKept(t *testing.T) {
	file := path(t)
	b := opened(t, file)
	before := Run{At: day, Moment: Before, Answers: []Answer{Judge(choose, Answer{Chosen: 0}), Judge(choose, Answer{Step: 1, Chosen: 1})}}
	after := Run{At: day.Add(time.Hour), Moment: After, Answers: []Answer{Judge(choose, Answer{Chosen: 1}), Judge(choose, Answer{Step: 1, Chosen: 1})}}
	b.Took("test", before)
	b.Took("test", after)
	save(t, b)
	runs := opened(t, file).Runs("test")
	if len(runs) != 2 || runs[0].Right() != 1 || runs[1].Right() != 2 || runs[0].Moment != Before || runs[1].At.Sub(runs[0].At) != time.Hour {
		t.Errorf("%+v", runs)
	}
	if runs[0].Answers[0].Belief != "CPUs add up" {
		t.Errorf("%+v does not say which belief was shown", runs[0].Answers[0])
	}
}

// Each book is a process's: none may drop what another one finished.
func TestSeveralWritersLoseNothing(t *testing.T) {
	file := path(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			b, _ := Open(file)
			for j := range 4 {
				b.Finish(fmt.Sprintf("lesson-%d-%d", i, j), day)
				if err := b.Save(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	b := opened(t, file)
	for i := range 8 {
		for j := range 4 {
			if id := fmt.Sprintf("lesson-%d-%d", i, j); b.State(id) != Finished {
				t.Errorf("%s is lost", id)
			}
		}
	}
}

func TestSeveralProcessesLoseNothing(t *testing.T) {
	if file := os.Getenv("PROGRESS_OF_A_PROCESS"); file != "" {
		b := opened(t, file)
		for i := range 4 {
			b.Finish(fmt.Sprintf("lesson-%d-%d", os.Getpid(), i), day)
			save(t, b)
		}
		return
	}
	file := path(t)
	var processes []*exec.Cmd
	for range 4 {
		p := exec.Command(os.Args[0], "-test.run=^TestSeveralProcessesLoseNothing$")
		p.Env = append(os.Environ(), "PROGRESS_OF_A_PROCESS="+file)
		if err := p.Start(); err != nil {
			t.Skipf("no process can be started: %v", err)
		}
		processes = append(processes, p)
	}
	for _, p := range processes {
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
	}
	b := opened(t, file)
	for _, p := range processes {
		for i := range 4 {
			if id := fmt.Sprintf("lesson-%d-%d", p.Process.Pid, i); b.State(id) != Finished {
				t.Errorf("%s is lost", id)
			}
		}
	}
}

func TestSavingLearnsWhatOthersDid(t *testing.T) {
	file := path(t)
	one, two := opened(t, file), opened(t, file)
	one.Finish("a", day)
	save(t, one)
	two.Finish("b", day)
	save(t, two)
	if two.State("a") != Finished {
		t.Error("the later writer does not know what the earlier one finished")
	}
	one.Reset("a")
	one.Finish("c", day)
	save(t, one)
	again := opened(t, file)
	if again.State("a") != New || again.State("b") != Finished || again.State("c") != Finished {
		t.Errorf("a %s, b %s, c %s", again.State("a"), again.State("b"), again.State("c"))
	}
}

func TestNothingToSaveTouchesNothing(t *testing.T) {
	file := path(t)
	save(t, opened(t, file))
	if _, err := os.Stat(filepath.Dir(file)); err == nil {
		t.Error("a folder was made for nothing")
	}
}

func TestWhatNoFileHoldsIsLeftOut(t *testing.T) {
	b := opened(t, path(t))
	b.Answer("a", Answer{Kind: ratio.Kind, Guess: math.NaN(), Figure: &Figure{Value: math.Inf(1)}})
	save(t, b)
	if a, _ := b.Lesson("a").Answer(0); a.Figure != nil || a.Guess != 0 {
		t.Errorf("%+v", a)
	}
}

func TestAnswersHandedOutAreCopies(t *testing.T) {
	b := opened(t, "")
	b.Answer("a", Judge(choose, Answer{Chosen: 0}))
	b.Lesson("a").Answers[0].Given = "changed"
	if a, _ := b.Lesson("a").Answer(0); a.Given != "Yes" {
		t.Errorf("the book was changed from outside: %q", a.Given)
	}
}

func TestPathFollowsTheEnvironment(t *testing.T) {
	for _, folder := range []string{t.TempDir(), t.TempDir()} {
		t.Setenv("XDG_STATE_HOME", folder)
		if want := filepath.Join(folder, "linebounce", "progress.json"); Path() != want {
			t.Errorf("%s, want %s", Path(), want)
		}
	}
}

// aside returns the files that were set aside.
func aside(t *testing.T, file string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(filepath.Dir(file), "progress.damaged-*.json"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedFileIsSetAside(t *testing.T) {
	for name, text := range map[string]string{
		"empty":             "",
		"cut":               `{"schema": 1, "lessons": {"a": {"begu`,
		"another schema":    `{"schema": 2, "lessons": {}, "tests": {}}`,
		"no schema":         `{"lessons": {}}`,
		"no object":         `null`,
		"two documents":     `{"schema": 1}{"schema": 1}`,
		"unknown field":     `{"schema": 1, "lessons": {"a": {"reached": 1, "mood": "good"}}}`,
		"step before first": `{"schema": 1, "lessons": {"a": {"reached": -1}}}`,
		"too many points":   `{"schema": 1, "lessons": {"a": {"answers": [{"kind": "choose", "points": 1000}]}}}`,
		"unknown kind":      `{"schema": 1, "lessons": {"a": {"answers": [{"kind": "sing"}]}}}`,
		"no moment":         `{"schema": 1, "tests": {"a": [{"moment": "never"}]}}`,
		"no date":           `{"schema": 1, "lessons": {"a": {"finished": "yesterday"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			file := path(t)
			put(t, file, text)
			b, note := Open(file)
			list := aside(t, file)
			if len(list) != 1 {
				t.Fatalf("set aside: %v", list)
			}
			if kept, err := os.ReadFile(list[0]); err != nil || string(kept) != text {
				t.Errorf("%q, %v is no longer what the file was", kept, err)
			}
			if !strings.Contains(note, file+" was damaged") || !strings.Contains(note, filepath.Base(list[0])) || !strings.HasSuffix(note, ".") {
				t.Errorf("the note %q does not say what happened", note)
			}
			b.Finish("a", day)
			save(t, b)
			if opened(t, file).State("a") != Finished {
				t.Error("progress is not kept anew")
			}
		})
	}
}

func TestNothingSetAsideIsOverwritten(t *testing.T) {
	file := path(t)
	for range 3 {
		put(t, file, "damaged")
		if _, note := Open(file); note == "" {
			t.Error("nothing was said")
		}
	}
	if list := aside(t, file); len(list) != 3 {
		t.Errorf("of three damaged files these are left: %v", list)
	}
}

func TestAFileDamagedWhileOpen(t *testing.T) {
	file := path(t)
	b := opened(t, file)
	b.Finish("a", day)
	save(t, b)
	put(t, file, "damaged")
	b.Finish("b", day)
	err := b.Save()
	if err == nil || !strings.Contains(err.Error(), "was damaged") || len(aside(t, file)) != 1 {
		t.Errorf("%v; set aside: %v", err, aside(t, file))
	}
	again := opened(t, file)
	if again.State("a") != Finished || again.State("b") != Finished {
		t.Error("what the program knew was not written")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	b.Finish("c", day)
	save(t, b)
	if again := opened(t, file); again.State("a") != Finished || again.State("c") != Finished {
		t.Error("what the program knew was lost with the file")
	}
}

func TestAPlaceThatCannotBeWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	put(t, folder, "a file where the folder would be") // nobody may make a folder here, not even root
	file := filepath.Join(folder, "progress.json")
	b, note := Open(file)
	if !strings.HasPrefix(note, "What you do in the lessons is not kept: ") {
		t.Errorf("note %q", note)
	}
	b.Finish("a", day)
	if err := b.Save(); err != nil {
		t.Errorf("said again: %v", err)
	}
	if b.State("a") != Finished {
		t.Error("the program cannot go on")
	}
}

func TestAPlaceThatBecomesWritable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	file := filepath.Join(folder, "progress.json")
	b := opened(t, file)
	put(t, folder, "in the way")
	b.Finish("a", day)
	if err := b.Save(); err == nil || !strings.Contains(err.Error(), "could not be kept in "+file) || !strings.HasSuffix(err.Error(), folder+" is not a folder; name a folder elsewhere in XDG_STATE_HOME") {
		t.Errorf("%v", err)
	}
	if b.State("a") != Finished {
		t.Error("what was not kept is forgotten")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	save(t, b)
	if opened(t, file).State("a") != Finished {
		t.Error("what could not be kept at first is lost")
	}
}

func TestAFolderInPlaceOfTheFile(t *testing.T) {
	file := path(t)
	if err := os.MkdirAll(filepath.Join(file, "precious"), 0o700); err != nil {
		t.Fatal(err)
	}
	b, note := Open(file)
	b.Finish("a", day)
	if err := b.Save(); err != nil || note == "" {
		t.Errorf("%v, note %q", err, note)
	}
	if _, err := os.Stat(filepath.Join(file, "precious")); err != nil {
		t.Error(err)
	}
}

func TestALinkStaysOne(t *testing.T) {
	file := path(t)
	target := filepath.Join(t.TempDir(), "kept-elsewhere.json")
	put(t, target, `{"schema": 1}`)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		t.Skipf("no links here: %v", err)
	}
	b := opened(t, file)
	b.Finish("a", day)
	save(t, b)
	if info, err := os.Lstat(file); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v %v", info, err)
	}
	if opened(t, target).State("a") != Finished {
		t.Error("its target was not written")
	}
}

// FuzzRead holds that no content makes reading fail otherwise than as damaged,
// and that what was read can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema": 1, "lessons": {"a": {"begun": "2026-11-30T14:52:01Z", "reached": 2, "answers": [{"step": 1, "kind": "number", "guess": 2}], "finished": null}}, "tests": {"t": [{"moment": "before"}]}}`))
	f.Add([]byte(`{"schema": 2}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := parse(text)
		if err != nil {
			if _, is := err.(damage); !is {
				t.Fatalf("%v is no damage", err)
			}
			return
		}
		file := filepath.Join(t.TempDir(), "progress.json")
		if err := d.write(file); err != nil {
			t.Fatal(err)
		}
		if _, err := read(file); err != nil {
			t.Fatalf("%q was written and is damaged: %v", text, err)
		}
	})
}

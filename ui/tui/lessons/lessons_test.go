package lessons

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/tui/widgets"
)

// A newcomer opens the first lesson with the key that the screen names, predicts
// with one key, and reads the result with its interval, its source and the
// explanation.
func TestAFirstLesson(t *testing.T) {
	x := opened(t, made(t), 120, 40)
	x.shows("Enter opens lesson 1", "Two neighbours", "measured", "0 of 2 lessons finished")
	x.press("enter")
	x.shows("step 1 of 3", "What does the distance do?", "press 1 or 2", "hidden until you have answered")
	x.hides("A line travels as a whole")
	if !x.Answering() {
		t.Error("digits would open rooms, though they are answers")
	}
	x.press("enter")
	x.shows("Press the number of your answer")
	x.press("n")
	x.shows("Predict first")
	x.press("1")
	x.shows("Measuring on this machine")
	x.hides("A line travels as a whole", "Not this time")
	if !x.Live() {
		t.Error("the Lab does not run although its figures are waited for")
	}
	x.measures(12, interval(3.9, 3.7, 4.1))
	x.hides("A line travels as a whole")
	x.measures(40, interval(3.9, 3.7, 4.1))
	x.shows("measured on this machine", "95%: 3.7× to 4.1×", "Not this time.", "the belief that coherence is per variable",
		"holds B/A ops_per_s > 2: it is 3.9×", "A line travels as a whole", "(your answer)", "(the course's answer)")
	got, of := x.book.Points()
	if got != 0 || of != progress.MostPoints {
		t.Errorf("%d of %d points for a wrong answer", got, of)
	}
	before := x.text()
	x.measures(80, interval(1.5, 1.4, 1.6))
	if pane(x.text()) != pane(before) {
		t.Errorf("the result of the lesson changes while the Lab goes on:\n%s", x.text())
	}
}

// pane is the lesson's part of the screen.
func pane(text string) string {
	var rows []string
	for row := range strings.SplitSeq(text, "\n") {
		if cut := strings.LastIndex(row, "│ "); cut >= 0 {
			rows = append(rows, row[cut:])
		}
	}
	return strings.Join(rows, "\n")
}

// A lesson taken to its end is finished in the book, with its points, and opens
// as reference afterwards.
func TestALessonToItsEnd(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter", "h", "2")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.shows("Right. 2 of 3 points, 1 hint read.")
	x.press("n")
	x.shows("How many times as fast?", "step 2 of 3")
	x.press("3", ".", "7", "7", "backspace", "enter")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.shows("You said: 3.7 times", "Well predicted. 3 of 3 points.")
	x.press("n")
	x.shows("What comes first?")
	places := map[int]string{}
	for place, option := range x.play.step().shown {
		places[option] = string(rune('1' + place))
	}
	x.press(places[1], "backspace", places[0], places[1], places[2], "enter")
	x.shows("Right. 3 of 3 points.", "First it misses.")
	x.press("n")
	x.shows("This lesson is finished.", "8 of 9 points", "Next is lesson 2: Sixteen CPUs.")
	if x.book.State("first") != progress.Finished {
		t.Error("the book does not know that the lesson is finished")
	}
	x.press("esc")
	x.shows("finished 8/9", "8 of 9 points", "1 of 2 lessons finished")
	x.press("up", "enter")
	x.hides("Your prediction")
	x.shows("A line travels as a whole")
	x.press("n", "b", "n", "n", "n")
	x.shows("This lesson is finished.", "8 of 9 points")
}

// Where something comes out otherwise than the course claims, the lesson says so
// and takes no points.
func TestTheMachineContradictsTheCourse(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter", "1")
	x.measures(50, interval(1.1, 1.0, 1.2))
	x.shows("Not what the course expects.", "It expects: Both become faster.", "No points are lost", "does not hold here", "it is 1.10×")
	if got, of := x.book.Points(); got != 0 || of != 0 {
		t.Errorf("%d of %d points, want none counted", got, of)
	}
}

// Few windows do not speak against a claim, but the lesson goes on with them.
func TestABusyMachine(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter", "2")
	x.measures(3, probes.Interval{Median: 1.1, Low: -1, High: 9, Samples: 3})
	few := interval(1.1, 0, 0)
	few.Low, few.High, few.Samples = exactly(1).Low, exactly(1).High, 3
	x.measures(3, few)
	x.at = x.at.Add(patient - time.Second)
	x.settle(x.Update(pulse{}))
	x.hides("Right.")
	x.at = x.at.Add(time.Second)
	x.settle(x.Update(pulse{}))
	x.shows("Right. 3 of 3 points.", "skipped", "Too few pairs counted for an interval")
}

// Where the Lab brings nothing at all the model stands in, and it is said why.
func TestALabWithoutWindows(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter", "2")
	x.at = x.at.Add(patient)
	x.settle(x.Update(pulse{}))
	x.shows("simulated", "Not measured here: No pair of windows in the Lab counted for 12 s.")
}

// Where two CPUs cannot be compared the lesson runs on the model and says why,
// in the list too.
func TestAMachineThatCannotMeasure(t *testing.T) {
	o := made(t)
	o.Why = "two workers need 2 CPUs"
	x := opened(t, o, 120, 40)
	x.shows("on the model", "Not measured here: Two workers need 2 CPUs.")
	x.press("enter", "2")
	x.shows("simulated", "Not measured here: Two workers need 2 CPUs.", "Right.")
	if x.Live() {
		t.Error("the Lab is to run although it cannot")
	}
}

// Stages of the model and the kernel run as commands, with no worker beside.
func TestStagesBesidesTheLab(t *testing.T) {
	x := opened(t, made(t), 120, 40, "down", "enter")
	x.shows("In the Simulator: hackbench on the machine 2011 with 16 CPUs", "Hidden until you have answered")
	x.press("1")
	x.shows("simulated", "2.1×", "Right.", "The model's machine: 2011.")
	x.press("n")
	if x.beside != widgets.Kernel || x.Live() {
		t.Errorf("the room beside is %d, live %v", x.beside, x.Live())
	}
	x.shows("answers that are not as expected", "holds differing < 1 on measured: it is 0", "All as expected.")
	x.Hide()
	if w := x.narrowed; w != none {
		t.Errorf("room %d is left narrow", w)
	}
}

// What a machine and the model cannot do is told, and the lesson goes on.
func TestNoFigureAnywhere(t *testing.T) {
	o := made(t)
	o.Measure = func(context.Context, lessons.Step, topology.Machine) (*lessons.Figures, error) {
		return nil, &probes.Unable{What: "the kernel cannot be asked", Why: "this is darwin"}
	}
	x := opened(t, o, 80, 24, "down", "enter", "1", "n")
	x.shows("There is no figure: The model cannot say who receives which credentials", "All as expected.")
	x.press("n")
	x.shows("This lesson is finished.")
}

// Leaving a lesson ends what runs, and a result that comes late is dropped.
func TestLeavingEndsTheRun(t *testing.T) {
	o := made(t)
	began, ended := make(chan struct{}), make(chan error, 1)
	o.Model = func(ctx context.Context, _ lessons.Step, _ topology.Machine) (*lessons.Figures, error) {
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}
	x := opened(t, o, 80, 24, "down", "enter")
	cmd := x.Update(keyOf("1"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		drain(cmd)
	}()
	<-began
	x.Update(keyOf("esc"))
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the run ended with %v", err)
	}
	<-done
	x.Close()
	x.shows("Two neighbours")
}

// drain runs commands and drops what they bring.
func drain(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if batch, is := cmd().(tea.BatchMsg); is {
		for _, c := range batch {
			drain(c)
		}
	}
}

// What was done in the very last moment is on the disk when the room is closed,
// although nobody waited for the command that keeps it.
func TestTheLastKeyIsKept(t *testing.T) {
	o := made(t)
	file := filepath.Join(t.TempDir(), "progress.json")
	o.Progress = func() (*progress.Book, string) { return progress.Open(file) }
	x := opened(t, o, 80, 24)
	x.Update(keyOf("enter"))
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	book, said := progress.Open(file)
	if state := book.State("first"); state != progress.Begun || said != "" {
		t.Errorf("the lesson is %s, %q", state, said)
	}
}

// A lesson that was left is taken up where it was, its answers told.
func TestALessonIsTakenUpAgain(t *testing.T) {
	o := made(t)
	book, _ := progress.Open("")
	o.Progress = func() (*progress.Book, string) { return book, "" }
	x := opened(t, o, 80, 24, "enter", "2")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.press("n")
	o = made(t)
	o.Progress = func() (*progress.Book, string) { return book, "" }
	y := opened(t, o, 80, 24)
	y.shows("begun 3/3")
	y.press("enter")
	y.shows("step 2 of 3", "How many times as fast?")
	y.press("b")
	y.shows("(your answer, and the course's)", "Measuring on this machine")
	y.hides("Your prediction")
	y.press("1")
	y.shows("1: here digits are answers. Esc goes to the list")
	y.press("r", "n")
	if book.State("first") != progress.Begun {
		t.Error("n to the question resets all the same")
	}
	y.press("r", "y")
	y.shows("step 1 of 3", "press 1 or 2")
	if got, of := book.Points(); got != 0 || of != 0 {
		t.Errorf("%d of %d points are left after a reset", got, of)
	}
}

// At 80 columns w shows the room and gives it the keys.
func TestLookingAtTheRoom(t *testing.T) {
	x := opened(t, made(t), 80, 24, "enter")
	x.press("w")
	x.shows("prediction comes first", "w back to the lesson")
	x.press("n")
	x.press("w")
	x.shows("What does the distance do?")
	x.press("2")
	x.measures(50, interval(3.9, 3.7, 4.1))
	if x.Live() {
		t.Error("workers run although no room is to be seen and the result is there")
	}
	x.press("w")
	if !x.Live() {
		t.Error("the room that is looked at does not run")
	}
	x.shows("a counter each, padded")
	x.press("l") // a what-if
	x.shows("a counter each, on one line")
	x.press("w")
	x.shows("3.9×", "Right.")
}

// Presenter mode shows the time, and says that nothing stops.
func TestPresenterMode(t *testing.T) {
	x := opened(t, made(t), 120, 40, "enter", "p")
	if !x.Presenting() {
		t.Error("it is not presenting")
	}
	x.at = x.at.Add(247 * time.Second)
	x.settle(x.Update(pulse{}))
	x.shows("presenting 4:07", "step 1 of 3", "linebounce lessons notes")
	if state := x.presented(); state.Notes == nil || state.Answered || state.Next != "How much" || state.Step != 1 {
		t.Errorf("notes would show %+v", state)
	}
	x.press("p")
	if x.Presenting() {
		t.Error("presenter mode does not end")
	}
}

// A folder's faults are told in a line with the command that tells all.
func TestFaultsOfAFolder(t *testing.T) {
	o := made(t)
	c := course(t)
	c.Faults = []lessons.Fault{{File: "mine/x.md", Line: 3, Problem: "it has no title"}, {File: "mine/y.md", Problem: "the file is empty"}}
	o.Course, o.Folder = func() lessons.Course { return c }, "mine"
	opened(t, o, 80, 24).shows("mine/x.md:3: it has no title. 1 fault more. All of them: linebounce lessons check mine")
}

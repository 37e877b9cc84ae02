package recorded

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
)

const (
	twoAdders = `{"arm":{"n":0,"experiment":"counters","arm":0,"unit":"window","scenario":"line=shared writers=2 cpus=0,5","cpus":[0,5],"roles":["adder","adder"],"columns":["ops","late_ns","idle_ns"]}}`
	good      = `[0,1,20000,10000000,500,0,0,600,0,0]`
	capture   = `{"arm":{"n":1,"experiment":"counters","arm":0,"unit":"capture","scenario":"line=shared writers=2 cpus=0,5","cpus":[0,5],"roles":["adder","adder"],"columns":["ops","late_ns","idle_ns"],"lines":["count"],"method":"value"}}`
)

// Whatever is wrong with a line, it is named, and the lines around it are played.
func TestBadLinesAreNamedAndTheRestIsPlayed(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(twoAdders, old, new, 1) }
	arm := func(old, new string) string { return strings.Replace(change(`"n":0`, `"n":7`), old, new, 1) }
	many := make([]int, mostCPUs)
	for i := range many {
		many[i] = i
	}
	crowd := arm(`"cpus":[0,5],"roles":["adder","adder"]`, fmt.Sprintf(`"cpus":[%s],"roles":[%s"adder"]`,
		probes.NewCPUList(many...), strings.Repeat(`"adder",`, mostCPUs-1)))
	crowd = strings.Replace(crowd, "writers=2 cpus=0,5", "writers=4096 cpus=0-4095", 1)
	for name, c := range map[string]struct{ line, want string }{
		"nonsense":             {"nonsense", "it is not JSON of a recording"},
		"a number":             {"17", "it is not JSON of a recording"},
		"binary":               {"\x00\x01\xff\x7f", "it is not JSON of a recording"},
		"an empty list":        {"[]", "it has no number where one belongs"},
		"half a list":          {good[:19], "it ends where"},
		"half an object":       {twoAdders[:40], "it is not whole"},
		"unknown and broken":   {`{"cursor":[}`, "it is not JSON"},
		"no arm":               {`[3,1,20000,10000000,500,0,0,600,0,0]`, "arm 3, which was not introduced"},
		"too few numbers":      {`[0,1,20000,10000000,500,0,0,600,0]`, `it has ']' where ',' belongs`},
		"too many numbers":     {`[0,1,20000,10000000,500,0,0,600,0,0,1]`, "more numbers than its arm has CPUs"},
		"a fraction":           {`[0,1,20000,10000000,5.5,0,0,600,0,0]`, `it has '.' where ',' belongs`},
		"a negative time":      {`[0,1,-20000,10000000,500,0,0,600,0,0]`, "cannot be negative"},
		"negative operations":  {`[0,1,20000,10000000,-500,0,0,600,0,0]`, "a negative figure of CPU 0"},
		"a negative CPU time":  {`[0,1,20000,10000000,500,0,0,600,0,10000001]`, "a negative figure of CPU 5"},
		"an overflow":          {`[0,1,20000,10000000,9223372036854775808,0,0,600,0,0]`, "out of range"},
		"a far larger number":  {`[0,1,20000,` + strings.Repeat("9", 400) + `,500,0,0,600,0,0]`, "out of range"},
		"more behind":          {good + ",", "it goes on with ','"},
		"an unknown warning":   {good[:len(good)-1] + `,{"warnings":[4]}]`, "warning 4, which was not introduced"},
		"a line in a window":   {good[:len(good)-1] + `,[5,1,1,1,1,1]]`, "more lines than its arm"},
		"a strip in a window":  {good[:len(good)-1] + `,{"strips":[[0,0,3]]}]`, "a strip of line 0"},
		"a huge stay":          {`[1,` + good[3:len(good)-1] + `,{"strips":[[0,0,3,5,999999999999]]}]`, "a stay of 999999999999 operations of CPU 5"},
		"a stay of nobody":     {`[1,` + good[3:len(good)-1] + `,{"strips":[[0,0,3,4,1]]}]`, "a stay of 1 operations of CPU 4"},
		"a negative hand-off":  {`[1,` + good[3:len(good)-1] + `,[5,1,1,1,1,1,0,5,-2]]`, "a negative figure of a hand-off"},
		"no median":            {`[1,` + good[3:len(good)-1] + `,[5,1,1,"x",1,1]]`, "a word where a number belongs"},
		"the arm again":        {twoAdders, "it introduces arm 0"},
		"an arm without n":     {change(`"n":0,`, ``), "it introduces arm -1"},
		"a negative arm":       {arm(`"arm":0`, `"arm":-1`), "arm -1 is out of range"},
		"a billion arms":       {arm(`"arm":0`, `"arm":1000000000`), "arm 1000000000 is out of range"},
		"an unknown unit":      {arm(`"window"`, `"year"`), `"year" is no unit`},
		"an unknown role":      {arm(`"adder"`, `"king"`), `"king" is no role`},
		"an unknown word":      {arm(`line=shared`, `colour=red`), `"colour" is not a word of a scenario`},
		"a CPU too many":       {arm(`writers=2`, `writers=3`), "2 CPUs for 3 workers"},
		"a role too few":       {arm(`"adder","adder"`, `"adder"`), "2 CPUs and 1 roles"},
		"no CPU":               {arm(`"cpus":[0,5],"roles":["adder","adder"]`, `"cpus":[],"roles":[]`), "0 CPUs and 0 roles"},
		"a CPU it has not":     {arm(`"cpus":[0,5]`, `"cpus":[0,1]`), "CPU 1, which the machine of the recording does not have"},
		"a negative CPU":       {arm(`"cpus":[0,5]`, `"cpus":[0,-7]`), "CPU -7 is out of range"},
		"4096 CPUs":            {crowd, "CPU 1, which the machine of the recording does not have"},
		"no operations":        {arm(`"ops",`, ``), "does not count operations"},
		"no experiment":        {arm(`"counters"`, `""`), "no experiment"},
		"a warning of a kind":  {`{"warning":{"n":0,"kind":7}}`, "cannot be understood"},
		"a warning again":      {`{"warning":{"n":9,"kind":"general","text":"x"}}` + "\n" + `{"warning":{"n":9}}`, "it introduces warning 9"},
		"a burst of nonsense":  {`{"burst":{"n":0,"at_us":"x"}}`, "cannot be understood"},
		"a burst in the past":  {`{"burst":{"n":0,"at_us":-5}}`, "its time is out of range"},
		"stays of nothing":     {`{"stays":["x"]}`, "it has no number"},
		"a map without pairs":  {`{"map":{"n":0,"method":"cas","cpus":[0,5]}}`, "0 pairs of 2 CPUs"},
		"a map of nothing":     {`{"pairs":[0,5,0,1,1,1,1,1,1,1,1,1]}` + "\n" + `{"map":{"n":0,"method":"cas","cpus":[0,5]}}`, "a text that there is not"},
		"a profile of nothing": {`{"profile":{"rate":-1}}`, "a negative count"},
		"a share of nothing":   {`{"profile":{"symbols":[{"symbol":"x","on":101}]}}`, "a share that is none"},
		"a word for an array":  {`{"profile":{"messages_per_s":"many"}}`, "cannot be understood"},
	} {
		r := parse(t, twoAdders, capture, good, c.line, good, `{"end":{"readings":2}}`)
		if got := count(r); got != 2 || !r.Whole {
			t.Errorf("%s: %d readings played, want 2; whole %v", name, got, r.Whole)
		}
		number := 5 + strings.Count(c.line, "\n")
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], c.want) || !strings.HasPrefix(r.Warnings[0], fmt.Sprintf("Line %d of the recording is left out: ", number)) {
			t.Errorf("%s: warnings %q, want one on line %d with %q", name, r.Warnings, number, c.want)
		}
		if len(r.Warnings) > 0 && len(r.Warnings[0]) > 300 {
			t.Errorf("%s: a warning of %d characters", name, len(r.Warnings[0]))
		}
	}
}

// The readings of an arm that cannot be read are counted, not each named.
func TestABadArmTakesItsReadings(t *testing.T) {
	lines := []string{strings.Replace(twoAdders, "adder", "king", 1)}
	r := parse(t, append(lines, good, good, good)...)
	if count(r) != 0 || len(r.Experiments()) != 0 || len(r.Warnings) != 3 || !strings.Contains(r.Warnings[1], "With the arm in line 2 of the recording its 3 readings") {
		t.Errorf("%d readings, warnings %q", count(r), r.Warnings)
	}
}

func TestManyBadLinesAreCounted(t *testing.T) {
	r := parse(t, slices.Repeat([]string{"nonsense"}, 500)...)
	if len(r.Warnings) != mostNamed+2 || !strings.Contains(r.Warnings[mostNamed], "488 more lines") {
		t.Errorf("%d warnings, of which %q", len(r.Warnings), r.Warnings[min(mostNamed, len(r.Warnings)-1):])
	}
}

func TestWhatIsNewIsLeftOutCountedAndTold(t *testing.T) {
	r := parse(t,
		strings.Replace(twoAdders, `"n":0`, `"n":0,"colour":"red"`, 1),
		`{"cursor":[1,2,{"x":"]"}]}`, `{"cursor":{}}`, `{"mood":7}`,
		good[:len(good)-1]+`,{"lost":3,"heat":[{"x":"}\"]"},[2]],"cold":4}]`,
		`{"end":{}}`)
	got := drain(t, r, "counters")
	if len(got) != 1 || got[0].Lost != 3 || got[0].CPUs[1].Ops != 600 {
		t.Errorf("readings %+v", got)
	}
	want := []string{
		`2 lines of a kind that this program does not know are left out: "cursor".`,
		`1 lines of a kind that this program does not know are left out: "mood".`,
		`3 fields that this program does not know are left out.`,
	}
	if !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings %q, want %q", r.Warnings, want)
	}
}

// Lines in an order or with blanks that this program would not write are fine.
func TestOtherProgramsMayWriteRecordings(t *testing.T) {
	r := parse(t,
		strings.NewReplacer(`"ops","late_ns","idle_ns"`, `"heat", "messages", "ops"`, ",", " , ").Replace(strings.Replace(twoAdders, "cpus=0,5", "cpus=5", 1)), "",
		" [ 0 , 2 , 20000 , 10000000 , -9 , 4 , 500 , 7 , 5 , 600 ] \r",
	)
	got := drain(t, r, "counters")
	if len(got) != 1 || got[0].CPUs[0] != (probes.CPUWork{CPU: 0, Role: probes.Adder, Ops: 500, Messages: 4, Elapsed: 10 * time.Millisecond, Busy: 10 * time.Millisecond, Pinned: true}) || got[0].CPUs[1].Ops != 600 {
		t.Errorf("%+v, %q", got, r.Warnings)
	}
}

func TestTimeRunningBackwards(t *testing.T) {
	at := func(us int) string { return fmt.Sprintf("[0,1,%d,10000000,500,0,0,600,0,0]", us) }
	r := parse(t, twoAdders, at(20_000), at(40_000), at(5_000), at(9_000), at(5_000_000), `{"end":{}}`)
	var times []time.Duration
	for _, reading := range drain(t, r, "counters") {
		times = append(times, reading.Start)
	}
	// The third follows the second at once, the fourth 4 ms later, and the fifth
	// after the longest gap.
	want := []time.Duration{20, 40, 50, 54, 54 + 10 + 1000}
	for i := range want {
		want[i] *= time.Millisecond
	}
	if !slices.Equal(times, want) {
		t.Errorf("times %v, want %v", times, want)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "In line 5 of the recording the time runs backwards") {
		t.Errorf("warnings %q", r.Warnings)
	}
	if r.Length("counters") != want[4]+10*time.Millisecond {
		t.Errorf("length %v", r.Length("counters"))
	}
}

// endless gives a line that never ends, or so many bytes of it.
type endless struct{ left int }

var sevens = bytes.Repeat([]byte("7"), 1<<20)

func (e *endless) Read(to []byte) (int, error) {
	n := copy(to, sevens[:min(len(sevens), e.left)])
	if n == 0 {
		return 0, io.EOF
	}
	e.left -= n
	return n, nil
}

// A line of a gigabyte is gone over without being held.
func TestAGigabyteInALine(t *testing.T) {
	text := content(t, write(t, "file", kinds(t)))
	half := bytes.Index(text, []byte("\n[")) + 1
	const size = 1 << 30
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Read(io.MultiReader(bytes.NewReader(text[:half]), &endless{size}, strings.NewReader("\n"), bytes.NewReader(text[half:])))
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if count(r) != len(kinds(t)) || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "Line 3 of the recording is left out: it is longer than 4 MB.") {
		t.Errorf("%d readings, warnings %q", count(r), r.Warnings)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 64<<20 {
		t.Errorf("it took %d MB", allocated>>20)
	}
	if _, err := Read(&endless{size}); err == nil || !strings.Contains(err.Error(), "not the header") {
		t.Errorf("a file of one such line: %v", err)
	}
}

// What comes after as much as is kept is left out.
func TestTooLarge(t *testing.T) {
	d := newReader(opening{Version: Version, Header: header})
	d.kept = mostText - (1+perObject)*len(twoAdders) - 200
	l := &lines{from: strings.NewReader(strings.Join([]string{twoAdders, good, good, good, good}, "\n"))}
	d.read(l)
	d.close(l, false)
	if n := count(d.r); n != 3 || len(d.r.Warnings) != 1 || !strings.Contains(d.r.Warnings[0], "too large: what comes from line 5 on") {
		t.Errorf("%d readings, %q", n, d.r.Warnings)
	}
}

func TestASessionEndsWithItsContext(t *testing.T) {
	s := session(t, open(t, write(t, "file", kinds(t))), "counters")
	if err := s.Replace(0, probes.Scenario{}); err != probes.ErrFixed {
		t.Errorf("Replace: %v, want ErrFixed", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Next(cancelled); err != context.Canceled {
		t.Errorf("Next: %v, want the context's error", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

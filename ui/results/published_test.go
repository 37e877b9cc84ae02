package results

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// held is a document of the model with two published times, of which only the
// row of 4 CPUs tells of how much work.
const held = `{"schema":1,"source":"simulated","experiment":"hackbench","arms":[
	{"name":"A","scenario":"path=always groups=1 senders=1","messages_per_s":{"median":300}},
	{"name":"B","scenario":"path=request groups=1 senders=1","messages_per_s":{"median":600}}],
	"scaling":[%s{"cpus":4,"a":300,"b":600,"time_s":{"a":10,"b":5}}],
	"published":[
		{"figure":"A","unit":"s","cpus":4,"published":12,"predicted":10,"error":9,"source":"a mail\u001b"},
		{"figure":"B","unit":"s","cpus":8,"published":4,"predicted":5,"source":"another"},
		{"figure":"B","unit":"/s","cpus":2,"published":500,"predicted":400,"source":"a third"},
		{"figure":"B/A","unit":"","cpus":4,"published":2.5,"predicted":2,"source":"the two above"}]}`

func TestWhatOthersPublished(t *testing.T) {
	files, faults := read("x.json", strings.NewReader(fmt.Sprintf(held, `{"cpus":2,"a":200,"b":400,"time_s":null},`)))
	if len(faults) > 0 || len(files) != 1 || len(files[0].Scalings) != 1 {
		t.Fatalf("%d files, %v", len(files), faults)
	}
	list := files[0].Scalings[0].Published
	if len(list) != 4 || len(files[0].Findings[0].Published) != 0 {
		t.Fatalf("published %+v, and beside the comparison %+v", list, files[0].Findings[0].Published)
	}
	a := list[0]
	if a.Figure != "A" || a.Unit != "s" || a.CPUs != 4 || a.Published != 12 || a.Predicted != 10 || a.Source != "a mail " {
		t.Errorf("A is %+v", a)
	}
	if got := a.Error(); math.Abs(got-(10.0/12-1)) > 1e-12 {
		t.Errorf("the prediction is off by %g", got)
	}
	// 300 a second for 10 s are 3000, in 12 s 250 a second.
	for i, want := range []float64{250, math.NaN(), 500, math.NaN()} {
		if got := list[i].Rate; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s of %d CPUs is %g a second, want %g", list[i].Figure, list[i].CPUs, got, want)
		}
	}
}

// Without a curve the figures stand with the comparison.
func TestWhatOthersPublishedOfOneNumberOfCPUs(t *testing.T) {
	files, faults := read("x.json", strings.NewReader(fmt.Sprintf(held, "")))
	if len(faults) > 0 || len(files) != 1 || len(files[0].Scalings) != 0 || len(files[0].Findings[0].Published) != 4 {
		t.Fatalf("%+v, %v", files, faults)
	}
}

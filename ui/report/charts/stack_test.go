package charts

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

func everyChart(t testing.TB) []Chart {
	t.Helper()
	ok := drawn(t)
	return []Chart{ok(Throughput(comparison(t), here)), ok(Scaling(growth(), here)), ok(Latency(square(6), here)), ok(Stays(burst(t), here)), ok(Profile(difference(t), here))}
}

func TestAStackHoldsEveryChartOnce(t *testing.T) {
	list := everyChart(t)
	list[1].Title = `a <title> & "another"`
	stack := Stack(list)
	decoder := xml.NewDecoder(strings.NewReader(stack))
	drawings, headings := 0, ""
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "svg" {
				drawings++
			}
		case xml.CharData:
			headings += string(e) + "\n"
		}
	}
	if drawings != 1+len(list) {
		t.Errorf("%d drawings, want one and the %d in it", drawings, len(list))
	}
	inOrder(t, Stack([]Chart{{Title: strings.Repeat("long ", 40)}, list[0]}), ">long long", ">long long", ">"+list[0].Title)
	below := 2 * stackMargin
	for _, c := range list {
		inOrder(t, headings, "\n"+c.Title+"\n", "\n"+c.Text+"\n")
		below += stackLine + stackHeading + float64(c.Height) + stackMargin
	}
	if want := fmt.Sprintf(`viewBox="0 0 768 %g"`, below-stackMargin); !strings.Contains(stack, want) {
		t.Errorf("no %s in %.200s", want, stack)
	}
	for _, bad := range []string{"var(", "href", "url(", "narrow", " id="} {
		if strings.Contains(stack, bad) {
			t.Errorf("the stack has %q", bad)
		}
	}
}

func TestAStackOfNothingIsADocument(t *testing.T) {
	if err := xml.Unmarshal([]byte(Stack(nil)), new(struct{})); err != nil {
		t.Error(err)
	}
}

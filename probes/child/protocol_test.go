package child

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"linebounce/probes"
)

// A fault crosses from a child to its parent as JSON: what decides on an exit
// code must come out of it as it went in.
func TestAFaultCrossesWhole(t *testing.T) {
	cross := func(err error) error {
		text, failed := json.Marshal(message{Fault: newFault(err)})
		if failed != nil {
			t.Fatal(failed)
		}
		var m message
		if failed := json.Unmarshal(text, &m); failed != nil {
			t.Fatal(failed)
		}
		return m.Fault.err()
	}
	went := &probes.Unable{What: "a", Why: "b", Advice: "c"}
	came, is := errors.AsType[*probes.Unable](cross(errors.Join(errors.New("before"), went)))
	if !is || *came != *went {
		t.Errorf("%+v came out as %+v", went, came)
	}
	if came := cross(io.ErrUnexpectedEOF); came.Error() != io.ErrUnexpectedEOF.Error() || errors.As(came, new(*probes.Unable)) {
		t.Errorf("%v came out as %#v", io.ErrUnexpectedEOF, came)
	}
}

func TestWhoDiedIsToldWithItsLastWords(t *testing.T) {
	silent := (&Died{Name: "hackbench", How: "signal: killed"}).Error()
	if !strings.Contains(silent, "hackbench ended before its work did (signal: killed)") || strings.Contains(silent, "it said") {
		t.Errorf("without words: %q", silent)
	}
	if told := (&Died{Name: "hackbench", How: "exit status 2", Said: "fatal error"}).Error(); told != strings.ReplaceAll(silent, "signal: killed", "exit status 2")+"; it said: fatal error" {
		t.Errorf("with words: %q", told)
	}
}

// Of a crash the first line says why, and a crash may print megabytes.
func TestOfACrashTheBeginningIsKept(t *testing.T) {
	var said tail
	for _, text := range []string{"\n  fatal error: no", " memory\ngoroutine 1\n", strings.Repeat("x", 1<<20)} {
		if n, err := said.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatalf("%d of %d bytes taken, %v: the child would hear of it", n, len(text), err)
		}
	}
	if said.String() != "fatal error: no memory" || said.text.Len() != tailRoom {
		t.Errorf("%d bytes are kept and read as %q", said.text.Len(), said.String())
	}
}

func TestWorkThatNobodyKnowsOrSendsIsNotBegun(t *testing.T) {
	var out bytes.Buffer
	if code := serve("juggling", strings.NewReader("{}\n"), &out); code != 1 {
		t.Errorf("unknown work ends with %d", code)
	}
	var m message
	if err := json.Unmarshal(out.Bytes(), &m); err != nil || m.Fault == nil || !strings.Contains(m.Fault.Text, `"juggling"`) {
		t.Errorf("unknown work tells %q", out.String())
	}
	begun := false
	works["half a task"] = func(json.RawMessage, *Output) (any, error) { begun = true; return nil, nil }
	defer delete(works, "half a task")
	out.Reset()
	if code := serve("half a task", strings.NewReader(`{"n":`), &out); code != 1 || begun || out.Len() > 0 {
		t.Errorf("half a task: code %d, begun %t, told %q", code, begun, out.String())
	}
}

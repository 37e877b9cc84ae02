package child

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"linebounce/probes"
)

func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

func init() {
	Register("test", func(task json.RawMessage, out *Output) (any, error) {
		var word string
		if err := json.Unmarshal(task, &word); err != nil {
			return nil, err
		}
		switch word {
		case "unable":
			return nil, &probes.Unable{What: "it does not work", Why: "the test says so", Advice: "Leave it."}
		case "fail":
			return nil, errors.New("a sentence")
		case "die":
			os.Stderr.WriteString("the first line\nthe second\n")
			os.Exit(7)
		case "hang":
			out.Ready()
			select {}
		}
		out.Done(0.25)
		return map[string]any{"word": word, "pid": os.Getpid(), "inherits": os.Getenv(variable)}, nil
	})
}

func TestAChildIsAnotherProcessThatTellsItsResult(t *testing.T) {
	var result struct {
		Word     string
		PID      int
		Inherits string
	}
	var shares []float64
	err := Run(t.Context(), "test", "hello", &result, func(share float64) { shares = append(shares, share) })
	if err != nil {
		t.Fatal(err)
	}
	if result.Word != "hello" || result.PID == os.Getpid() || result.PID == 0 {
		t.Errorf("result %+v: want the task's word from another process than %d", result, os.Getpid())
	}
	if result.Inherits != "" {
		t.Error("what a child starts would take itself for a child")
	}
	if len(shares) != 1 || shares[0] != 0.25 {
		t.Errorf("progress %v, want 0.25", shares)
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	var unable *probes.Unable
	if err := Run(t.Context(), "test", "unable", nil, nil); !errors.As(err, &unable) || unable.Advice != "Leave it." {
		t.Errorf("error %v, want the child's *probes.Unable", err)
	}
	if err := Run(t.Context(), "test", "fail", nil, nil); err == nil || err.Error() != "a sentence" {
		t.Errorf("error %v, want the child's sentence", err)
	}
	if err := Run(t.Context(), "nonsense", "", nil, nil); err == nil || !strings.Contains(err.Error(), `no work called "nonsense"`) {
		t.Errorf("error %v, want one that names the unknown work", err)
	}
	var died *Died
	err := Run(t.Context(), "test", "die", nil, nil)
	if !errors.As(err, &died) || died.How != "exit status 7" || died.Said != "the first line" {
		t.Errorf("error %v, want a *Died with status 7 and the first line", err)
	}
}

func TestAChildThatTookItselfForTheProgramStartsNone(t *testing.T) {
	t.Setenv(variable, "test")
	if _, err := Start(t.Context(), "test", "hello"); err == nil {
		t.Error("a child was started from one that is not Main's")
	}
}

func TestTheContextsEndKillsAChild(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	p, err := Start(ctx, "test", "hang")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Ready(); err != nil {
		t.Fatal(err)
	}
	if !p.Alive() {
		t.Error("a child that is ready is not alive")
	}
	why := errors.New("enough")
	cancel(why)
	if err := p.Wait(nil, nil); !errors.Is(err, why) {
		t.Errorf("Wait returned %v, want %v", err, why)
	}
	if err := p.Close(); err != nil || p.Alive() {
		t.Errorf("after its end: Close returned %v, alive %v", err, p.Alive())
	}
}

// Whoever started a child may be killed, and then nobody is left to stop it.
func TestAChildEndsWithWhoeverStartedIt(t *testing.T) {
	p, err := Start(t.Context(), "test", "hang")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Ready(); err != nil {
		t.Fatal(err)
	}
	if err := p.task.Close(); err != nil { // as the system does for a process that ends
		t.Fatal(err)
	}
	var died *Died
	if err := p.Wait(nil, nil); !errors.As(err, &died) {
		t.Errorf("Wait returned %v, want a *Died", err)
	}
}

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	states "linebounce/lessons/progress"
	"linebounce/probes/breakdown"
	"linebounce/probes/refusal"
	"linebounce/probes/topology"
)

// lastResort is how long the program may take to end after something broke down:
// what it waits for may be what broke.
const lastResort = 6 * time.Second

// survive returns a context that ends when a goroutine breaks down, so that files
// are closed and the terminal is put back before it is told.
func (s *shell) survive(ctx context.Context) (context.Context, func()) {
	ctx, end := context.WithCancelCause(ctx)
	off := breakdown.On(func(b *breakdown.Breakdown) {
		end(b)
		time.AfterFunc(lastResort, func() { os.Exit(s.broke(b)) })
	})
	return ctx, func() {
		off()
		end(nil)
	}
}

// broke tells of a breakdown and returns the exit code. What there is to send is in
// a new file; where none can be written, it is printed.
func (s *shell) broke(b *breakdown.Breakdown) int {
	text := s.account(b)
	file, err := keepAccount(text)
	what := "linebounce: " + strings.Join(strings.Fields(b.Error()), " ") + ". This is a fault of linebounce itself; it left the terminal and its files in order. "
	if err != nil {
		fmt.Fprintf(s.err, "%sPlease send what follows to whoever you have it from, for no file can be written (%v).\n\n%s", what, err, text)
		return failed
	}
	fmt.Fprintf(s.err, "%sPlease send the file %s to whoever you have it from: it says which version broke down, on what machine, at what, and where.\n", what, file)
	return failed
}

// account is what to know of a breakdown.
func (s *shell) account(b *breakdown.Breakdown) string {
	var t strings.Builder
	fmt.Fprintf(&t, "linebounce broke down: %s\n\nversion: %s\ntime: %s\ncommand: linebounce %s\n", b.Fault, built(), time.Now().Format(time.RFC3339), strings.Join(s.args, " "))
	if b.Doing != "" {
		fmt.Fprintf(&t, "screen: %s\n", b.Doing)
	}
	fmt.Fprintf(&t, "machine: %s\n\n%s", machineAccount(), b.Stack)
	return t.String()
}

// machineAccount is the machine as JSON. It may be what broke.
func machineAccount() (text string) {
	defer func() {
		if recover() != nil {
			text = "unreadable"
		}
	}()
	m, err := json.Marshal(topology.Read())
	if err != nil {
		return "unreadable"
	}
	return string(m)
}

// keepAccount writes an account into a new file and returns its name. It is in the
// folder for state, or in the one for what is temporary.
func keepAccount(text string) (name string, err error) {
	var failures []string
	state := states.Folder()
	_ = os.MkdirAll(state, 0o700) // where that fails, so does the file
	for _, folder := range []string{state, os.TempDir()} {
		f, err := os.CreateTemp(folder, "linebounce-crash-"+time.Now().Format("20060102-150405")+"-*.txt")
		if err == nil {
			_, err = io.WriteString(f, text)
			if err = errors.Join(err, f.Close()); err == nil {
				return filepath.Clean(f.Name()), nil
			}
			_ = os.Remove(f.Name())
		}
		failures = append(failures, fmt.Sprintf("%s: %s", folder, refusal.Bare(err)))
	}
	return "", errors.New(strings.Join(failures, ", "))
}

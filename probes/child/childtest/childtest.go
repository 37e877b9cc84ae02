// Package childtest looks at the processes that a child makes, for tests.
package childtest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Forks returns the processes that process pid made and that still run. It
// skips the test where /proc does not tell.
func Forks(t testing.TB, pid int) (forks []int) {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		number, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if state, parent := look(number); parent == pid && state != "Z" {
			forks = append(forks, number)
		}
	}
	if len(stats) == 0 {
		t.Skip("/proc does not tell which processes there are")
	}
	return forks
}

// Gone waits until a process has ended, and fails the test where it does not.
func Gone(t testing.TB, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		state, _ := look(pid)
		if state == "" || state == "Z" || state == "X" {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("process %d still runs", pid)
			return
		}
	}
}

// look returns a process's state and parent.
func look(pid int) (state string, parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", 0
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name before it may hold spaces
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return "", 0
	}
	parent, _ = strconv.Atoi(fields[1])
	return fields[0], parent
}

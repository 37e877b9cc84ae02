package companion

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Mark is how this copy says that it measures. It may be used by several
// goroutines; nil is a copy that never does.
type Mark struct {
	self   Copy
	folder string // "" where there is none to use

	mu   sync.Mutex
	file *os.File // locked, nil while it does not measure
}

// New returns the mark of this process, which does not measure yet.
func New(command string, cpus []int) *Mark {
	return &Mark{self: Copy{PID: os.Getpid(), Command: command, CPUs: slices.Clone(cpus)}, folder: folder()}
}

const (
	prefix, suffix = "measuring-", ".json"

	// tries is how often a file is made anew that another copy took for one left
	// behind before it was locked.
	tries = 5

	// largest is the bytes of a file that are read.
	largest = 4096
)

// Set says that this copy measures, or does not any more.
func (m *Mark) Set(measures bool) {
	if m == nil || m.folder == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case measures == (m.file != nil):
	case measures:
		for range tries {
			if m.file = m.put(); m.file != nil {
				return
			}
		}
	default:
		_ = os.Remove(m.file.Name()) // before the lock goes with the file
		_ = m.file.Close()
		m.file = nil
	}
}

// Measures reports whether this copy says that it measures.
func (m *Mark) Measures() bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.file != nil
}

// put makes the file and locks it, nil where that failed.
func (m *Mark) put() *os.File {
	if ready(m.folder) != nil {
		return nil
	}
	f, err := os.CreateTemp(m.folder, prefix+"*"+suffix)
	if err != nil {
		return nil
	}
	text, err := json.Marshal(m.self)
	if err == nil && lock(f) && same(f) {
		if _, err := f.Write(text); err == nil {
			return f
		}
	}
	_ = os.Remove(f.Name())
	_ = f.Close()
	return nil
}

// same reports whether an open file is still the one of its name.
func same(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(open, named)
}

// Others returns the other copies that measure now, by their numbers.
func (m *Mark) Others() []Copy {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	own := ""
	if m.file != nil {
		own = filepath.Base(m.file.Name())
	}
	m.mu.Unlock()
	return look(m.folder, own)
}

// Disturbances says of each other copy that measures now what it does to this
// one's figures, nil where this one does not measure.
func (m *Mark) Disturbances() (sentences []string) {
	if !m.Measures() {
		return nil
	}
	for _, c := range m.Others() {
		sentences = append(sentences, c.Disturbs(m.self.CPUs))
	}
	return sentences
}

// Disturbance says of all other copies that measure now together what they do to
// this one's figures, "" where there are none or this one does not measure.
func (m *Mark) Disturbance() string {
	if !m.Measures() {
		return ""
	}
	return Together(m.Others(), m.self.CPUs)
}

// All returns the copies of this user that measure now, by their numbers.
func All() []Copy { return look(folder(), "") }

// look reads the folder and removes what was left behind in it.
func look(folder, own string) []Copy {
	if folder == "" || trusted(folder) != nil {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var found []Copy
	for _, e := range entries {
		name := e.Name()
		if name == own || !e.Type().IsRegular() || !strings.HasPrefix(name, prefix) || !strings.HasSuffix(name, suffix) {
			continue
		}
		if c, runs := read(filepath.Join(folder, name)); runs {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b Copy) int { return a.PID - b.PID })
	return found
}

// read returns the copy that keeps a file, and false where none does or it has not
// written its name yet.
func read(path string) (Copy, bool) {
	f, err := os.Open(path)
	if err != nil {
		return Copy{}, false
	}
	defer f.Close()
	if free(f) {
		_ = os.Remove(path)
		return Copy{}, false
	}
	text := make([]byte, largest)
	n, _ := f.Read(text)
	var c Copy
	err = json.Unmarshal(text[:n], &c)
	return c, err == nil && c.PID > 0
}

package lessons

import (
	"fmt"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// looked is a look at the teacher's folder.
type looked struct{ stamp string }

// watch looks at the folder in a second, off the screen's path.
func (m *Model) watch() tea.Cmd {
	folder := m.options.Folder
	if folder == "" {
		return nil
	}
	return m.later(time.Second, func(time.Time) tea.Msg { return looked{stamp(folder)} })
}

// compare reads the course anew where the folder has changed.
func (m *Model) compare(l looked) tea.Cmd {
	if !m.known || m.reading || l.stamp == m.seen {
		return m.watch()
	}
	m.reading = true
	return tea.Batch(m.read(), m.watch())
}

// stamp tells a folder's content apart: names, sizes and times of its lessons.
func stamp(folder string) string {
	if folder == "" {
		return ""
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".md") {
			continue
		}
		if info, err := os.Stat(folder + string(os.PathSeparator) + e.Name()); err == nil {
			fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

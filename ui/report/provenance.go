package report

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linebounce/ui/results"
)

// shorten returns what to call each file: as little of its path, from the end, as
// tells it from the others, for where on a disk it lay is nobody's business.
func shorten(files []results.File) map[string]string {
	parts := map[string][]string{}
	for _, f := range files {
		parts[f.Path] = strings.Split(filepath.ToSlash(filepath.Clean(f.Path)), "/")
	}
	last := func(path string, n int) string {
		all := parts[path]
		return strings.Join(all[max(0, len(all)-n):], "/")
	}
	names := map[string]string{}
	for path, all := range parts {
		for n := 1; n <= len(all); n++ {
			names[path] = last(path, n)
			alone := true
			for other := range parts {
				alone = alone && (other == path || last(other, n) != names[path])
			}
			if alone {
				break
			}
		}
	}
	return names
}

// provenance ties a page to a file.
func provenance(f results.File, name string) file {
	kind := "JSON document"
	if f.Recording {
		kind = "recording"
	}
	facts := []fact{{"Kind", kind}, {"Figures", string(f.Source)}}
	if !f.Made.IsZero() {
		facts = append(facts, fact{"Made", f.Made.UTC().Format(time.DateTime) + " UTC"})
	}
	if f.Program != "" {
		facts = append(facts, fact{"By", "linebounce " + f.Program})
	}
	size, sum, err := digest(f.Path)
	if err != nil {
		return file{name, append(facts, fact{"SHA-256", "not known: the file could not be read again"})}
	}
	return file{name, append(facts, fact{"Size", grouped(size) + " bytes"}, fact{"SHA-256", sum})}
}

func digest(path string) (size int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	if size, err = io.Copy(h, f); err != nil {
		return 0, "", err
	}
	return size, fmt.Sprintf("%x", h.Sum(nil)), nil
}

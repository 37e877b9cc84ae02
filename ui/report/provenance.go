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

// shorten returns what to call each file: its path without the folders that all
// have in common, so that a page does not tell where on a disk they lay.
func shorten(files []results.File) map[string]string {
	common := ""
	for i, f := range files {
		folder := filepath.ToSlash(filepath.Dir(f.Path)) + "/"
		if i == 0 {
			common = folder
		}
		for !strings.HasPrefix(folder, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	names := map[string]string{}
	for _, f := range files {
		names[f.Path] = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(f.Path)), common)
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

package recorded

import (
	"bytes"
	"strings"
	"testing"

	"linebounce/probes"
)

func TestRefused(t *testing.T) {
	const head = `{"format":"linebounce recording","version":2,"readable_by":2,"program":"v1.0.0"}` + "\n"
	newer := func(version, by string) string {
		return strings.NewReplacer(`"version":2`, `"version":`+version, `"readable_by":2`, `"readable_by":`+by, "v1.0.0", "v9.9.9").Replace(head)
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":              {"", "this file is empty"},
		"a result":           {"{\n  \"schema\": 1,\n  \"source\": \"measured\"\n}\n", "a result in JSON, which compare and report read"},
		"an asciicast":       {`{"version": 2, "width": 80, "height": 24}` + "\n", "an asciicast"},
		"other JSON":         {`{"name":1}` + "\n", "not the header"},
		"text":               {"BenchmarkCounters/A 1 2 ns/op\n", "not the header"},
		"binary":             {"\x7fELF\x02\x01\x01\x00\x00\xff\xfe", "not text"},
		"cut in the header":  {head[:60], "cut off in its first line"},
		"a later version":    {newer("4", "3"), "version 4 of the format, made by linebounce v9.9.9; this program reads up to version 2"},
		"without readers":    {newer("3", "0"), "version 3"},
		"version 0":          {newer("0", "0"), "version 0 of the format, which there never was"},
		"not gzip":           {"\x1f\x8bnonsense", "begins like a gzip file"},
		"a strange machine":  {strings.Replace(head, `"program"`, `"machine":{"cpus":[{"cpu":3},{"cpu":1}]},"program"`, 1), "CPU 1 is out of range or out of order"},
		"a machine of lines": {strings.Replace(head, `"program"`, `"machine":{"line_bytes":-64},"program"`, 1), "lines of -64 bytes"},
	} {
		r, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, %v, want an error with %q", name, r, err, c.want)
		}
	}
	r, err := Read(strings.NewReader(newer("3", "2") + twoAdders + "\n" + good + "\n" + `{"end":{}}` + "\n"))
	if err != nil || count(r) != 1 || r.Version != 3 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "version 3 of the format, and this program knows version 2") {
		t.Errorf("a later version that can be read: %v, %+v", err, r)
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open("no/such/file"); err == nil {
		t.Error("there is no such file")
	}
}

func TestIsRecording(t *testing.T) {
	for _, name := range []string{"file.jsonl", "file.jsonl.gz"} {
		text := content(t, write(t, name, kinds(t)))
		if !IsRecording(text[:min(512, len(text))]) {
			t.Errorf("%s is none", name)
		}
		if IsRecording(text[:20]) {
			t.Errorf("20 bytes of %s are one", name)
		}
	}
	if old := content(t, "testdata/version1.jsonl"); !IsRecording(old[:512]) {
		t.Error("version 1 is none")
	}
	for _, text := range []string{"", "{}", `{"schema":1}`, "\x1f\x8b", "\x1f\x8b\x08\x00"} {
		if IsRecording([]byte(text)) {
			t.Errorf("%q is one", text)
		}
	}
}

// A recording comes from elsewhere, and its words are shown on a terminal.
func TestControlCharactersAreTakenOut(t *testing.T) {
	r := parse(t, twoAdders, `{"warning":{"n":0,"kind":"general","cpu":0,"text":"a\u001b[2Jb\nc\\nd\u009be`+"\u0085\x7f"+`"}}`, good[:len(good)-1]+`,{"warnings":[0]}]`)
	if got := drain(t, r, "counters"); len(got) != 1 || got[0].Warnings[0].Text != `a [2Jb c\nd e  ` {
		t.Errorf("%+v, %q", got, r.Warnings)
	}
	path := t.TempDir() + "/file"
	h := header
	h.Machine.Model = "a\x1b]0;title\ab"
	w, err := Create(path, h, false)
	if err != nil {
		t.Fatal(err)
	}
	bad := reading(t, 0, 0, eachShared)
	bad.Warnings = []probes.Warning{{Kind: probes.General, Text: "a\tb"}}
	for _, err := range []error{w.Add("counters", bad), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if text := content(t, path); bytes.ContainsAny(text, "\x1b\a\t") || bytes.Contains(text, []byte(`\t`)) {
		t.Errorf("it is in the file: %q", text)
	}
	if r := open(t, path); r.Machine.Model != "a ]0;title b" || drain(t, r, "counters")[0].Warnings[0].Text != "a b" {
		t.Errorf("model %q", r.Machine.Model)
	}
}

package report

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

//go:embed testdata/look.html
var look []byte

//go:embed testdata/faulty.html
var faulty []byte

// seen is what a frame of the page came to.
type seen struct {
	Name     string
	Width    int
	Dark     bool
	Texts    int // pieces of text that are drawn
	Drawn    int // of them in charts
	Overflow int // px that the page is wider than its window
	Wrong    []struct {
		Said, What string
		At         float64
	}
}

// In a real browser the page asks for nothing, complains of nothing, fits a phone
// and a desktop, and can be read on either ground.
func TestInARealBrowser(t *testing.T) {
	browser := installed(t)
	var made bytes.Buffer
	if err := Write(&made, HTML, everything(), by); err != nil {
		t.Fatal(err)
	}
	var asked requests
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.add(r.URL.Path)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/page":
			_, _ = w.Write(made.Bytes()) // a browser that went away is seen by what it did not say
		case "/look":
			_, _ = w.Write(look)
		case "/faulty":
			_, _ = w.Write(faulty)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()

	dom, log := browse(t, browser, server.URL+"/page")
	if !strings.Contains(dom, "What a bouncing cache line costs") {
		t.Fatalf("the browser shows %.500q", dom)
	}
	if got := asked.take(); !slices.Equal(got, []string{"/page"}) {
		t.Errorf("the page alone made the browser ask for %q", got)
	}
	quiet(t, log)

	dom, log = browse(t, browser, server.URL+"/look")
	quiet(t, log)
	if got, want := asked.take(), []string{"/look", "/page", "/page", "/page", "/page", "/faulty"}; !slices.Equal(got, want) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
	all := reported(t, dom)
	for i, want := range []struct {
		width int
		dark  bool
	}{{390, false}, {390, true}, {1280, false}, {1280, true}} {
		if s := all[i]; s.Width != want.width || s.Dark != want.dark {
			t.Errorf("%s: shown %d px wide, dark %v", s.Name, s.Width, s.Dark)
		}
		all[i].judge(t)
	}
	var wrong []string
	for _, w := range all[4].Wrong {
		wrong = append(wrong, w.Said+": "+w.What)
	}
	slices.Sort(wrong)
	wrong = slices.Compact(wrong)
	if want := []string{"buried: contrast", "cut off: beyond its chart", "faded: contrast", "grey: contrast"}; !slices.Equal(wrong, want) || all[4].Overflow < 400 {
		t.Errorf("of a faulty page a look found %q and %d px too wide, want %q", wrong, all[4].Overflow, want)
	}
}

// requests are the paths that a browser asked for.
type requests struct {
	mutex sync.Mutex
	paths []string
}

func (r *requests) add(path string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.paths = append(r.paths, path)
}

// take returns the paths since it was last called.
func (r *requests) take() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	paths := r.paths
	r.paths = nil
	return paths
}

func (s seen) judge(t *testing.T) {
	t.Helper()
	if s.Overflow > 0 {
		t.Errorf("%s: the page is %d px wider than its window", s.Name, s.Overflow)
	}
	if s.Texts < 100 || s.Drawn < 20 {
		t.Errorf("%s: only %d texts were looked at, %d of them in charts", s.Name, s.Texts, s.Drawn)
	}
	for _, w := range s.Wrong {
		t.Errorf("%s: %q: %s, %.2f", s.Name, w.Said, w.What, w.At)
	}
}

// installed finds a browser that starts here.
func installed(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on PATH")
	return ""
}

// browse returns the document that the browser ends with, and its log. It skips
// the test where the browser does not start.
func browse(t *testing.T, browser, address string) (dom, log string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--enable-logging=stderr", "--v=0", "--window-size=1400,900", "--virtual-time-budget=30000", "--dump-dom", address)
	cmd.WaitDelay = time.Second
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if exit, ended := errors.AsType[*exec.ExitError](err); ctx.Err() != nil || err != nil && (!ended || out.Len() == 0) {
		t.Skipf("%s does not start here: %v %v: %.300s", browser, err, exit, said.String())
	}
	return out.String(), said.String()
}

// quiet holds that the console had nothing to say.
func quiet(t *testing.T, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the console says %s", line)
		}
	}
}

var found = regexp.MustCompile(`(?s)<pre id="found">(.*?)</pre>`)

func reported(t *testing.T, dom string) []seen {
	t.Helper()
	match := found.FindStringSubmatch(dom)
	var list []seen
	if match == nil || json.Unmarshal([]byte(html.UnescapeString(match[1])), &list) != nil || len(list) != 5 {
		t.Fatalf("the browser found %.500q", match)
	}
	return list
}

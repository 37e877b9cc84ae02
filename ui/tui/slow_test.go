package tui

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// wire is a line of some speed with a buffer before it, on a clock of its own.
type wire struct {
	speed  float64 // bytes a second
	queued float64
	now    time.Time
}

func (w *wire) pass(d time.Duration) {
	w.now = w.now.Add(d)
	w.queued = max(w.queued-w.speed*d.Seconds(), 0)
}

// write waits until all of it is in the buffer.
func (w *wire) write(l *line, bytes int) {
	began := w.now
	w.queued += float64(bytes)
	if over := w.queued - backlog; over > 0 {
		w.pass(time.Duration(over / w.speed * float64(time.Second)))
	}
	l.wrote(bytes, began, w.now)
}

// Pictures of 700 bytes on a line of 9600 baud. What is on its way stays below a
// second and a half most of the time, and pictures go on.
func TestASlowLineIsNotKeptFull(t *testing.T) {
	for _, c := range []struct {
		name string
		line *line
		full int // of 100: when more than a second and a half may be on its way
	}{{"its speed is found", &line{}, 35}, {"its speed is known", &line{speed: 960, fixed: true}, 0}} {
		w := &wire{speed: 960, now: time.Unix(1000, 0)}
		began, steps, full, pictures := w.now, 0, 0, 0
		for w.now.Sub(began) < 10*time.Minute {
			if c.line.rest(w.now, false) == 0 {
				w.write(c.line, 700)
				pictures++
			}
			w.pass(time.Second / framesPerSecond)
			if steps++; w.queued > 1.5*w.speed {
				full++
			}
		}
		if 100*full > c.full*steps {
			t.Errorf("%s: much is on its way in %d of %d looks", c.name, full, steps)
		}
		if pictures < 200 || pictures > 600 {
			t.Errorf("%s: %d pictures in ten minutes", c.name, pictures)
		}
	}
}

// A line that delayed two pictures is soon taken for quick again, and one without
// is never waited for.
func TestAQuickLineIsLetGo(t *testing.T) {
	l, w := &line{}, &wire{speed: 1e9, now: time.Unix(1000, 0)}
	for range 1000 {
		if rest := l.rest(w.now, false); rest > 0 {
			t.Fatalf("a quick line is waited for, %v", rest)
		}
		w.write(l, 3000)
		w.pass(time.Second / framesPerSecond)
	}
	l.wrote(3000, w.now, w.now.Add(2*time.Second))
	w.pass(2 * time.Second)
	if l.rest(w.now, false) > 0 {
		t.Error("one delay makes a line slow")
	}
	l.wrote(3000, w.now, w.now.Add(2*time.Second))
	if l.rest(w.now.Add(3*time.Second), false) == 0 {
		t.Error("a line that held two pictures up for two seconds each gets the next at once")
	}
	for began := w.now; w.now.Sub(began) < 2*time.Minute; w.pass(time.Second / framesPerSecond) {
		if l.rest(w.now, false) == 0 {
			w.write(l, 3000)
		}
	}
	if l.rest(w.now, false) > 0 {
		t.Error("two minutes after the delays it is still waited for")
	}
}

// While the line is busy the picture stands; when it is free, what came
// meanwhile is in the next one, and what a key did comes before the half of the
// time that is left free.
func TestNothingIsDrawnForABusyLine(t *testing.T) {
	r := rooted(t)
	r.line = &line{speed: 960, fixed: true}
	before := r.text()
	r.line.wrote(960*3600, time.Now(), time.Now())
	if _, cmd := r.Update(key("2")); cmd == nil || !r.waking {
		t.Error("nobody wakes it when the line is free")
	}
	if r.text() != before {
		t.Errorf("on a busy line another picture is drawn:\n%s", r.text())
	}
	r.line.free = time.Now()
	r.Update(woken{})
	if !strings.Contains(r.text(), "simulated") {
		t.Errorf("once the line is free it shows\n%s", r.text())
	}
	if rest := r.line.rest(time.Now(), false); rest == 0 {
		t.Error("the line is not left free at all")
	}
}

func TestATerminalThatIsGoneEndsTheScreen(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, gone := newOutput(w, nil), 0
	out.gone = func() { gone++ }
	if _, err := out.Write([]byte("x")); err != nil || gone > 0 {
		t.Fatalf("%v, gone %d times", err, gone)
	}
	_ = r.Close()
	_ = w.Close()
	if _, err := out.Write([]byte("x")); !errors.Is(err, os.ErrClosed) || gone != 1 {
		t.Errorf("%v, gone %d times", err, gone)
	}
}

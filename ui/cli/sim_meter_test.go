package cli

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"time"
)

// A meter shows what is done and how far it is, and takes its line away.
func TestAMeterRedrawsItsLineAndTakesItAway(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	m := &meter{quit: make(chan struct{})}
	m.begin("searching", 3)
	m.step()
	m.over.Go(func() {
		defer to.Close()
		m.draw(to, time.Now().Add(-progressFrom-time.Hour))
	})
	shown := bufio.NewReader(from)
	until := func(end string) string {
		var text strings.Builder
		for !strings.HasSuffix(text.String(), end) {
			c, err := shown.ReadByte()
			if err != nil {
				t.Fatalf("after %q: %v", text.String(), err)
			}
			text.WriteByte(c)
		}
		return text.String()
	}
	if line := until("1 of 3"); !strings.HasPrefix(line, "\r\x1b[K36") || !strings.HasSuffix(line, " s, searching, 1 of 3") {
		t.Errorf("it shows %q", line)
	}
	m.begin("waiting", 0)
	until(" s, waiting")
	go m.stop()
	rest := ""
	for {
		c, err := shown.ReadByte()
		if err != nil {
			break
		}
		rest += string(c)
	}
	if !strings.HasSuffix(rest, "\r\x1b[K") {
		t.Errorf("it leaves %q behind", rest)
	}
	m.stop() // a second time is no matter
}

func TestAMeterOfWhatIsShortShowsNothing(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{err: file, began: time.Now()}
	m := s.newMeter()
	m.begin("searching", 2)
	m.stop()
	if text := m.text(); text != "searching, 0 of 2" {
		t.Errorf("it says %q", text)
	}
	if info, err := file.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("%d bytes went to a file, %v", info.Size(), err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
}

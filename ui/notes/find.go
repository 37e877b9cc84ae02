package notes

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// presenter is a program that presents, and a connection to it.
type presenter struct {
	pid  int
	born time.Time
	conn net.Conn
}

const ending = ".sock"

// newborn is how long a socket may refuse connections before it counts as left
// over: its program may have made it only just now.
const newborn = 5 * time.Second

// find connects to the newest program that presents, nil where there is none, and
// counts all of them. Sockets whose program is gone are removed.
func find(dirs []string) (newest *presenter, living int) {
	for _, dir := range dirs {
		if own(dir) != nil {
			continue
		}
		entries, _ := os.ReadDir(dir) // what cannot be read has no program of ours
		for _, e := range entries {
			p := connect(dir, e.Name())
			if p == nil {
				continue
			}
			living++
			if newest != nil && newest.born.After(p.born) {
				_ = p.conn.Close() // nothing was sent
				continue
			}
			if newest != nil {
				_ = newest.conn.Close()
			}
			newest = p
		}
	}
	return newest, living
}

// connect returns the program behind a socket, nil where there is none.
func connect(dir, name string) *presenter {
	id, is := strings.CutSuffix(name, ending)
	pid, err := strconv.Atoi(strings.SplitN(id, "-", 2)[0])
	if !is || err != nil {
		return nil
	}
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSocket == 0 {
		return nil
	}
	conn, err := net.Dial("unix", path)
	if errors.Is(err, syscall.ECONNREFUSED) && time.Since(info.ModTime()) > newborn {
		_ = os.Remove(path) // its program is gone; if this fails it is only in the way of nobody
	}
	if err != nil {
		return nil
	}
	return &presenter{pid: pid, born: info.ModTime(), conn: conn}
}

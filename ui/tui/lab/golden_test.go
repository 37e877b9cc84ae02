package lab

import (
	"fmt"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes/catalog"
)

func picture(m *Model) []byte { return []byte(ansi.Strip(m.View()) + "\n") }

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {80, 40}, {120, 40}, {200, 60}, {60, 20}} {
		at := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run("counters "+at, func(t *testing.T) {
			golden.RequireEqual(t, picture(counting(t, Options{}, size[0], size[1])))
		})
		t.Run("vote "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "v", "2")
			golden.RequireEqual(t, picture(m))
		})
		t.Run("messages "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "e")
			feed(m, interval(3.8, 3.5, 4.2), 1.2e6, 4.6e6)
			run(m, 3*time.Second)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("sockets "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "e", "e")
			feed(m, interval(1.0, 0.98, 1.02), 0.35e6, 0.35e6)
			run(m, 3*time.Second)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("rwlock "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "E", "E", "E")
			feed(m, interval(2.88, 2.8, 2.95), 26e6, 75e6, 24e6)
			run(m, 3*time.Second)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("spinlock "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "E", "E")
			feed(m, interval(2.0, 1.9, 2.1), 13e6, 26e6, 12e6, 11e6)
			run(m, 3*time.Second)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("ring "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			press(m, "E")
			feed(m, interval(3.6, 3.4, 3.9), 195e6, 711e6, 345e6, 279e6)
			run(m, 3*time.Second)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("lesson "+at, func(t *testing.T) {
			m := counting(t, Options{}, size[0], size[1])
			present(t, m, true)
			golden.RequireEqual(t, picture(m))
		})
		t.Run("recorded "+at, func(t *testing.T) {
			golden.RequireEqual(t, picture(taped(t, Options{}, size[0], size[1])))
		})
		t.Run("recorded three "+at, func(t *testing.T) {
			golden.RequireEqual(t, picture(taped(t, Options{Experiments: catalog.Lab()[:3], Why: "this machine has one CPU"}, size[0], size[1])))
		})
		t.Run("recorded fixed "+at, func(t *testing.T) {
			m := taped(t, Options{}, size[0], size[1])
			press(m, "space", "l")
			golden.RequireEqual(t, picture(m))
		})
		t.Run("warming up "+at, func(t *testing.T) {
			golden.RequireEqual(t, picture(newLab(t, Options{}, size[0], size[1])))
		})
	}
}

package topology

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"linebounce/probes/topology/cpulist"
)

// Whatever the files under /sys and /proc say, what is read of them is within
// bounds, workers get CPUs of their own that they may use, and the machine is the
// same when it was written into a recording and read back.
func FuzzReadFrom(f *testing.F) {
	for _, machine := range []fake{virtual(), desktop(), complexes(), server(), hybrid(), board(), masked(), bare()} {
		f.Add(archive(machine), "0-1,4", true)
	}
	f.Add(archive(fake{}.cpu(0, -7, "0").file(topologyDir(1)+"/core_id", "-3").file(topologyDir(1)+"/physical_package_id", "-7").
		file("sys/devices/system/node/node-5/cpulist", "0-1")), "0-1", false)
	f.Fuzz(func(t *testing.T, text []byte, mask string, arm bool) {
		allowed, err := cpulist.Parse(mask)
		if err != nil || len(allowed) > 64 || bytes.Contains(text, []byte("-- --")) { // a marker without a name breaks txtar
			return
		}
		slices.Sort(allowed)
		allowed = slices.Compact(allowed)
		root := fstest.MapFS{}
		for _, file := range txtar.Parse(text).Files {
			if fs.ValidPath(file.Name) {
				root[file.Name] = &fstest.MapFile{Data: file.Data}
			}
		}
		id := Identity{OS: "linux", Arch: "amd64", Allowed: allowed, CanPin: true}
		if arm {
			id.Arch = "arm64"
		}
		m := ReadFrom(root, id)
		if !slices.Equal(m.Allowed(), allowed) {
			t.Fatalf("allowed are %v, read %v", allowed, m.Allowed())
		}
		if !credible(m.LineBytes) || !slices.Contains([]int{0, 2, 3}, m.CacheLevel) || m.Online < 0 {
			t.Errorf("lines of %d bytes, last level %d, %d online", m.LineBytes, m.CacheLevel, m.Online)
		}
		if !slices.Contains([]string{"", "on", "off", "none"}, m.SMT) || !slices.Contains([]string{"", "on", "off"}, m.Turbo) {
			t.Errorf("SMT %q, turbo %q", m.SMT, m.Turbo)
		}
		for _, c := range m.CPUs {
			if min(c.Core, c.Package, c.Node, c.L3) < -1 || !slices.Contains([]string{"", "P", "E"}, c.Kind) {
				t.Errorf("%+v", c)
			}
			if c.L3 >= 0 && m.CacheLevel == 0 {
				t.Errorf("%+v without a last level", c)
			}
		}
		for _, n := range []int{1, 2, len(allowed)} {
			chosen(t, m, n)
		}
		for _, sentence := range append(Contradictions(root, m), m.Warnings(allowed)...) {
			if !strings.HasSuffix(sentence, ".") || strings.HasPrefix(sentence, " ") {
				t.Errorf("%q is no sentence", sentence)
			}
		}
		kept(t, m)
	})
}

func archive(machine fake) []byte {
	var a txtar.Archive
	for _, path := range slices.Sorted(maps.Keys(machine)) {
		a.Files = append(a.Files, txtar.File{Name: path, Data: machine[path].Data})
	}
	return txtar.Format(&a)
}

func chosen(t *testing.T, m Machine, n int) {
	t.Helper()
	cpus, err := m.Choose(n)
	if n > len(m.CPUs) {
		if err == nil {
			t.Errorf("%d workers on %d CPUs get %v", n, len(m.CPUs), cpus)
		}
		return
	}
	distinct := set(cpus)
	if err != nil || len(cpus) != n || len(distinct) != n {
		t.Fatalf("%d workers on %d CPUs get %v, %v", n, len(m.CPUs), cpus, err)
	}
	for _, a := range cpus {
		if _, may := m.Find(a); !may {
			t.Errorf("CPU %d was chosen and is not allowed", a)
		}
		for _, b := range cpus {
			if m.Nearness(a, b) != m.Nearness(b, a) || (m.Nearness(a, b) == SameCPU) != (a == b) {
				t.Errorf("CPUs %d and %d are %s, the other way round %s", a, b, m.Nearness(a, b), m.Nearness(b, a))
			}
		}
	}
}

func kept(t *testing.T, m Machine) {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back Machine
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	for _, text := range []*string{&m.Model, &m.Governor, &m.Kernel} {
		*text = string([]rune(*text)) // what is no UTF-8 becomes U+FFFD, as in JSON
	}
	if len(m.CPUs) == 0 {
		m.CPUs, back.CPUs = nil, nil
	}
	if !reflect.DeepEqual(back, m) {
		t.Errorf("%+v was kept as %+v", m, back)
	}
}

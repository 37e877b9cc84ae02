package profile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// errHidden says that the kernel shows its symbols without their addresses.
var errHidden = errors.New("all addresses are zero")

// table resolves addresses of kernel code.
type table struct {
	starts []uint64 // ascending
	names  []string
}

// symbol is a line of kallsyms.
type symbol struct {
	address uint64
	kind    byte
	name    string
}

// newTable reads what /proc/kallsyms says. It returns errHidden where the
// kernel hides the addresses.
func newTable(r io.Reader) (*table, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var code []symbol
	hidden := true
	for line := range strings.Lines(string(text)) {
		s, ok := parse(line)
		if !ok || !strings.ContainsRune("tTwW", rune(s.kind)) || strings.HasPrefix(s.name, "__pfx_") {
			continue // data, or the padding before a function
		}
		hidden = hidden && s.address == 0
		code = append(code, s)
	}
	if len(code) == 0 {
		return nil, errors.New("it lists no functions")
	}
	if hidden {
		return nil, errHidden
	}
	slices.SortStableFunc(code, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(a.rank(), b.rank()))
	})
	code = slices.CompactFunc(code, func(a, b symbol) bool { return a.address == b.address })
	t := &table{make([]uint64, len(code)), make([]string, len(code))}
	for i, s := range code {
		t.starts[i], t.names[i] = s.address, s.source()
	}
	return t, nil
}

// parse takes a line apart: address, kind, name and, for a module's, the
// module.
func parse(line string) (symbol, bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 || len(fields[1]) != 1 {
		return symbol{}, false
	}
	address, err := strconv.ParseUint(fields[0], 16, 64)
	return symbol{address, fields[1][0], fields[2]}, err == nil
}

// rank orders the names of one address: the one that a reader of the source
// knows comes first.
func (s symbol) rank() int {
	rank := 0
	if strings.HasPrefix(s.name, "_") {
		rank += 2
	}
	if s.kind != 'T' {
		rank++
	}
	return rank
}

// source is the name of the function in the source: a compiler names the parts
// that it splits off with a dot, as in put_pid.part.0.
func (s symbol) source() string {
	name, _, _ := strings.Cut(s.name, ".")
	return name
}

// name returns the function that an address is in.
func (t *table) name(address uint64) string {
	i, found := slices.BinarySearch(t.starts, address)
	if !found {
		i--
	}
	if i < 0 || t.names[i] == "" {
		return Unknown
	}
	return t.names[i]
}

// unreadable words why there is no table.
func unreadable(err error) string { return fmt.Sprintf("/proc/kallsyms cannot be read (%v)", err) }

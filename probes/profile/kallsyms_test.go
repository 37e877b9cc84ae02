package profile

import (
	"errors"
	"strings"
	"testing"
)

// In the order of the file, which is not the order of addresses.
const listing = `0000000000000000 A fixed_percpu_data
ffffffff81000000 T _stext
ffffffff81000000 t srso_alias_untrain_ret
ffffffff81000100 t put_pid.part.0
ffffffff81000200 d not_code
ffffffff81000300 T __memcpy
ffffffff81000300 W memcpy
ffffffff81000400 T __pfx_pid_vnr
ffffffff81000410 T pid_vnr
ffffffffa0000000 t of_a_module	[module]
ffffffff81000080 T put_pid
nonsense
zzzz t no_address
`

func TestAddressesResolveToTheFunctionOfTheSource(t *testing.T) {
	symbols, err := newTable(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[uint64]string{
		0xffffffff80ffffff: Unknown,
		0xffffffff81000000: "srso_alias_untrain_ret", // of two names, the one without an underscore
		0xffffffff81000080: "put_pid",
		0xffffffff810000ff: "put_pid",
		0xffffffff81000100: "put_pid", // the part that the compiler split off
		0xffffffff81000250: "put_pid", // data is no function's end
		0xffffffff81000300: "memcpy",
		0xffffffff81000405: "memcpy", // padding belongs to nobody
		0xffffffff81000410: "pid_vnr",
		0xffffffffa0000010: "of_a_module",
	} {
		if got := symbols.name(address); got != want {
			t.Errorf("%x is in %s, want %s", address, got, want)
		}
	}
}

func TestHiddenAddressesAreNoticed(t *testing.T) {
	_, err := newTable(strings.NewReader("0000000000000000 T put_pid\n0000000000000000 t pid_vnr\n"))
	if !errors.Is(err, errHidden) {
		t.Errorf("zeros give %v, want %v", err, errHidden)
	}
	for _, text := range []string{"", "ffffffff81000000 d data\n"} {
		if _, err := newTable(strings.NewReader(text)); err == nil || errors.Is(err, errHidden) {
			t.Errorf("%q gives %v, want an error of its own", text, err)
		}
	}
}

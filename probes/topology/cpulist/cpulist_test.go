package cpulist

import (
	"fmt"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string][]int{
		"": nil, "0": {0}, "0-3": {0, 1, 2, 3}, "3,5,9": {3, 5, 9}, "0-1,1030-1031": {0, 1, 1030, 1031},
	} {
		got, err := Parse(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
		if back := Format(got); back != text {
			t.Errorf("Format(%v) = %q, want %q", got, back, text)
		}
	}
}

func TestParseRefusesWhatIsNoList(t *testing.T) {
	for _, text := range []string{"a", "1-", "-1", "3-1", "0,,1", "0-99999999", " ", "1;2"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, got)
		}
	}
}

func ExampleFormat() {
	fmt.Println(Format([]int{0, 1, 2, 3, 8, 10, 11}))
	// Output: 0-3,8,10-11
}

func ExampleName() {
	fmt.Printf("%s; %s; %s\n", Name([]int{3}), Name([]int{0, 1, 8}), Name(nil))
	// Output: CPU 3; CPUs 0-1,8; no CPU
}

package probes

import "testing"

func TestSystemsAreCalledAsTheirUsersCallThem(t *testing.T) {
	for goos, want := range map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows", "plan9": "plan9"} {
		if got := SystemName(goos); got != want {
			t.Errorf("%s is called %s, want %s", goos, got, want)
		}
	}
}

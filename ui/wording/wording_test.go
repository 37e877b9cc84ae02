package wording

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 windows", 1: "1 window", 2: "2 windows", 1000: "1000 windows"} {
		if got := Count(n, "window"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "", "it failed": "It failed.", "It failed.": "It failed.", "did it?": "Did it?", "étale": "Étale.", "no\n": "No.",
	} {
		if got := Sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

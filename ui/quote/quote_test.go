package quote

import "testing"

func TestWordsForAShell(t *testing.T) {
	for word, want := range map[string]string{
		"class.jsonl.gz":  "class.jsonl.gz",
		"a b.jsonl":       "'a b.jsonl'",
		"it's":            `'it'\''s'`,
		"../x/$HOME.json": "'../x/$HOME.json'",
		"Übung.jsonl":     "'Übung.jsonl'",
		"":                "''",
	} {
		if got := Word(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

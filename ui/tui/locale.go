package tui

import (
	"slices"
	"strings"
)

// unicodeLocale reports whether the terminal can be trusted with characters
// outside ASCII: the locale says UTF-8, or says nothing at all. The console of
// Linux cannot, for most of its fonts lack what the picture is drawn with.
func unicodeLocale(env []string) bool {
	value := locale(env)
	if lookup(env, "TERM") == "linux" {
		return false
	}
	return value == "" || strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
}

// wideLocale reports whether the terminal may draw characters two cells wide of
// which Unicode leaves the width open, boxes among them: in Chinese, Japanese
// and Korean locales some do. RUNEWIDTH_EASTASIAN, which other programs heed
// too, says whether this one does.
func wideLocale(env []string) bool {
	switch lookup(env, "RUNEWIDTH_EASTASIAN") {
	case "1":
		return true
	case "0":
		return false
	}
	language, _, _ := strings.Cut(locale(env), "_")
	return slices.Contains([]string{"zh", "ja", "ko"}, language)
}

// locale is the one for characters, in small letters, "" where none is set.
func locale(env []string) string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := lookup(env, name); value != "" {
			return strings.ToLower(value)
		}
	}
	return ""
}

// lookup returns the last value of a variable, "" where it is not set.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if value, found := strings.CutPrefix(env[i], name+"="); found {
			return value
		}
	}
	return ""
}

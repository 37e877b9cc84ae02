package tui

import "strings"

// unicodeLocale reports whether the terminal can be trusted with characters
// outside ASCII: the locale says UTF-8, or says nothing at all.
func unicodeLocale(env []string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := lookup(env, name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return true
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

package recorded

import "strconv"

// plain puts a blank for every control character in JSON text. What is recorded
// is shown on terminals, to which they are commands.
func plain(text []byte) []byte {
	clean := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch n := control(text[i:]); {
		case n > 0:
			clean = append(clean, ' ')
			i += n
		case text[i] == '\\' && i+1 < len(text):
			clean = append(clean, text[i], text[i+1])
			i += 2
		default:
			clean = append(clean, text[i])
			i++
		}
	}
	return clean
}

// control returns how many bytes of text a control character takes that it
// begins with, 0 where it begins with none.
func control(text []byte) int {
	switch c := text[0]; {
	case c == 0x7f:
		return 1
	case c == 0xc2 && len(text) > 1 && text[1] >= 0x80 && text[1] < 0xa0:
		return 2
	case c != '\\' || len(text) < 2:
		return 0
	}
	switch text[1] {
	case 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(text) < 6 {
			return 0
		}
		code, err := strconv.ParseUint(string(text[2:6]), 16, 16)
		if err == nil && (code < 0x20 || code >= 0x7f && code < 0xa0) {
			return 6
		}
	}
	return 0
}

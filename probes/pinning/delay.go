package pinning

import "time"

// parseDelay reads the second number of "ran waited slices", in nanoseconds.
func parseDelay(text []byte) time.Duration {
	i := 0
	for i < len(text) && text[i] != ' ' {
		i++
	}
	var waited time.Duration
	for i++; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		waited = waited*10 + time.Duration(text[i]-'0')
	}
	return waited
}

package recorded

import "linebounce/probes/refusal"

// failed says what happened to which file and what to do about it. It wraps the
// system's error.
func failed(what, path string, err error) error {
	return &refusal.Refusal{What: path + " " + what, Path: path, Elsewhere: "name a file elsewhere", Cause: err}
}

// Package assets is the data that the program brings.
package assets

import _ "embed"

// Recording is a recording of all experiments on a real machine, made by
// make-recording and compressed with gzip. It is shown, as what it is, where
// nothing can be measured.
//
//go:embed recordings/lab.jsonl.gz
var Recording []byte

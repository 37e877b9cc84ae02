package cli

import (
	"bytes"
	"fmt"

	"linebounce/assets"
	"linebounce/probes/recorded"
)

// shipped returns the recording that the program brings.
func shipped() (*recorded.Recording, error) {
	r, err := recorded.Read(bytes.NewReader(assets.Recording))
	if err != nil {
		return nil, fmt.Errorf("the recording that the program brings: %w", err)
	}
	return r, nil
}

package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

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

// insteadOfLive returns the recording that the program brings, and says why it is
// shown and what it does not show of what was asked for.
func insteadOfLive(why error, cmd *cobra.Command, chosen *arms) (*recorded.Recording, string, error) {
	r, err := shipped()
	if err != nil {
		return nil, "", err
	}
	said := why.Error()
	if chosen.given(cmd) {
		said += " The recording has scenarios of its own, not those that were named."
	}
	return r, said, nil
}

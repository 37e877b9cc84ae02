package published

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed profile.json
var profileFile []byte

// Profile is a profile of a kernel that somebody published: the symbols that
// were listed, the largest share first.
type Profile struct {
	What    string  `json:"what"`
	Source  string  `json:"source"`
	Symbols []Share `json:"symbols"`
}

// Share is how much of a profile one symbol has.
type Share struct {
	Symbol  string  `json:"symbol"`
	Percent float64 `json:"percent"`
}

// Profile2011 reads the profile of the kernel that sent credentials with every
// write.
func Profile2011() (Profile, error) {
	var p Profile
	d := json.NewDecoder(bytes.NewReader(profileFile))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("the published profile that the program brings: %w", err)
	}
	return p, nil
}

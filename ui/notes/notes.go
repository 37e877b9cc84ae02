// Package notes carries a presenter's notes from the program that presents a
// lesson to a second terminal of the same user, through a Unix socket that
// nobody else can reach.
//
// Each line that the presenting program sends is a JSON document of its own:
// schema, and state as it is now. A follower shows the newest and knows nothing
// else, so it may come and go at any time.
package notes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"linebounce/lessons"
)

// State is what a presenter wants to see.
type State struct {
	Lesson   string          `json:"lesson"`   // its title
	Step     int             `json:"step"`     // from 1
	Steps    int             `json:"steps"`    // in the lesson
	Title    string          `json:"title"`    // of the step
	Notes    []lessons.Block `json:"notes"`    // for this step
	Asks     bool            `json:"asks"`     // the step has a question
	Answered bool            `json:"answered"` // which was answered
	Since    time.Time       `json:"since"`    // the lesson runs; zero where it does not
	Next     string          `json:"next"`     // title of the step after this one, "" after the last
}

// schema is the version of the lines.
const schema = 1

// longest is the longest line in bytes that a follower takes.
const longest = 1 << 20

type line struct {
	Schema int   `json:"schema"`
	State  State `json:"state"`
}

// encode returns a state as a line.
func encode(s State) []byte {
	s.Since = s.Since.Round(0).UTC() // two programs share no monotonic clock
	text, err := json.Marshal(line{schema, s})
	if err != nil {
		// Only a year beyond 9999 cannot be written.
		s.Since = time.Time{}
		text, _ = json.Marshal(line{schema, s})
	}
	return append(text, '\n')
}

// decode reads a line. Its error is a sentence.
func decode(text []byte) (State, error) {
	var l line
	if err := json.Unmarshal(bytes.TrimSpace(text), &l); err != nil {
		return State{}, fmt.Errorf("a line that came is none of this program's and was ignored")
	}
	if l.Schema != schema {
		return State{}, fmt.Errorf("a line that came has schema %d and was ignored; this program knows %d, so both should be of one version", l.Schema, schema)
	}
	return l.State, nil
}

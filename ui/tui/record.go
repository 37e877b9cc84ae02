package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/widgets"
)

// record is the recording that a key begins and ends.
type record struct {
	keeper *keeping.Keeper // nil where what is shown is a recording
	phase  phase
	since  time.Time       // it is kept
	shown  widgets.Keeping // what the rooms show of it
}

// phase is how far a recording is. Files begin and end in commands.
type phase int

const (
	nothing phase = iota
	beginning
	kept
	ending
)

// pulse comes once a second while readings are kept.
type pulse struct{ at time.Time }

// pressRecord begins a recording, or ends the one that is under way.
func (r *root) pressRecord() tea.Cmd {
	k := r.record.keeper
	switch {
	case k == nil:
		r.tell("K: what is shown here is a recording already.")
	case r.record.phase == beginning:
		r.tell("K: the file is still being made.")
	case r.record.phase == ending:
		r.tell("K: the file is still being written.")
	case r.record.phase == kept:
		r.record.phase = ending
		return func() tea.Msg { return k.End() }
	default:
		r.record.phase = beginning
		return func() tea.Msg { return k.Begin() }
	}
	return nil
}

// began shows that readings are kept, or why not.
func (r *root) began(b keeping.Began) tea.Cmd {
	switch {
	case b.Err != nil:
		r.record.phase = nothing
		r.tell("K: " + told(b.Err))
		return nil
	case !r.record.keeper.On(): // a fault has ended it already, which has been told
		r.record.phase = nothing
		return nil
	}
	r.record.phase, r.record.since = kept, b.At
	r.tell(b.String())
	r.mark(b.At)
	return beat()
}

// ended tells where a recording is. One that a fault has ended was told of then.
func (r *root) ended(e keeping.Ended) {
	r.record.phase = nothing
	r.mark(time.Time{})
	if e.Path != "" {
		r.tell(e.String())
	}
}

// beat asks for the next pulse.
func beat() tea.Cmd { return tea.Tick(time.Second, func(at time.Time) tea.Msg { return pulse{at} }) }

// beats moves the time on the mark on. Where the pump says when a picture is due,
// it moves with the pictures.
func (r *root) beats(at time.Time) tea.Cmd {
	if r.record.phase != kept {
		return nil
	}
	if !r.paced || r.idle {
		r.mark(at)
	}
	return beat()
}

// mark shows everywhere for how long readings have been kept.
func (r *root) mark(now time.Time) {
	k := widgets.Keeping{Barred: r.record.keeper == nil}
	if r.record.phase == kept {
		k.For = keeping.Clock(now.Sub(r.record.since))
	}
	if k == r.record.shown {
		return
	}
	r.record.shown = k
	for _, s := range r.screens() {
		s.SetKeeping(k)
	}
}

// tell shows a note where the user looks.
func (r *root) tell(note string) { r.front().Tell(note) }

// told writes an error as a sentence.
func told(err error) string { return strings.TrimSuffix(err.Error(), ".") + "." }

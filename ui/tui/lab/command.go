package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/tui/widgets"
)

// command writes a comparison of arms as a command that repeats it, with the words
// that either arm has otherwise than the experiment's default, and CPUs only
// where another machine would not choose the same by itself.
func (e *experiment) command(m topology.Machine, arms pair) string {
	for i := range arms {
		if list := choices(m, arms[i].Workers()); len(list) > 0 && arms[i].CPUs == list[0] {
			arms[i].CPUs = ""
		}
	}
	var a, b []string
	for _, word := range probes.Words() {
		usual, left, right := e.Default.Get(word), arms[0].Get(word), arms[1].Get(word)
		if left != usual && left != "" || left != right && left != "" {
			a = append(a, word+"="+left)
		}
		if right != usual && right != "" || left != right && right != "" {
			b = append(b, word+"="+right)
		}
	}
	return fmt.Sprintf("linebounce run %s -a %s -b %s", e.Name, e.quoted(a), e.quoted(b))
}

// quoted joins words for a shell. An arm as usual names one word all the same:
// an arm without any would be the experiment's own.
func (e *experiment) quoted(words []string) string {
	if len(words) == 0 {
		for _, word := range e.Words {
			if value := e.Default.Get(word); value != "" {
				words = []string{word + "=" + value}
				break
			}
		}
	}
	return "'" + strings.Join(words, " ") + "'"
}

// paste is the finding as one line to paste into a shell, "" while there is none
// and where it does not fit.
func (m *Model) paste(width int) string {
	e := m.experiment()
	if !e.ratio().Known() {
		return ""
	}
	return widgets.Fit(width, e.command(m.options.Machine, e.arms), "")
}

// pastesBeside reports whether that line has a place beside the ratio as it is
// written large, below so many rows of the reason.
func (m *Model) pastesBeside(l layout, reason int) bool {
	width := m.reasonWidth(l)
	return width < l.width && 1+reason < widgets.BigRows && m.paste(width) != ""
}

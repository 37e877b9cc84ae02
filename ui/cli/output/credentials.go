package output

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"linebounce/probes"
	"linebounce/probes/credentials"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// Credentials is who received which credentials, ready for text, JSON or CSV.
type Credentials struct {
	Machine topology.Machine
	Rows    []credentials.Row
}

// Write prints the rows in a format.
func (c Credentials) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return c.json(w)
	case CSV:
		return c.csv(w)
	}
	return c.text(w)
}

type answerDocument struct {
	Socket   string  `json:"socket"`
	PassCred string  `json:"passcred"`
	Send     string  `json:"send"`
	Case     string  `json:"case"`
	Expected string  `json:"expected"`
	Observed *string `json:"observed"` // null where the row could not be shown, as same
	Same     *bool   `json:"same"`
	Detail   *string `json:"detail"` // the numbers that arrived
	Why      *string `json:"why"`    // it could not be shown
	Source   string  `json:"source"` // of what was expected
}

func (c Credentials) json(w io.Writer) error {
	d := struct {
		Document
		Rows []answerDocument `json:"rows"`
	}{NewDocument(probes.Measured, c.Machine), []answerDocument{}}
	d.Experiment = new("credentials")
	for _, r := range c.Rows {
		row := answerDocument{
			Socket: r.Socket, PassCred: r.PassCred, Send: r.Send, Case: string(r.Case), Expected: string(r.Expected),
			Observed: known(string(r.Observed)), Detail: known(r.Detail), Why: known(r.Why), Source: r.Source,
		}
		if r.Shown() {
			row.Same = new(r.Same())
		}
		d.Rows = append(d.Rows, row)
	}
	return WriteDocument(w, d)
}

func (c Credentials) csv(w io.Writer) error {
	t := csv.NewWriter(w)
	_ = t.Write([]string{"source", "kernel", "socket", "passcred", "send", "case", "expected", "observed", "same", "detail", "why"}) // the error is kept until Error
	for _, r := range c.Rows {
		same := ""
		if r.Shown() {
			same = strconv.FormatBool(r.Same())
		}
		_ = t.Write([]string{string(probes.Measured), c.Machine.Kernel, r.Socket, r.PassCred, r.Send, string(r.Case),
			string(r.Expected), string(r.Observed), same, r.Detail, r.Why})
	}
	t.Flush()
	return t.Error()
}

func (c Credentials) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "who receives which credentials, measured on %s\n\n", Describe(c.Machine))
	t := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "SO_PASSCRED on\tsend\tcase\tanswer\t\tsockets")
	for _, g := range gather(c.Rows) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", end(g.PassCred), g.Send, g.Case, answer(g.Row), compared(g.Row), strings.Join(g.sockets, ", "))
	}
	_ = t.Flush() // into memory
	fmt.Fprintf(&b, "\n%s\n", c.verdict())
	for _, why := range c.whys() {
		fmt.Fprintf(&b, "note: not shown: %s\n", why)
	}
	b.WriteString("again: linebounce kernel credentials\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// group is rows that differ by their socket alone.
type group struct {
	credentials.Row
	sockets []string
}

func gather(rows []credentials.Row) []group {
	var groups []group
	for _, r := range rows {
		socket := r.Socket
		r.Socket, r.Detail = "", "" // the numbers of two processes may differ in the same answer
		if i := slices.IndexFunc(groups, func(g group) bool { return g.Row == r }); i >= 0 {
			groups[i].sockets = append(groups[i].sockets, socket)
			continue
		}
		groups = append(groups, group{r, []string{socket}})
	}
	return groups
}

func end(passcred string) string {
	if passcred == probes.PassCredOff {
		return "neither"
	}
	return passcred
}

func answer(r credentials.Row) string {
	if !r.Shown() {
		return "-"
	}
	return string(r.Observed)
}

func compared(r credentials.Row) string {
	switch {
	case !r.Shown():
		return fmt.Sprintf("not shown, expected %q", r.Expected)
	case r.Same():
		return "as expected"
	}
	return fmt.Sprintf("DIFFERENT, expected %q", r.Expected)
}

func (c Credentials) verdict() string {
	same, shown := 0, 0
	for _, r := range c.Rows {
		if r.Shown() {
			shown++
		}
		if r.Same() {
			same++
		}
	}
	switch {
	case shown == 0:
		return "Nothing could be asked."
	case same == shown:
		return fmt.Sprintf("This kernel answers all %s as %s does.", wording.Count(shown, "question"), credentials.Reference)
	}
	return fmt.Sprintf("This kernel answers %d of %s otherwise than %s does.", shown-same, wording.Count(shown, "question"), credentials.Reference)
}

// whys returns why rows could not be shown, each once.
func (c Credentials) whys() []string {
	var list []string
	for _, r := range c.Rows {
		text := fmt.Sprintf("%s: %s.", r.Case, r.Why)
		if !r.Shown() && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

package kernel

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/credentials"
	"linebounce/ui/tui/theme"
)

// sockets are the types in the order of their key.
var sockets = []string{probes.SocketStream, probes.SocketDgram, probes.SocketSeqpacket}

// columns are where a row's answers begin: what was observed, what was
// expected, and whether they are the same.
type columns struct{ observed, expected, same int }

// The columns of the usual cases, whose rows begin with two words, and of the
// special ones, whose rows begin with a name.
var (
	usualAt   = columns{19, 42, 65}
	specialAt = columns{26, 47, 67}
)

const sendAt = 10

// short are the answers that need fewer words under the table's heading.
var short = map[credentials.Answer]string{
	credentials.Senders:   "the sender's",
	credentials.Nobody:    "pid 0, overflow ids",
	credentials.Inherited: "inherited",
	credentials.First:     "first write only",
	credentials.Truncated: "CTRUNC, data whole",
}

func worded(a credentials.Answer) string {
	if text, shorter := short[a]; shorter {
		return text
	}
	return string(a)
}

// table is the truth table of the chosen type of socket.
func (m *Model) table(width, _ int) []row { return m.tableOf(width, sockets[m.socket]) }

// tables are those of so many types of socket one below the other, the chosen one
// first.
func (m *Model) tables(width, types int) []row {
	rows := m.table(width, 0)
	for i := 1; i < types; i++ {
		rows = append(append(rows, nil), m.tableOf(width, sockets[(m.socket+i)%len(sockets)])...)
	}
	return rows
}

// tableOf is the truth table of one type of socket.
func (m *Model) tableOf(width int, socket string) []row {
	rows := []row{{
		{0, false, theme.Strong, "Who receives which credentials: " + strings.ToUpper(socket)},
		{width, true, theme.Dim, string(m.canvas.Glyphs().Measured) + " measured"},
	}}
	if len(m.rows) == 0 {
		return append(rows, wrapped(width, theme.Plain, m.tableState())...)
	}
	usual := append(row{{0, false, theme.Dim, "passcred"}, {sendAt, false, theme.Dim, "send"}}, usualAt.heads()...)
	special := append(row{{0, false, theme.Dim, "special case"}}, specialAt.heads()...)
	var common, corner []row
	for _, r := range m.rows {
		switch {
		case r.Socket != socket:
		case r.Case == credentials.Usual:
			ends := strings.Replace(r.PassCred, probes.PassCredOff, "neither", 1)
			common = append(common, append(row{{0, false, theme.Strong, ends}, {sendAt, false, theme.Plain, r.Send}}, usualAt.answers(r)...))
		default:
			corner = append(corner, cornerRow(r))
		}
	}
	switch {
	case m.all:
		rows = append(append(append(rows, usual), common...), special)
		return append(rows, corner...)
	case m.corner:
		return append(append(rows, special), corner...)
	}
	return append(append(rows, usual), common...)
}

func (c columns) heads() row {
	room := c.same - c.expected - 1
	return row{{c.observed, false, theme.Dim, "observed"}, {c.expected, false, theme.Dim, fit(room, "expected ("+credentials.Reference+")", "expected")}}
}

// answers are what was observed, what was expected, and whether they agree.
func (c columns) answers(r credentials.Row) row {
	expected := word{c.expected, false, theme.Dim, worded(r.Expected)}
	switch {
	case !r.Shown():
		return row{{c.observed, false, theme.Dim, "not asked"}, expected}
	case !r.Same():
		return row{{c.observed, false, theme.Strong, worded(r.Observed)}, expected, {c.same, false, theme.Alarm, "different"}}
	}
	return row{{c.observed, false, theme.Plain, worded(r.Observed)}, expected, {c.same, false, theme.Dim, "same"}}
}

// cases are the special cases in as many words as there is room for.
var cases = map[credentials.Case]string{
	credentials.SetLate:     "set late",
	credentials.ClearedLate: "cleared late",
	credentials.NoRoom:      "no room",
	credentials.PlainRead:   "plain read(2)",
	credentials.OtherPid:    "another's pid",
	credentials.OtherUID:    "another's uid",
	credentials.NoSuchPid:   "pid of no process",
	credentials.TwoWriters:  "two writers",
	credentials.Accepted:    "accepted socket",
}

func cornerRow(r credentials.Row) row {
	name := cases[r.Case]
	switch r.Case {
	case credentials.SetLate, credentials.ClearedLate:
		name += ", " + r.Send
	case credentials.TwoWriters:
		ends := probes.On
		if r.PassCred == probes.PassCredOff {
			ends = probes.Off
		}
		name += ", passcred " + ends
	}
	return append(row{{0, false, theme.Strong, name}}, specialAt.answers(r)...)
}

// tableState says why there is no table.
func (m *Model) tableState() string {
	if m.failed != nil {
		return sentence(m.failed.Error())
	}
	return "Asking this kernel."
}

// tally is how many rows there are and how many of them differ or were not
// asked.
func (m *Model) tally() (all, different, silent int) {
	for _, r := range m.rows {
		switch {
		case !r.Shown():
			silent++
		case !r.Same():
			different++
		}
	}
	return len(m.rows), different, silent
}

// agreement is the whole table in a sentence.
func (m *Model) agreement() string {
	all, different, silent := m.tally()
	if all == 0 {
		return m.tableState()
	}
	text := fmt.Sprintf("%d questions to this kernel, all answered as %s", all, credentials.Reference)
	if different > 0 {
		text = fmt.Sprintf("%d questions to this kernel, %d answered otherwise than %s", all, different, credentials.Reference)
	}
	if silent > 0 {
		text += fmt.Sprintf(", %d could not be asked", silent)
		if i := slices.IndexFunc(m.rows, func(r credentials.Row) bool { return !r.Shown() }); i >= 0 {
			return text + ": " + m.rows[i].Why + "."
		}
	}
	return text + "."
}

// tableBrief is the table in a row.
func (m *Model) tableBrief(width int) []row {
	switch all, different, _ := m.tally(); {
	case m.failed != nil:
		return []row{line(theme.Plain, "t credentials: this kernel cannot be asked, t says why")}
	case all == 0:
		return []row{line(theme.Plain, "t credentials: asking this kernel")}
	case different == 0:
		return []row{line(theme.Plain, fmt.Sprintf("t credentials: %d questions to this kernel, all answered as %s", all, credentials.Reference))}
	default:
		return []row{line(theme.Plain, fmt.Sprintf("t credentials: %d questions to this kernel, %d answered differently", all, different))}
	}
}

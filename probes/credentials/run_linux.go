package credentials

import (
	"context"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// question is one kind of rows: what is asked, of which sockets, and what the
// answers should be.
type question struct {
	kind     Case
	sockets  []string
	passcred []string
	send     []string
	ask      trial // nil for Accepted, which opens its own sockets
	expected func(passcred, send string) Answer
	source   string
}

var (
	all       = []string{probes.SocketStream, probes.SocketDgram, probes.SocketSeqpacket}
	ends      = []string{probes.PassCredOff, probes.PassCredSender, probes.PassCredReceiver, probes.PassCredBoth}
	off       = ends[:1]
	receiving = ends[2:3]
	plain     = []string{probes.SendPlain}
	explicit  = []string{probes.SendExplicit}
	bothSends = []string{probes.SendPlain, probes.SendExplicit}
)

// questions are all that is asked, in the order of the rows.
var questions = []question{
	{Usual, all, ends, bothSends, usual, whose, repair},
	{SetLate, all, off, bothSends, setLate, late, seen},
	{ClearedLate, all, receiving, bothSends, clearedLate, always(None), seen},
	{NoRoom, all, receiving, plain, noRoom, always(Truncated), seen},
	{PlainRead, all, receiving, plain, plainRead, always(Whole), seen},
	{OtherPid, all, receiving, explicit, spoof(otherPid), always(Refused), manual},
	{OtherUID, all, receiving, explicit, spoof(otherUID), always(Refused), manual},
	{NoSuchPid, all, receiving, explicit, noSuchPid, always(NoProcess), seen},
	{TwoWriters, all[:1], []string{probes.PassCredOff, probes.PassCredReceiver}, plain, twoWriters, glued, seen},
	{Accepted, []string{probes.SocketStream, probes.SocketSeqpacket}, receiving, plain, nil, always(Inherited), seen},
}

func always(a Answer) func(string, string) Answer { return func(string, string) Answer { return a } }

func whose(passcred, send string) Answer {
	switch {
	case passcred == probes.PassCredOff || passcred == probes.PassCredSender:
		return None
	case send == probes.SendExplicit:
		return AsNamed
	}
	return Senders
}

func late(_, send string) Answer {
	if send == probes.SendExplicit {
		return AsNamed
	}
	return Nobody
}

func glued(passcred, _ string) Answer {
	if passcred == probes.PassCredOff {
		return Both
	}
	return First
}

// Run puts every question to this kernel, which takes some milliseconds. It
// returns the rows it has with the context's error when that ends early, and a
// *probes.Unable where no socketpair can be opened.
func Run(ctx context.Context) ([]Row, error) {
	if p, err := open(probes.SocketStream, probes.PassCredReceiver); err != nil {
		return nil, &probes.Unable{What: "the kernel cannot be asked who receives which credentials", Why: err.Error(),
			Advice: "A sandbox may be in the way; run it outside."}
	} else {
		p.close()
	}
	named := nameable()
	var rows []Row
	for _, q := range questions {
		for _, socket := range q.sockets {
			for _, passcred := range q.passcred {
				for _, send := range q.send {
					if err := ctx.Err(); err != nil {
						return rows, err
					}
					rows = append(rows, q.row(socket, passcred, send, named))
				}
			}
		}
	}
	return rows, nil
}

// row puts one question.
func (q question) row(socket, passcred, send string, named unix.Ucred) Row {
	row := Row{Socket: socket, PassCred: passcred, Send: send, Case: q.kind, Expected: q.expected(passcred, send), Source: q.source}
	var err error
	if row.Observed, row.Detail, err = q.answer(socket, passcred, send, named); err != nil {
		row.Observed, row.Why = "", err.Error()
	}
	return row
}

func (q question) answer(socket, passcred, send string, named unix.Ucred) (Answer, string, error) {
	if q.ask == nil {
		return accepted(socket)
	}
	p, err := open(socket, passcred)
	if err != nil {
		return "", "", err
	}
	defer p.close()
	if send == probes.SendExplicit {
		return q.ask(p, &named)
	}
	return q.ask(p, nil)
}

package catalog

import (
	"linebounce/probes"
	"linebounce/probes/counters"
	"linebounce/probes/messages"
	"linebounce/probes/sockets"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
	"linebounce/sim/paths"
)

func measured(build windows.Build) func(topology.Machine) probes.Source {
	return func(m topology.Machine) probes.Source { return windows.Source{Machine: m, Build: build} }
}

// with changes a scenario that the program itself wrote.
func with(s probes.Scenario, text string) probes.Scenario {
	changed, err := s.With(text)
	if err != nil {
		panic(err)
	}
	return changed
}

func counting() Experiment {
	a := probes.Scenario{
		Counter: probes.CounterEach, Line: probes.LineShared, Op: probes.OpLock, Batch: 1,
		Neighbours: probes.Off, Track: probes.Off, Writers: 2,
	}
	return Experiment{
		Name:     "counters",
		Headline: "padded over shared line",
		Note:     "a counter each, else the same",
		Question: "Each CPU adds to a counter of its own. Does it matter that the counters are neighbours?",
		Quantity: probes.OpsPerSecond,
		Default:  a,
		B:        with(a, "line=padded"),
		Words:    []string{"counter", "line", "op", "batch", "neighbours", "track", "cpus", "writers", "readers", "observers"},
		Source:   measured(counters.Build),
		Lab:      true,
	}
}

func messaging() Experiment {
	a := probes.Scenario{
		Path: paths.Always, Counter: probes.CounterOne, Line: probes.LineShared, Transport: probes.TransportRing,
		PidRef: probes.On, CredRef: probes.On, Neighbours: probes.On, PassCred: probes.PassCredOff, Track: probes.Off,
		Writers: 1, Readers: 1,
	}
	return Experiment{
		Name:     "messages",
		Headline: "on request over always",
		Note:     "ring, no system call",
		Question: "One CPU writes, another reads. What if each message also counts two references up and down?",
		Quantity: probes.MessagesPerSecond,
		Default:  a,
		B:        with(a, "path=request"),
		Words: []string{"path", "counter", "line", "transport", "pid-ref", "cred-ref", "neighbours", "passcred", "send", "socket", "size",
			"track", "cpus", "writers", "readers"},
		Source: measured(messages.Build),
		Lab:    true,
	}
}

func socketing() Experiment {
	a := probes.Scenario{
		Transport: probes.TransportSocketpair, PassCred: probes.PassCredReceiver, Send: probes.SendPlain,
		Socket: probes.SocketStream, Size: 100, Track: probes.Off, Writers: 1, Readers: 1,
	}
	return Experiment{
		Name:     "sockets",
		Headline: "SO_PASSCRED off over on",
		Note:     "real AF_UNIX socketpair",
		Question: "A real socket, the kernel of today. What does asking for the sender's credentials cost?",
		Quantity: probes.MessagesPerSecond,
		Default:  a,
		B:        with(a, "passcred=off"),
		Words: []string{"path", "counter", "line", "transport", "pid-ref", "cred-ref", "neighbours", "passcred", "send", "socket", "size",
			"track", "cpus", "writers", "readers"},
		Source: measured(sockets.Build),
		Lab:    true,
	}
}

package catalog

import (
	"linebounce/probes"
	"linebounce/probes/hackbench"
	"linebounce/probes/lock"
	"linebounce/probes/semaphores"
	"linebounce/probes/seqpacket"
	"linebounce/probes/topology"
)

func hackbenching() Experiment {
	a := probes.Scenario{
		PassCred: probes.PassCredReceiver, Size: 100, Runs: 10, Groups: 1, Senders: 20, Loops: 200, Mode: probes.ModeThreads,
	}
	return Experiment{
		Name:     "hackbench",
		Headline: "SO_PASSCRED off over on",
		Note:     "groups of threads or processes, as rt-tests",
		Question: "Many senders and receivers on a real kernel. What does asking for the sender's credentials cost?",
		Quantity: probes.MessagesPerSecond,
		Default:  a,
		B:        with(a, "passcred=off"),
		Words:    []string{"passcred", "size", "runs", "groups", "senders", "receivers", "loops", "mode"},
		Modes:    []string{probes.ModeThreads, probes.ModeProcesses},
		Source:   func(topology.Machine) probes.Source { return hackbench.Source() },
		Sized:    true,
	}
}

func packeting() Experiment {
	a := probes.Scenario{
		PassCred: probes.PassCredReceiver, Socket: probes.SocketSeqpacket, Size: 16, Messages: 1_000_000, Runs: 20,
	}
	return Experiment{
		Name:     "seqpacket",
		Headline: "SO_PASSCRED off over on",
		Note:     "small messages to a forked reader",
		Question: "Messages of 16 bytes from one process to another. What does asking for the sender's credentials cost?",
		Quantity: probes.MessagesPerSecond,
		Default:  a,
		B:        with(a, "passcred=off"),
		Words:    []string{"passcred", "socket", "size", "messages", "runs"},
		Source:   func(topology.Machine) probes.Source { return seqpacket.Source() },
		Sized:    true,
	}
}

func semaphoring() Experiment {
	a := probes.Scenario{Writers: 2, Mode: probes.ModeDouble, Semaphores: 256}
	return Experiment{
		Name:     "semaphores",
		Headline: "one operation a call over two",
		Note:     "System V semaphores, one a thread",
		Question: "Each thread has a semaphore of its own. What does it matter which lock the kernel takes for them?",
		Quantity: probes.OpsPerSecond,
		Default:  a,
		B:        with(a, "mode=single"),
		Words:    []string{"cpus", "writers", "mode", "semaphores"},
		Modes:    []string{probes.ModeDouble, probes.ModeSingle, probes.ModeAlternate},
		Source:   measured(semaphores.Build),
	}
}

func locking() Experiment {
	a := probes.Scenario{Writers: 2, Mode: probes.ModeBefore}
	return Experiment{
		Name:     "lock",
		Headline: "checks outside the lock over inside",
		Note:     "the ipc lock replayed, no system call",
		Question: "Each CPU changes a slot of its own under the array's lock. What if the permission checks are done before it is taken?",
		Quantity: probes.OpsPerSecond,
		Default:  a,
		B:        with(a, "mode=after"),
		Words:    []string{"cpus", "writers", "mode"},
		Modes:    []string{probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned},
		Source:   measured(lock.Build),
	}
}

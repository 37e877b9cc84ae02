package help

import "fmt"

// section is one part of the page. A paragraph that begins with a tab is code
// and is not wrapped.
type section struct {
	title      string
	paragraphs []string
}

func sections(lineBytes int, version string) []section {
	return []section{
		{"What a line is", []string{
			fmt.Sprintf("Memory travels between CPUs in cache lines, %d bytes each on this machine. Before a CPU may write any byte of a line, it must have the line for itself: every other copy is thrown away, and whoever wants to write next has to fetch it. When two CPUs keep writing, the line bounces.", lineBytes),
			"True sharing: both write the same counter. False sharing: each writes its own, but the counters lie on one line. Padding, a line for each counter, cures the second and not the first.",
		}},
		{"The letters M O E S I", []string{
			"M modified: this CPU has the only copy, and memory is out of date.",
			"O owned: modified, but others hold copies to read (AMD's protocols and others have it, Intel's do not).",
			"E exclusive: the only copy, not yet written.",
			"S shared: a copy to read; others may have one too.",
			"I invalid: nothing here; the next access must fetch the line.",
			"No program can see these states. The letters beside a CPU are inferred from who did the last operation on the line. Much of the time the line is really on its way; where that was worked out, on one machine, it was a third to a half of the time. O, E and S only appear where they can be inferred; a CPU that only reads leaves no trace, so it has no letter.",
		}},
		{"What is measured", []string{
			"A and B run in pairs of windows of about ten milliseconds, in an order drawn by coin, on the same workers, each bound to its CPU. The ratio is the median of B/A over the pairs, with a 95% interval that assumes nothing about their distribution. Where the interval holds 1, no difference was detected. A window in which a worker had less than 95% of its CPU is set aside and counted.",
			"The strip and the hand-offs come from captures: windows in between that count, by words on the line itself, whose operation followed whose. They are real and in order, and replayed as slowly as the screen says. How long a line travels is not measured, so the gap between two stays is not to scale. Captures are not compared, because counting slows a loop a little.",
			"The colour of a CPU is its colour everywhere. Everything on the screen is marked measured or recorded; what was published by others is marked published.",
		}},
		{"The hot loop of a counter", []string{
			"What each CPU does with op=lock, and nothing else:",
			"\tfor !stop.Over() {",
			"\t    for range 64 {",
			"\t        atomic.AddInt64(count, 1)",
			"\t    }",
			"\t    ops += 64",
			"\t}",
			"count is the CPU's own counter or the one for all; stop is a word that nobody writes during a window. With op=plain the add is *count++, with op=store a plain store, with op=load a plain load.",
		}},
		readLoop, spinLoop, ringLoops,
		{"The Simulator", []string{
			"A model of caches: what each CPU holds of each line, the requests that travel, and how long they take. It is a teaching model with the figures of a machine's preset, each with its source, and no claim about any chip; it has no store buffers, its caches never run full and an interconnect never gets slower by load. Everything it shows is simulated, every event of a run can be stepped over, forwards and back, and the same settings give the same run.",
			"A CPU that misses asks the home of the line: GetS to read, GetM to write. The home forwards that to the CPU that has the line, Fwd-GetS or Fwd-GetM, and that CPU sends the data; where only copies to read are about, Inv takes them away. Lanes show what each CPU did until now: it has a line (M, E or O), it waits for one, or it does other work.",
			"The curve is how much longer the run of the mail of 2011, hackbench 20 thread 2000, takes with credentials always than with credentials on request. Only the other work of a message is taken from that run, from its repaired time; the band shows what the range does in which the latency to the other socket was published.",
			"Break it plants a fault in the protocol. One of four promises breaks: one writer or many readers; every copy holds what was written last; no update is lost; every request is served. Step to the first event at which one does, and name it.",
		}},
		{"The Kernel", []string{
			"The truth table asks the kernel under this program, by real messages, who receives the sender's credentials (pid, uid, gid). SO_PASSCRED is set on neither end, on the sender, on the receiver or on both; plain is a write, explicit a message with SCM_CREDENTIALS. What is expected was seen on the kernel that is named; one that answers otherwise is a finding, not a failure.",
			"A card holds what was published of a repair, with its machine, beside what can be compared on this kernel: two arms in pairs of runs, in an order drawn by coin, and the median of their ratio with a 95% interval: 1.04× says that the second arm was 1.04 times as fast. Only ratios may be held side by side, for the machines are not the same. What is measured here is not the repair itself, which is in this kernel already, but the nearest that can still be switched: SO_PASSCRED, and calls on a semaphore array that take its lock.",
			"The profile samples a sender and a receiver in windows with SO_PASSCRED off and on, and shows by how much each function's share of all samples differs, in percentage points, with its interval. Strong ones leave 0 out. A ~ stands for the middle of a long name.",
			"Why so small here: the model runs the workload of 2011 on a machine like that of 2011 with fewer CPUs, and with more. These figures are simulated.",
		}},
		{"The Scope", []string{
			"A burst is a short run in which every worker writes down what it did. With one counter, the values that fetch-and-add returned are the order, exactly; elsewhere an owner word on the line tells it. Who had the line, in the exact order, is what the room shows: from the whole burst, where each column is a stretch of time and bars are the share of it that each CPU had the line, down to single operations, where each character is one and its digit says which CPU did it.",
			"The time is read once in a stretch of operations, for reading it at every hand-off would shorten the stays; in between, operations are taken to be evenly spread. So a time is as fine as the clock was read, which the screen says, and the order is exact whatever the time.",
			"An x marks a gap: a time in which a CPU was taken away from its worker, with how long, and by whom as far as the system's accounts tell: the host of a virtual machine, another task, this program's own scheduler, or unknown.",
			"The latency map times a line that goes to and fro between every two CPUs and halves it: below the diagonal its median in ns, above it what neighbours they are. The first look at all pairs is coarse and sharpens, until the interval of each median is within 5% or the time is over.",
		}},
		{"The Lessons", []string{
			"A lesson asks what will come out, and you commit to an answer before anything is shown. Then its stage runs: on this machine where it can, else on the model, and the lesson says which, with the interval and why. The room that shows it stands beside the lesson where the terminal has 120 columns; else w shows it.",
			"A right prediction is worth 3 points, one that came close fewer; each hint that was read takes one off, and time does not count. Where something comes out otherwise than the course claims, the lesson says so and no points are lost. What you do is kept in one file on this machine.",
		}},
		{"Keys on your keyboard", []string{
			"No function key is needed, and no mouse is used. For whoever has no arrows or page keys, or holds both hands still: Ctrl-P is up, Ctrl-N down, Ctrl-B left, Ctrl-F right, Ctrl-U page up, Ctrl-D page down, Ctrl-A home, Ctrl-E end. In tmux press Ctrl-B twice; in screen Ctrl-A, then a.",
			"Where brackets need a further key: in the Simulator page up and page down do what [ and ] do; < and > are also , and . there, - and + in the Lab, h (half) and d (double) in the Scope. A capital letter that means nothing is taken for the small one, as when caps lock is on. On Russian, Ukrainian and Greek keyboards a letter does what the key that it lies on does; Ctrl-C quits on any.",
		}},
		{"How to find this in your own program", []string{
			"perf c2c samples loads that hit a line which another CPU had modified (HITM):",
			"\tperf c2c record -a -- sleep 5",
			"\tperf c2c report --stdio",
			"Take the top line of the table and look at its offsets. Different offsets, some mostly stored to and some mostly loaded, suggest false sharing, unless they are a lock and what it guards; one offset is true contention. HITM counts loads only. Intel needs its load and store events, AMD needs IBS; a virtual machine usually has neither.",
		}},
		{"This program", []string{"linebounce " + version}},
	}
}

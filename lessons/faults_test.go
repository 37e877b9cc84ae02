package lessons

import (
	"strings"
	"testing"
)

// Each is a file with one fault, and where that is and how its description
// begins.
func TestEveryFaultIsNamed(t *testing.T) {
	lab := func(lines string) string { return front + heading + "```lab\n" + lines + "```\n" }       // from line 9
	sim := func(lines string) string { return front + heading + "```simulator\n" + lines + "```\n" } // from line 9
	kernel := func(lines string) string { return front + heading + "```kernel\n" + lines + "```\n" } // from line 9
	claims := func(stage, lines string) string { return front + heading + stage + "```claims\n" + lines + "```\n" }
	asks := func(kind, lines string) string { return front + heading + "```" + kind + "\n" + lines + "```\n" }
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ": the file is empty"},
		{"blank", " \n\n", ": the file is empty"},
		{"a byte-order mark alone", "\uFEFF", ": the file is empty"},

		{"no front matter", heading, ":1: there is no front matter; wanted: --- alone on the first line"},
		{"no end", "---\nid: x\ntitle: X\nminutes: 5\n\n" + step, ":1: the front matter has no end; wanted: --- alone"},
		{"late", "\n" + front + heading, ":1: the front matter does not begin on the first line"},
		{"no value", "---\nid: x\ntitle:\nminutes: 5\n---\n" + heading, ":3: title has no value; wanted: one line"},
		{"no word", "---\nid: x\ntitle: X\nminutes 5\nminutes: 5\n---\n" + heading, `:4: "minutes 5" is not a word with its value`},
		{"two words", "---\nid: x\nid: y\ntitle: X\nminutes: 5\n---\n" + heading, ":3: id stands on line 2 already"},
		{"id", "---\nid: two--cpus\ntitle: X\nminutes: 5\n---\n" + heading, `:2: id is "two--cpus"`},
		{"long id", "---\nid: " + strings.Repeat("x", 65) + "\ntitle: X\nminutes: 5\n---\n" + heading, `:2: id is "xxx`},
		{"kind", "---\nid: x\nkind: exam\ntitle: X\nminutes: 5\n---\n" + heading, `:3: kind is "exam"; wanted: lesson, test or page`},
		{"no minutes", "---\nid: x\ntitle: X\nminutes: 0\n---\n" + heading, `:4: minutes is "0"`},
		{"needs", "---\nid: x\ntitle: X\nminutes: 5\nneeds: two-cpus, luck\n---\n" + heading, `:5: needs is "two-cpus, luck"`},
		{"after", "---\nid: x\ntitle: X\nminutes: 5\nafter: a,,b\n---\n" + heading, `:5: after is "a,,b"`},
		{"after twice", "---\nid: x\ntitle: X\nminutes: 5\nafter: a, a\n---\n" + heading, `:5: after is "a, a"`},

		{"tab", front + "## One\nProse.\n\tMore.\n", ":8: a tab stands here; wanted: spaces"},
		{"tabs", front + "## One\nA\tb.\nc\td\ne\tf\n", ":7: a tab stands here, and the same on 2 lines more"},
		{"nul", front + "## One\nProse\x00.\n", ":7: a control character stands here"},
		{"escape", front + "## One\nProse \x1b[31m.\n", ":7: a control character stands here"},
		{"escape by number", front + "## One\nx\nProse &#27;[31m.\n", ":8: a control character is written here by its number"},
		{"utf-8", front + "## One\nProse \xff.\n", ":7: bytes that are not UTF-8 stand here; wanted: a file saved as UTF-8"},
		{"carriage return", front + "## One\nProse\r.\n", ":7: a control character stands here"},
		{"no blank line", front + "## One\n\n" + strings.Repeat("Word.\n", 1000), ":8: more than 4096 bytes follow without a blank line"},

		{"no step", front, ": the lesson has no step"},
		{"prose first", front + "Prose.\n\nMore.\n" + heading, ":6: something stands before the first step"},
		{"fence first", front + stage + heading, ":6: something stands before the first step"},
		{"code first", front + "```\ncode\n```\n" + heading, ":6: something stands before the first step"},
		{"part first", front + "### Hint\n" + heading, `:6: "Hint" belongs to no step`},
		{"no title", front + "##\nProse.\n", ":6: a step has no title"},
		{"level 1", front + heading + "# Up\n", ":8: a heading of level 1"},
		{"level 5", front + heading + "##### Down\n", ":8: a heading of level 5"},
		{"underlined", front + heading + "\nProse\n---\n", ":9: text with a line below it is a heading"},
		{"part", front + heading + "### Answer\n", `:8: "Answer" is no part of a step; wanted: ### Hint, ### Explanation or ### Notes`},
		{"two explanations", front + step + "### Explanation\nx\n", ":27: the step has Explanation already"},
		{"nothing said", front + "## One\n### Explanation\nx\n", ":6: a step says nothing"},
		{"hint for nothing", front + heading + "### Hint\nx\n", ":6: a step that asks nothing has hints"},

		{"html", front + heading + "\n<b>\nx\n</b>\n", ":9: HTML is not shown; wanted: Markdown"},
		{"html in a line", front + heading + "\nx\n<b>y\n", ":10: HTML is not shown"},
		{"picture", front + heading + "![a](b)\n", ":8: a picture is not shown"},
		{"rule", front + heading + "\n---\n", ":9: a rule is not shown"},
		{"comment", front + heading + "\n<!-- x\n\n## Two\nMore.\n", ":9: the comment has no end; wanted: -->"},
		{"behind a comment", front + heading + "\n<!-- x\n--> Prose.\n", ":10: what stands behind a comment is not shown"},

		{"two stages", front + heading + stage + "```kernel\nexperiment: credentials\n```\n", ":13: the step has a stage already"},
		{"two questions", front + heading + choice + choice, ":13: the step has a question already"},
		{"two fences of claims", front + heading + stage + claim + claim, ":16: the step has claims already"},
		{"fence in a part", front + heading + "### Notes\n" + stage, ":9: a fence lab has no place here"},
		{"fence in a list", front + heading + "- x\n\n  ```lab\n  experiment: counters\n  ```\n", ":10: a fence lab has no place here"},
		{"fence behind", front + heading + "```lab now\nexperiment: counters\nA: line=shared\n```\n", ":8: something stands behind ```lab"},
		{"fence misspelt", front + heading + stage + "```claim\nB/A ops_per_s > 2\n```\n", `:13: "claim" is no fence of a lesson; wanted: ` + "```claims"},
		{"fence in capitals", front + heading + "```Lab\nexperiment: counters\nA: line=shared\n```\n", `:8: "Lab" is no fence of a lesson`},
		{"no end of a stage", front + heading + "```lab\nexperiment: counters\nA: line=shared\n\n## Two\nx\n", ":8: the fence ```lab has no end"},
		{"no end before a part", front + heading + "```lab\nexperiment: counters\nA: line=shared\n\n### Notes\nx\n", ":8: the fence ```lab has no end"},
		{"no end before a fence", front + heading + "```lab\nexperiment: counters\nA: line=shared\n\n" + choice, ":8: the fence ```lab has no end"},
		{"no end of code", front + heading + "```go\nx := 1\n\n## Two\nx\n", ":8: the fence ```go has no end"},

		{"stage's word", lab("experiment: counters\nA: line=shared\nspeed: 3\n"), `:11: "speed" is not a word of a stage; wanted: experiment, A, B, machine, cpus`},
		{"stage's line", lab("experiment: counters\nA: line=shared\nline=padded\n"), `:11: "line=padded" is not a word with its value`},
		{"stage's word twice", lab("experiment: counters\nA: line=shared\nA: line=padded\n"), ":11: A stands on line 10 already"},
		{"empty arm", lab("experiment: counters\nA:\n"), ":10: A has no value"},
		{"no experiment", lab("A: line=shared\n"), ":8: the stage names no experiment; wanted: experiment: counters, messages, sockets"},
		{"unknown experiment", lab("experiment: counter\nA: line=shared\n"), `:9: experiment "counter" is not shown in the room lab; wanted: counters, messages`},
		{"not in the Lab", lab("experiment: hackbench\nA: groups=1\n"), `:9: experiment "hackbench" is not shown in the room lab`},
		{"not in the Kernel", kernel("experiment: counters\nA: line=shared\n"), `:9: experiment "counters" is not shown in the room kernel; wanted: hackbench, seqpacket, semaphores, sockets, credentials`},
		{"not in the model", sim("experiment: seqpacket\nA: size=16\n"), `:9: experiment "seqpacket" is not shown in the room simulator; wanted: counters, messages, sockets`},
		{"no arm", lab("experiment: counters\n"), ":8: the stage has no arm A; wanted: A: and a scenario, such as counter=each"},
		{"B alone", lab("experiment: counters\nB: line=shared\n"), ":8: the stage has no arm A"},
		{"arms of the truth table", kernel("experiment: credentials\nA: passcred=on\n"), ":10: the truth table asks every question there is"},
		{"scenario's word", lab("experiment: counters\nA: colour=red\n"), `:10: A: "colour" is not a word of a scenario; wanted: path, counter`},
		{"word of another", lab("experiment: counters\nA: path=always\n"), `:10: A: "path=always" means nothing in this experiment; wanted: counter, line`},
		{"word twice", lab("experiment: counters\nA: line=shared line=padded\n"), `:10: A: "line=padded" is named twice`},
		{"CPUs", lab("experiment: counters\nA: line=shared\nB: cpus=0,1,2\n"), `:11: B: "cpus=0,1,2" names 3 CPUs for 2 workers`},
		{"mode of another", kernel("experiment: semaphores\nA: mode=threads\n"), `:10: A: "mode=threads" means nothing in this experiment; wanted: double, single, alternate`},
		{"machine of the Lab", lab("experiment: counters\nA: line=shared\nmachine: 2011\n"), ":11: machine is of the Simulator"},
		{"cpus of the Kernel", kernel("experiment: sockets\nA: passcred=on\ncpus: 8\n"), ":11: cpus is of the Simulator"},
		{"machine", sim("experiment: counters\nA: line=shared\nmachine: cray\n"), `:11: machine "cray" is not known; wanted: 2011`},
		{"machine's path", sim("experiment: counters\nA: line=shared\nmachine: ../x.json\n"), `:11: machine "../x.json" is not known`},
		{"cpus", sim("experiment: counters\nA: line=shared\ncpus: many\n"), `:11: cpus is "many"; wanted: a whole number from 1 to`},
		{"cpus of sockets", sim("experiment: sockets\nA: passcred=on\ncpus: 8\n"), ":11: the model cannot give sockets to every CPU of a machine; wanted: hackbench, counters, messages"},
		{"cpus and writers", sim("experiment: counters\nA: writers=3\ncpus: 8\n"), `:10: A: "writers=3" means nothing where every CPU of a machine has work`},
		{"model's path", sim("experiment: messages\nA: path=noref send=explicit\ncpus: 8\n"), `:10: A: "send=explicit" has no known cost on path "noref"; wanted: send=plain`},
		{"model's hackbench", sim("experiment: hackbench\nA: path=always\nB: counter=each\ncpus: 16\n"), `:11: B: "counter=each" does not fit hackbench`},
		{"model's threads", sim("experiment: hackbench\nA: mode=processes\n"), `:10: A: "mode=processes" means nothing in this experiment; wanted: threads`},
		{"CPUs that a machine has not", sim("experiment: counters\nA: line=shared\nmachine: client-ring\ncpus: 64\n"), ":12: machine client-ring has"},
		{"too many workers", sim("experiment: counters\nA: writers=17\n"), `:10: A: "writers=17" makes 17 workers, more than the 16 CPUs of this machine`},

		{"nothing asked", asks("choose", "* Yes.\n- No.\n"), ":8: the question asks nothing"},
		{"no right answer", asks("choose", "What?\n- Yes.\n- No.\n"), ":8: the question has no right answer"},
		{"two right answers", asks("choose", "What?\n* Yes.\n* No.\n"), ":11: the question has a second right answer"},
		{"one answer", asks("choose", "What?\n* Yes.\n"), ":8: the question has 1 answer; wanted: 2 to 9"},
		{"no answer", asks("choose", "What?\n"), ":8: the question has 0 answers"},
		{"ten answers", asks("choose", "What?\n* Yes.\n- 1\n- 2\n- 3\n- 4\n- 5\n- 6\n- 7\n- 8\n- 9\n"), ":8: the question has 10 answers"},
		{"the same answer", asks("choose", "What?\n* Yes.\n- Yes.\n"), `:11: "Yes." is an answer already`},
		{"belief of the right one", asks("choose", "What?\n* Yes. | a belief\n- No.\n"), ":10: a right answer shows no belief"},
		{"no belief", asks("choose", "What?\n* Yes.\n- No. | \n"), ":11: no belief stands after |"},
		{"wrapped answer", asks("choose", "What?\n* Yes.\n- No,\n  never.\n"), `:12: "never." is no answer; wanted: * and the right answer`},
		{"order", asks("order", "What?\n1. a\n3. b\n"), ":11: option 3. is out of its place; wanted: 2."},
		{"no value", asks("number", "What?\n"), ":8: the question does not say which value it asks for; wanted: = and the value"},
		{"two values", front + heading + stage + "```number\nWhat?\n= B/A ops_per_s\n= ops_per_s A\n```\n", ":16: the question asks for a second value"},
		{"unknown value", front + heading + stage + "```number\nWhat?\n= B/A speed\n```\n", `:15: "speed" is no quantity`},
		{"number of no stage", asks("number", "What?\n= B/A ops_per_s\n"), ":8: a number is asked for on a step without a stage"},
		{"number of no figure", front + heading + stage + "```number\nWhat?\n= B/A messages_per_s\n```\n", ":15: counters has no messages_per_s; wanted: ops_per_s, handoffs"},

		{"no claims", claims(stage, ""), ":13: the fence claims nothing"},
		{"claim without stage", claims("", "B/A ops_per_s > 2\n"), ":9: a claim stands on a step without a stage"},
		{"claim's quantity", claims(stage, "B/A messages_per_s > 2\n"), ":14: counters has no messages_per_s"},
		{"claim's bound", claims(stage, "B/A ops_per_s > 2 x lost_share A\n"), ":14: arm A loses nothing with op=lock; wanted: op=plain"},
		{"claim's arm", claims("```lab\nexperiment: counters\nA: line=shared\n```\n", "B/A ops_per_s > 2\n"), ":13: B/A ops_per_s needs an arm B"},
		{"claim's role", claims(stage, "observer B/A ops_per_s > 2\n"), ":14: arm A has no observer; wanted: adder"},
		{"claim's other role", claims("```lab\nexperiment: counters\nA: writers=1\nB: writers=1 observers=1\n```\n", "observer ops_per_s A > 2\n"), ":14: arm A has no observer; wanted: adder"},
		{"claim's state", claims("```lab\nexperiment: counters\nA: writers=1\nB: writers=1 line=padded\n```\n", "B/A ops_per_s > 2 in far\n"), ":14: in far: counters has no latency_ns"},
		{"this step", claims(stage, "B/A ops_per_s > 2 x step 1\n"), ":14: step 1 is not before step 1"},
		{"stageless step", front + "## One\nx\n## Two\n" + stage + "```claims\nB/A ops_per_s > 2 x step 1\n```\n", ":15: step 1 has no stage"},
		{"other step", front + heading + "```kernel\nexperiment: credentials\n```\n## Two\n" + stage + "```claims\nB/A ops_per_s > 2 x step 1\n```\n", ":18: step 1: credentials has no ops_per_s"},
		{"truth table", claims("```kernel\nexperiment: credentials\n```\n", "B/A ops_per_s > 2\n"), ":12: credentials has no ops_per_s; wanted: differing"},
		{"simulated truth", claims("```kernel\nexperiment: credentials\n```\n", "differing < 1 on simulated\n"), ":12: the truth table is never simulated"},
		{"no truth table", claims(stage, "differing < 1\n"), ":14: counters has no differing"},
		{"measured model", claims("```simulator\nexperiment: counters\nA: line=shared\nB: line=padded\ncpus: 8\n```\n", "B/A ops_per_s > 2 on measured\n"), ":15: a stage of the Simulator is never measured"},
		{"whole machine's role", claims("```simulator\nexperiment: counters\nA: line=shared\nB: line=padded\ncpus: 8\n```\n", "adder B/A ops_per_s > 2\n"), ":15: roles are not told apart on a whole machine"},
		{"whole run's operations", claims("```kernel\nexperiment: hackbench\nA: passcred=on\nB: passcred=off\n```\n", "B/A ops_per_s > 2\n"), ":14: hackbench has no ops_per_s; wanted: messages_per_s"},

		{"stage in a test", "---\nid: x\ntitle: X\nminutes: 5\nkind: test\n---\n## One\n" + stage + choice, ":7: a step of a test has a stage"},
		{"explanation in a test", "---\nid: x\ntitle: X\nminutes: 5\nkind: test\n---\n## One\n" + choice + "### Explanation\nx\n", ":7: a step of a test has an explanation"},
		{"no question in a test", "---\nid: x\ntitle: X\nminutes: 5\nkind: test\n---\n## One\n### Notes\nx\n", ":7: a step of a test asks nothing"},
	} {
		got := parsed(t, c.text)
		if len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%s: got\n%s\nwant one fault that begins\n%s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}

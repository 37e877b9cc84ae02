package plain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linebounce/assets/published"
	"linebounce/probes/catalog"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
	cards "linebounce/ui/tui/kernel"
	"linebounce/ui/wording"
)

// kernel is the room of the kernel under the program, whatever recording the Lab
// may tell.
type kernel struct {
	*session
	found map[string]string // by story, what was measured
}

func (k *kernel) name() string        { return "kernel" }
func (k *kernel) leave()              {}
func (k *kernel) settled() bool       { return true }
func (k *kernel) answers(string) bool { return false }

func (k *kernel) enter() {
	k.say("The Kernel, %s: who receives which credentials, and what that costs, then and now. table asks; measure and the name of a story measures.", orUnknown(k.options.Here.Kernel))
	for _, s := range cards.Stories() {
		k.story(s)
	}
}

func orUnknown(kernel string) string {
	if kernel == "" {
		return "unnamed"
	}
	return kernel
}

// inWords writes the units of published figures out.
func inWords(figures string) string {
	return strings.NewReplacer("M/s", "million a second", " s,", " seconds,").Replace(figures)
}

// story tells what was published, and what was measured of it.
func (k *kernel) story(s cards.Story) {
	k.say("%s (measure %s), published: %s. %s", s.Title, s.Name, inWords(s.Published), wording.Sentence(s.About))
	if text := k.found[s.Name]; text != "" {
		k.say("Measured here, %s: %s", s.Compares, text)
	}
}

func (k *kernel) more() { k.enter() }

func (k *kernel) words() []word {
	var names []string
	for _, s := range cards.Stories() {
		names = append(names, s.Name)
	}
	return []word{
		{"table", "[stream|dgram|seqpacket]", "asks this kernel who receives which credentials", []string{"t"}, k.table},
		{"measure", "NAME", "measures one of " + strings.Join(names, ", ") + ", in some seconds", nil, k.measure},
		{"profile", "", "tells where the kernel spends its time with SO_PASSCRED off and on, in some seconds", []string{"f"}, k.profile},
	}
}

// table asks the questions of the truth table and tells the answers.
func (k *kernel) table(socket string) {
	k.begin("the table", func(ctx context.Context) (func(), error) {
		rows, err := credentials.Run(ctx)
		if err != nil {
			return nil, err
		}
		return func() {
			k.line(cards.Agreement(rows))
			for _, r := range rows {
				if socket == "" || r.Socket == socket {
					k.line(answer(r))
				}
			}
		}, nil
	})
}

// answer tells one question and what the kernel answered.
func answer(r credentials.Row) string {
	text := fmt.Sprintf("%s, SO_PASSCRED %s, sent %s", r.Socket, r.PassCred, r.Send)
	if r.Case != credentials.Usual {
		text += ", " + string(r.Case)
	}
	switch {
	case !r.Shown():
		return text + ": not asked. " + wording.Sentence(r.Why)
	case !r.Same():
		return fmt.Sprintf("%s: %s. Expected: %s.", text, r.Observed, r.Expected)
	}
	return fmt.Sprintf("%s: %s, as expected.", text, r.Observed)
}

// measure compares the two arms of a story.
func (k *kernel) measure(name string) {
	stories, workloads := cards.Stories(), cards.Workloads()
	i := slices.IndexFunc(stories, func(s cards.Story) bool { return s.Name == name })
	e, err := catalog.Find(name)
	if i < 0 || err != nil {
		k.say("There is no story %q to measure; help measure names them.", name)
		return
	}
	story, w := stories[i], workloads[i]
	measure := cards.Of(e, func() topology.Machine { return k.options.Here }, w.A, w.B, w.For)
	k.say("Measuring %s, %s, for about %.0f seconds.", story.Title, story.Compares, w.For.Seconds())
	k.begin("measuring "+story.Title, func(ctx context.Context) (func(), error) {
		d, err := measure(ctx, func(float64) {})
		if err != nil {
			return nil, err
		}
		return func() {
			if k.found == nil {
				k.found = map[string]string{}
			}
			k.found[name] = measured(e, w, d)
			k.story(story)
		}, nil
	})
}

// measured says what was found of a story's two arms, and what that rests on.
func measured(e catalog.Experiment, w cards.Workload, d cards.Measured) string {
	a, _ := e.Default.With(w.A) // they were measured just now
	b, _ := e.Default.With(w.B)
	text := fmt.Sprintf("A has %s, B %s. %s This rests on %s", w.A, w.B, found(e.Name, a, b, d.Ratio), wording.Count(d.Pairs, "pair"))
	if d.SetAside > 0 {
		text += fmt.Sprintf("; %d set aside", d.SetAside)
	}
	if d.Unpinned {
		text += "; unpinned"
	}
	return text + "."
}

// shownSymbols is how many functions of a profile are told.
const shownSymbols = 12

// profile tells the kernel's functions whose share differs most.
func (k *kernel) profile(string) {
	if err := profile.Check(); err != nil {
		k.line(wording.Sentence(err.Error()))
		return
	}
	k.say("Profiling for %.0f seconds.", cards.ProfileFor.Seconds())
	k.begin("the profile", func(ctx context.Context) (func(), error) {
		p, err := profile.Run(ctx, k.options.Here, cards.ProfileFor, func(float64) {})
		if err != nil {
			return nil, err
		}
		return func() {
			k.say("The profile, measured: shares of all samples in percent, over %s of windows, the largest difference first.", wording.Count(p.Pairs, "pair"))
			for _, s := range p.Symbols[:min(len(p.Symbols), shownSymbols)] {
				text := fmt.Sprintf("%s: off %.1f, on %.1f, difference %+.1f", s.Name, s.Off, s.On, s.Difference.Median)
				if s.Difference.Known() {
					text += fmt.Sprintf(", %+.1f to %+.1f", s.Difference.Low, s.Difference.High)
				}
				k.line(text + ".")
			}
			if then, err := published.Profile2011(); err == nil {
				k.say("Published in 2011, before the repair, by E. Dumazet:")
				for _, s := range then.Symbols {
					k.say("%s: %.2f percent.", s.Symbol, s.Percent)
				}
			}
			for _, text := range p.Warnings {
				k.line(wording.Sentence(text))
			}
		}, nil
	})
}

// published2011 tells what was published of a story, "" for none.
func published2011(name string) string {
	for _, s := range cards.Stories() {
		if s.Name == name {
			return fmt.Sprintf("Published: %s. %s", inWords(s.Published), wording.Sentence(s.About))
		}
	}
	return ""
}

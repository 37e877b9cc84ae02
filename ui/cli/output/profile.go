package output

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"linebounce/assets/published"
	"linebounce/probes"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// Profile is where the kernel spent its time, ready for text, JSON or CSV.
type Profile struct {
	Machine   topology.Machine
	Result    profile.Result
	Published published.Profile
	Origin    probes.Origin // "" for measured
	Made      time.Time     // when a recording was made, zero for another profile
	Again     string        // the command line that runs it once more
}

// Write prints the profile in a format.
func (p Profile) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return p.json(w)
	case CSV:
		return p.csv(w)
	}
	return p.text(w)
}

type symbolDocument struct {
	Symbol     string   `json:"symbol"`
	Off        float64  `json:"off"`
	On         float64  `json:"on"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
}

type counterDocument struct {
	Name   string           `json:"name"`
	Counts string           `json:"counts"`
	Off    *probes.Interval `json:"off"` // a message
	On     *probes.Interval `json:"on"`
}

type samplingDocument struct {
	Event   string `json:"event"`
	Rate    int    `json:"rate_hz"`
	Pairs   int    `json:"pairs"`
	Samples struct {
		Off int `json:"off"`
		On  int `json:"on"`
	} `json:"samples"`
	Lost int `json:"lost"`
}

func (p Profile) json(w io.Writer) error {
	r := p.Result
	d := struct {
		Document
		Sampling  samplingDocument  `json:"sampling"`
		Symbols   []symbolDocument  `json:"symbols"`
		Counters  []counterDocument `json:"counters"`
		Published published.Profile `json:"published"`
	}{
		Document: newDocument(p.Origin, p.Made, p.Machine), Sampling: samplingDocument{Event: r.Event, Rate: r.Rate, Pairs: r.Pairs, Lost: r.Lost},
		Symbols: []symbolDocument{}, Counters: []counterDocument{}, Published: p.Published,
	}
	d.Experiment = new("profile")
	d.Sampling.Samples.Off, d.Sampling.Samples.On = r.Samples[profile.Off], r.Samples[profile.On]
	d.Warnings = append(d.Warnings, p.warnings()...)
	for i, scenario := range r.Arms {
		arm := newArmDocument(Arm{Name: string(rune('A' + i)), Scenario: scenario, Messages: &r.Messages[i]})
		arm.Windows = r.Pairs
		d.Arms = append(d.Arms, arm)
	}
	for _, s := range r.Symbols {
		d.Symbols = append(d.Symbols, symbolDocument{
			s.Name, s.Off, s.On, finite(&s.Difference.Median), finite(&s.Difference.Low), finite(&s.Difference.High),
		})
	}
	for _, c := range r.Counters {
		d.Counters = append(d.Counters, counterDocument{c.Name, c.Counts, &c.PerMessage[profile.Off], &c.PerMessage[profile.On]})
	}
	return WriteDocument(w, d)
}

func (p Profile) csv(w io.Writer) error {
	t := csv.NewWriter(w)
	_ = t.Write([]string{"source", "cpu_model", "kernel", "event", "symbol", "off", "on", "difference", "low", "high"}) // the error is kept until Error
	for _, s := range p.Result.Symbols {
		_ = t.Write([]string{string(cmp.Or(p.Origin, probes.Measured)), p.Machine.Model, p.Machine.Kernel, p.Result.Event, s.Name,
			cell(s.Off), cell(s.On), cell(s.Difference.Median), cell(s.Difference.Low), cell(s.Difference.High)})
	}
	t.Flush()
	return t.Error()
}

// worthALine is the share in percent from which text lists a symbol that did
// not move. JSON and CSV have them all.
const worthALine = 1

func (p Profile) text(w io.Writer) error {
	var b strings.Builder
	r := p.Result
	fmt.Fprintf(&b, "kernel profile, %s on %s\n\n", told(p.Origin, p.Made), Describe(p.Machine))
	fmt.Fprintf(&b, "%d and %d samples of %s, %d for each second of CPU time; SO_PASSCRED off and on, %s of windows\n",
		r.Samples[profile.Off], r.Samples[profile.On], r.Event, r.Rate, wording.Count(r.Pairs, "pair"))
	fmt.Fprintf(&b, "messages/s meanwhile: %s and %s\n\n", interval(&r.Messages[profile.Off]), interval(&r.Messages[profile.On]))
	if len(r.Symbols) == 0 {
		b.WriteString("No pair of windows counted; a longer run has more.\n")
	} else {
		p.symbols(&b)
		p.then(&b)
	}
	for _, c := range r.Counters {
		fmt.Fprintf(&b, "%s (%s), a message: off %s, on %s\n", c.Name, c.Counts, few(c.PerMessage[profile.Off]), few(c.PerMessage[profile.On]))
	}
	for _, text := range append(p.notes(), p.warnings()...) {
		fmt.Fprintf(&b, "note: %s\n", text)
	}
	if p.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", p.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p Profile) symbols(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "off\ton\tdifference\t95% interval\t   symbol")
	quiet := 0
	var more []string
	for _, s := range p.Result.Symbols {
		if s.Moved() && s.Difference.Median > 0 {
			more = append(more, s.Name)
		}
		if !s.Moved() && s.Off < worthALine && s.On < worthALine {
			quiet++
			continue
		}
		fmt.Fprintf(t, "%.2f%%\t%.2f%%\t%+.2f\t%s\t   %s\n", s.Off, s.On, s.Difference.Median, span(s.Difference), s.Name)
	}
	_ = t.Flush() // into memory
	if quiet > 0 {
		fmt.Fprintf(b, "and %s below %d%% that did not move\n", wording.Count(quiet, "symbol"), worthALine)
	}
	if len(more) > 0 {
		fmt.Fprintf(b, "\nMore with SO_PASSCRED on, the interval above 0: %s.\n", strings.Join(more, ", "))
	} else {
		b.WriteString("\nNo symbol has a larger share with SO_PASSCRED on that chance does not explain; a longer run has more samples.\n")
	}
}

func span(i probes.Interval) string {
	if !i.Known() {
		return "too few"
	}
	return fmt.Sprintf("%+.2f to %+.2f", i.Low, i.High)
}

// then prints the published profile beside what the same symbols have here.
func (p Profile) then(b *strings.Builder) {
	here := map[string]profile.Symbol{}
	for _, s := range p.Result.Symbols {
		here[s.Name] = s
	}
	fmt.Fprintf(b, "\npublished: %s\n(%s)\n\n", p.Published.What, p.Published.Source)
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "2011\there, on\t   symbol")
	for _, s := range p.Published.Symbols {
		now := "-"
		if seen, found := here[s.Symbol]; found {
			now = fmt.Sprintf("%.2f%%", seen.On)
		}
		fmt.Fprintf(t, "%.2f%%\t%s\t   %s\n", s.Percent, now, s.Symbol)
	}
	_ = t.Flush() // into memory
	b.WriteString("- was not seen here; many of these functions have gone or are part of others today\n\n")
}

// warnings is what was not as it should be.
func (p Profile) warnings() []string {
	r := p.Result
	list := append([]string{}, r.Warnings...)
	if r.Pairs > 0 && math.IsNaN(r.Messages[profile.Off].Median+r.Messages[profile.On].Median) {
		list = append(list, "The rate of messages is not known: something else took these CPUs in every window of an arm. The shares are of the workers' own time.")
	}
	if r.Lost > 0 {
		list = append(list, fmt.Sprintf("The kernel lost %s.", wording.Count(r.Lost, "sample")))
	}
	if r.Absent != "" {
		list = append(list, r.Absent)
	}
	return list
}

// notes is how to read the figures.
func (p Profile) notes() []string {
	var list []string
	if len(p.Result.Symbols) > 0 {
		list = append(list, "Shares add up to 100: where one symbol grows, others shrink. The difference is the median over blocks of windows; "+
			"with intervals of 95% one symbol in twenty moves by chance.")
	}
	if p.Result.Event == "cpu-clock" {
		list = append(list, "cpu-clock is a timer: code that runs with interrupts off shows where they come on again.")
	}
	return list
}

// few writes a count for each message.
func few(i probes.Interval) string {
	switch {
	case math.IsNaN(i.Median):
		return "-"
	case !i.Known():
		return fmt.Sprintf("%.3g", i.Median)
	}
	return fmt.Sprintf("%.3g (%.3g to %.3g)", i.Median, i.Low, i.High)
}

package output

import (
	"io"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/ui/results"
)

// compareDocument has the fields of every document: source, machine and
// experiment are null where the files have several.
type compareDocument struct {
	Schema     int                `json:"schema"`
	Source     *probes.Origin     `json:"source"`
	RecordedAt *time.Time         `json:"recorded_at"`
	Machine    *MachineDocument   `json:"machine"`
	Experiment *string            `json:"experiment"`
	Arms       []armDocument      `json:"arms"`
	Ratio      *ratioDocument     `json:"ratio"`
	Warnings   []string           `json:"warnings"`
	Files      []comparedFile     `json:"files"`
	Groups     []groupDocument    `json:"groups"`
	Scalings   []scalingDocument  `json:"scalings"`
	Maps       []nearnessDocument `json:"maps"`
	Bursts     []burstDocument    `json:"bursts"`
}

type comparedFile struct {
	Name       string          `json:"name"` // that the rows have
	Path       string          `json:"path"`
	Source     probes.Origin   `json:"source"`
	RecordedAt *time.Time      `json:"recorded_at"`
	Machine    MachineDocument `json:"machine"`
}

type groupDocument struct {
	Experiment string            `json:"experiment"`
	Quantity   probes.Quantity   `json:"quantity"`
	A          string            `json:"a"` // the words that all rows share
	B          *string           `json:"b"`
	Words      []string          `json:"words"` // that differ
	Rows       []rowOfDocument   `json:"rows"`
	Summaries  []summaryDocument `json:"summaries"`
	Repeats    []repeatDocument  `json:"repeats"`
}

type rowOfDocument struct {
	File    string            `json:"file"`
	Words   map[string]string `json:"words"` // those that differ, "x to y" where B has another than A
	A       comparedArm       `json:"a"`
	B       *comparedArm      `json:"b"`
	Ratio   *ratioDocument    `json:"ratio"`
	Finding *string           `json:"finding"` // faster, slower, none, too few or no interval
}

type comparedArm struct {
	Scenario string          `json:"scenario"`
	Rate     probes.Interval `json:"rate"`
	Windows  int             `json:"windows"`
	SetAside int             `json:"set_aside"`
	Unpinned bool            `json:"unpinned"`
}

type summaryDocument struct {
	Words      string         `json:"words"`
	Simulated  bool           `json:"simulated"`
	Results    int            `json:"results"`
	Machines   int            `json:"machines"` // kinds that the files tell apart
	Findings   map[string]int `json:"findings"`
	RatioLow   *float64       `json:"ratio_lowest"`
	RatioMid   *float64       `json:"ratio_median"`
	RatioUpper *float64       `json:"ratio_highest"`
}

type repeatDocument struct {
	First   string           `json:"first"`
	Second  string           `json:"second"`
	Changed string           `json:"changed"` // settings of the machine
	Arms    []changeDocument `json:"arms"`
}

type changeDocument struct {
	Arm     string          `json:"arm"`
	Ratio   probes.Interval `json:"ratio"` // of the second to the first; without an interval where a file has no windows
	Windows bool            `json:"windows"`
	Overlap bool            `json:"intervals_overlap"`
}

func (c Compare) json(w io.Writer) error {
	d := compareDocument{
		Schema: Schema, Arms: []armDocument{}, Warnings: []string{}, Files: []comparedFile{}, Groups: []groupDocument{},
		Scalings: c.scalingDocuments(), Maps: c.mapDocuments(), Bursts: c.burstDocuments(),
	}
	for i, f := range c.Files {
		d.Files = append(d.Files, newComparedFile(f, c.names[i]))
		for _, text := range f.Warnings {
			d.Warnings = append(d.Warnings, c.names[i]+": "+text)
		}
	}
	if _, same := alike(c.Files, func(f results.File) string { return string(f.Source) }); same {
		d.Source = &c.Files[0].Source
	}
	if _, same := alike(c.Files, func(f results.File) string { return machineText(f.Machine) }); same {
		d.Machine = &d.Files[0].Machine
	}
	for i := range c.groups {
		d.Groups = append(d.Groups, newGroupDocument(&c.groups[i]))
	}
	if len(c.groups) > 0 {
		if name, same := alike(c.groups, func(g results.Group) string { return g.Experiment }); same {
			d.Experiment = &name
		}
	}
	return WriteDocument(w, d)
}

func newComparedFile(f results.File, name string) comparedFile {
	m := f.Machine
	d := comparedFile{Name: name, Path: f.Path, Source: f.Source, Machine: MachineDocument{
		CPUModel: known(m.Model), CPUs: m.CPUs, LineBytes: m.LineBytes, LineBytesSource: m.LineSource, Kernel: known(m.Kernel), Arch: known(m.Arch),
		Governor: known(m.Governor), Turbo: known(m.Turbo), SMT: known(m.SMT), Hypervisor: m.Hypervisor,
	}}
	if !f.Made.IsZero() {
		d.RecordedAt = &f.Made
	}
	return d
}

func newGroupDocument(g *results.Group) groupDocument {
	d := groupDocument{
		Experiment: g.Experiment, Quantity: g.Quantity, A: g.A, Words: append([]string{}, g.Words...),
		Rows: []rowOfDocument{}, Summaries: []summaryDocument{}, Repeats: []repeatDocument{},
	}
	if !g.Alone {
		d.B = &g.B
	}
	for _, r := range g.Rows {
		d.Rows = append(d.Rows, newRowOfDocument(g, r))
	}
	for _, s := range g.Summaries() {
		found := map[string]int{}
		for outcome, name := range outcomes {
			found[name] = s.Outcomes[outcome]
		}
		d.Summaries = append(d.Summaries, summaryDocument{
			s.Words, s.Simulated, s.Rows, s.Machines, found, finite(&s.Low), finite(&s.Median), finite(&s.Top),
		})
	}
	repeats, _ := g.Repeats()
	for _, r := range repeats {
		repeat := repeatDocument{First: r.First.Name, Second: r.Second.Name, Changed: settings(r)}
		for i, change := range r.Arms {
			repeat.Arms = append(repeat.Arms, changeDocument{strings.ToUpper(string(rune('a' + i))), change.Ratio, change.Windows, change.Overlap})
		}
		d.Repeats = append(d.Repeats, repeat)
	}
	return d
}

func newRowOfDocument(g *results.Group, r results.Row) rowOfDocument {
	d := rowOfDocument{File: r.Name, Words: map[string]string{}, A: newComparedArm(r.Finding.Arms[0])}
	for _, word := range g.Words {
		d.Words[word] = r.Word(word)
	}
	if ratio := r.Finding.Ratio; ratio != nil {
		b := newComparedArm(r.Finding.Arms[1])
		d.B, d.Finding = &b, new(outcomes[r.Outcome()])
		d.Ratio = &ratioDocument{
			Of: "B/A", Quantity: g.Quantity, Median: finite(&ratio.Median), Low: finite(&ratio.Low), High: finite(&ratio.High),
			Confidence: ratio.Confidence, Pairs: r.Finding.Pairs,
		}
	}
	return d
}

func newComparedArm(a results.Arm) comparedArm {
	return comparedArm{a.Scenario.String(), a.Rate, a.Windows, a.SetAside, a.Unpinned}
}

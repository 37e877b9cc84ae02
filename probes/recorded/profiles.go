package recorded

import (
	"errors"
	"math"

	"linebounce/probes"
	"linebounce/probes/profile"
)

// profileForm is a profile as it stands in a file.
type profileForm struct {
	Event    string             `json:"event"`
	Rate     int                `json:"rate"`
	Arms     [2]probes.Scenario `json:"arms"`
	Pairs    int                `json:"pairs"`
	Samples  [2]int             `json:"samples"`
	Messages [2]interval        `json:"messages_per_s"`
	Lost     int                `json:"lost"`
	Symbols  []symbolForm       `json:"symbols"`
	Counters []counterForm      `json:"counters"`
	Absent   string             `json:"absent"`
	Warnings []string           `json:"warnings"`
}

type symbolForm struct {
	Name       string   `json:"symbol"`
	Off        float64  `json:"off"`
	On         float64  `json:"on"`
	Difference interval `json:"difference"`
}

type counterForm struct {
	Name       string      `json:"counter"`
	Counts     string      `json:"counts"`
	PerMessage [2]interval `json:"per_message"`
}

func formOf(p profile.Result) profileForm {
	form := profileForm{
		Event: p.Event, Rate: p.Rate, Arms: p.Arms, Pairs: p.Pairs, Samples: p.Samples,
		Messages: [2]interval{interval(p.Messages[0]), interval(p.Messages[1])},
		Lost:     p.Lost, Absent: p.Absent, Warnings: p.Warnings,
	}
	for _, s := range p.Symbols {
		form.Symbols = append(form.Symbols, symbolForm{s.Name, s.Off, s.On, interval(s.Difference)})
	}
	for _, c := range p.Counters {
		form.Counters = append(form.Counters, counterForm{c.Name, c.Counts, [2]interval{interval(c.PerMessage[0]), interval(c.PerMessage[1])}})
	}
	return form
}

func (form profileForm) result() (profile.Result, error) {
	p := profile.Result{
		Event: form.Event, Rate: form.Rate, Arms: form.Arms, Pairs: form.Pairs, Samples: form.Samples,
		Messages: [2]probes.Interval{probes.Interval(form.Messages[0]), probes.Interval(form.Messages[1])},
		Lost:     form.Lost, Absent: form.Absent, Warnings: form.Warnings,
	}
	for _, s := range form.Symbols {
		p.Symbols = append(p.Symbols, profile.Symbol{Name: s.Name, Off: s.Off, On: s.On, Difference: probes.Interval(s.Difference)})
	}
	for _, c := range form.Counters {
		p.Counters = append(p.Counters, profile.Counter{Name: c.Name, Counts: c.Counts,
			PerMessage: [2]probes.Interval{probes.Interval(c.PerMessage[0]), probes.Interval(c.PerMessage[1])}})
	}
	return p, form.check()
}

// check returns what is wrong with a profile.
func (form profileForm) check() error {
	for _, n := range []int{form.Rate, form.Pairs, form.Samples[0], form.Samples[1], form.Lost} {
		if n < 0 {
			return errors.New("the profile has a negative count")
		}
	}
	for _, s := range form.Symbols {
		for _, share := range []float64{s.Off, s.On} {
			if !(share >= 0 && share <= 100) || math.IsInf(s.Difference.Median, 0) {
				return errors.New("the profile has a share that is none")
			}
		}
	}
	return nil
}

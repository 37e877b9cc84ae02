package output

import (
	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/scope"
	"linebounce/ui/results"
)

type scalingDocument struct {
	File       string                 `json:"file"`
	Source     probes.Origin          `json:"source"`
	Experiment string                 `json:"experiment"`
	Quantity   probes.Quantity        `json:"quantity"`
	A          string                 `json:"a"` // without the words that follow from the CPUs
	B          *string                `json:"b"`
	Points     []scalingPointDocument `json:"points"`
}

type scalingPointDocument struct {
	CPUs         int             `json:"cpus"`
	Extrapolated bool            `json:"extrapolated"`
	A            probes.Interval `json:"a"`
	B            probes.Interval `json:"b"`
}

func (c Compare) scalingDocuments() []scalingDocument {
	list := []scalingDocument{}
	for _, s := range allOf(c, func(f results.File) []results.Scaling { return f.Scalings }) {
		d := scalingDocument{
			File: s.name, Source: s.of.Source, Experiment: s.of.Experiment, Quantity: s.of.Quantity, A: s.of.A, B: known(s.of.B),
			Points: []scalingPointDocument{},
		}
		for _, p := range s.of.Points {
			d.Points = append(d.Points, scalingPointDocument{p.CPUs, p.Extrapolated, p.A, p.B})
		}
		list = append(list, d)
	}
	return list
}

// nearnessDocument is a latency map by kind of neighbours, in ns one way.
type nearnessDocument struct {
	File       string              `json:"file"`
	Method     latency.Method      `json:"method"`
	Complete   bool                `json:"complete"`
	Neighbours []neighbourDocument `json:"neighbours"`
}

type neighbourDocument struct {
	Label    string   `json:"label"`
	Pairs    int      `json:"pairs"`
	Measured int      `json:"measured"`
	Median   *float64 `json:"median_ns"` // of the pairs' medians
	Lowest   *float64 `json:"lowest_ns"`
	Highest  *float64 `json:"highest_ns"`
}

func (c Compare) mapDocuments() []nearnessDocument {
	list := []nearnessDocument{}
	for _, m := range allOf(c, func(f results.File) []latency.Map { return f.Maps }) {
		d := nearnessDocument{File: m.name, Method: m.of.Method, Complete: m.of.Complete, Neighbours: []neighbourDocument{}}
		for _, g := range m.of.Groups() {
			d.Neighbours = append(d.Neighbours, neighbourDocument{g.Label, g.Pairs, g.Measured, finite(&g.Median), finite(&g.Lowest), finite(&g.Highest)})
		}
		list = append(list, d)
	}
	return list
}

// burstDocument is what the bursts of one scenario came to, on the line with the
// most stays.
type burstDocument struct {
	File     string            `json:"file"`
	Source   probes.Origin     `json:"source"`
	Scenario string            `json:"scenario"`
	Bursts   int               `json:"bursts"`
	Stay     scope.Percentiles `json:"stay"` // in operations
	Between  scope.Percentiles `json:"between_handoffs_ns"`
}

func (c Compare) burstDocuments() []burstDocument {
	list := []burstDocument{}
	for _, b := range allOf(c, func(f results.File) []results.Burst { return f.Bursts }) {
		stays, between := longestLine(b.of)
		list = append(list, burstDocument{b.name, b.of.Source, b.of.Scenario.String(), b.of.Captures, stays, between})
	}
	return list
}

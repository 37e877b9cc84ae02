package probes

import (
	"encoding/json"
	"math"
	"slices"
)

// Statistics are what the tests of small messages have printed since 2015, with
// the interval of the median.
type Statistics struct {
	Interval
	Average, Max, Min float64
	Deviation         float64 // of the sample, NaN for a single value
}

// Describe returns the statistics of values. All are NaN where there are none.
func Describe(values []float64, confidence float64) Statistics {
	nan := math.NaN()
	s := Statistics{Interval: Summarize(values, confidence), Average: nan, Max: nan, Min: nan, Deviation: nan}
	if len(values) == 0 {
		return s
	}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	s.Average, s.Max, s.Min = sum/float64(len(values)), slices.Max(values), slices.Min(values)
	for _, v := range values {
		squares += (v - s.Average) * (v - s.Average)
	}
	s.Deviation = math.Sqrt(squares / float64(len(values)-1))
	return s
}

// MarshalJSON writes avg, median, max, min, deviation, low and high, with null
// for what is not known.
func (s Statistics) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Average   *float64 `json:"avg"`
		Median    *float64 `json:"median"`
		Max       *float64 `json:"max"`
		Min       *float64 `json:"min"`
		Deviation *float64 `json:"deviation"`
		Low       *float64 `json:"low"`
		High      *float64 `json:"high"`
	}{finite(s.Average), finite(s.Median), finite(s.Max), finite(s.Min), finite(s.Deviation), finite(s.Low), finite(s.High)})
}

// finite returns nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

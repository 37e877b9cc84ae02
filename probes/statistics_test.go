package probes

import (
	"encoding/json"
	"testing"
)

func TestFiveStatistics(t *testing.T) {
	s := Describe([]float64{2, 4, 4, 4, 5, 5, 7, 9}, Confidence)
	if s.Average != 5 || s.Median != 4.5 || s.Max != 9 || s.Min != 2 || s.Deviation < 2.138 || s.Deviation > 2.139 {
		t.Errorf("%+v: want 5, 4.5, 9, 2 and the root of 32/7", s)
	}
	text, err := json.Marshal(Describe([]float64{3}, Confidence))
	if want := `{"avg":3,"median":3,"max":3,"min":3,"deviation":null,"low":null,"high":null}`; err != nil || string(text) != want {
		t.Errorf("one value as JSON: %s, %v; want %s", text, err, want)
	}
	text, err = json.Marshal(Describe(nil, Confidence))
	if want := `{"avg":null,"median":null,"max":null,"min":null,"deviation":null,"low":null,"high":null}`; err != nil || string(text) != want {
		t.Errorf("no value as JSON: %s, %v; want %s", text, err, want)
	}
}

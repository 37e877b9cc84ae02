package recorded

import (
	"errors"
	"math"
	"strconv"

	"linebounce/probes"
)

// The words for numbers that JSON does not have.
const (
	infinite         = "inf"
	infiniteNegative = "-inf"
	unknown          = "nan"
)

func fromWord(word string) (float64, bool) {
	switch word {
	case infinite:
		return math.Inf(1), true
	case infiniteNegative:
		return math.Inf(-1), true
	case unknown:
		return math.NaN(), true
	}
	return 0, false
}

// appendFloat writes a number so that it is read back exactly.
func appendFloat(to []byte, v float64) []byte {
	switch {
	case math.IsInf(v, 1):
		return append(to, `"`+infinite+`"`...)
	case math.IsInf(v, -1):
		return append(to, `"`+infiniteNegative+`"`...)
	case math.IsNaN(v):
		return append(to, `"`+unknown+`"`...)
	}
	return strconv.AppendFloat(to, v, 'g', -1, 64)
}

// interval is a probes.Interval in a file: a list of its fields. Its own JSON
// form is for results, and leaves some out.
type interval probes.Interval

// MarshalJSON writes [median, low, high, confidence, samples].
func (i interval) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for _, v := range []float64{i.Median, i.Low, i.High, i.Confidence} {
		text = append(appendFloat(text, v), ',')
	}
	return append(strconv.AppendInt(text, int64(i.Samples), 10), ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *interval) UnmarshalJSON(text []byte) error {
	s := scanner{text: text}
	s.need('[')
	for _, v := range []*float64{&i.Median, &i.Low, &i.High, &i.Confidence} {
		*v = s.float()
		s.need(',')
	}
	i.Samples = int(s.count())
	s.need(']')
	if s.fault != "" {
		return errors.New(s.fault)
	}
	return nil
}

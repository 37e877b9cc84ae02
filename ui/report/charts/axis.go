package charts

import "math"

// axis maps figures to px.
type axis struct{ low, high, from, to float64 }

func (a axis) at(x float64) float64 {
	share := (x - a.low) / (a.high - a.low)
	return a.from + min(max(share, 0), 1)*(a.to-a.from)
}

// ticks returns round figures within the axis, at most so many.
func (a axis) ticks(most int) []float64 {
	span := a.high - a.low
	step := math.Pow(10, math.Floor(math.Log10(span/float64(most))))
	for _, times := range []float64{1, 2, 5, 10, 20} {
		if first, last := a.whole(step * times); last-first < float64(most) {
			step *= times
			break
		}
	}
	var list []float64
	first, last := a.whole(step)
	for n := first; n <= last && len(list) < most; n++ {
		list = append(list, n*step)
	}
	return list
}

// whole returns the first and the last multiple of step within the axis.
func (a axis) whole(step float64) (first, last float64) {
	slack := (a.high - a.low) * 1e-9
	return math.Ceil((a.low - slack) / step), math.Floor((a.high + slack) / step)
}

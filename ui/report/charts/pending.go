package charts

import (
	"errors"

	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/ui/results"
)

var errPending = errors.New("this chart cannot be drawn")

func Scaling(results.Scaling) (Chart, error) { return Chart{}, errPending }
func Latency(latency.Map) (Chart, error)     { return Chart{}, errPending }
func Stays(results.Burst) (Chart, error)     { return Chart{}, errPending }
func Profile(profile.Result) (Chart, error)  { return Chart{}, errPending }

package doctor

import (
	"fmt"
	"strings"
)

// copies is about other copies of this program that measure now.
func copies(t Tried) Finding {
	if len(t.Copies) == 0 {
		return Finding{}
	}
	var names []string
	for _, c := range t.Copies {
		names = append(names, c.String())
	}
	f := Finding{Name: "other copies", State: Limited, Advice: "Let one of them end before you trust the other's figures."}
	if len(names) == 1 {
		f.Detail = fmt.Sprintf("A linebounce measures at this moment (%s). Where two do, figures of both are lower and windows are set aside.", names[0])
	} else {
		f.Detail = fmt.Sprintf("%d copies of linebounce measure at this moment (%s). Figures of all are lower and windows are set aside.", len(names), strings.Join(names, "; "))
	}
	return f
}

package lessons

import (
	"reflect"
	"strings"
	"testing"

	"linebounce/probes"
)

func TestClaimsAreReadAsWritten(t *testing.T) {
	ratio := Value{Ratio: true, Quantity: Ops}
	for text, want := range map[string]Claim{
		"B/A ops_per_s > 2":                         {Value: ratio, Above: bound(2)},
		"0.8 < B/A ops_per_s < 1.25":                {Value: ratio, Above: bound(0.8), Below: bound(1.25)},
		"adder B/A ops_per_s > 2":                   {Value: Value{Role: probes.Adder, Ratio: true, Quantity: Ops}, Above: bound(2)},
		"reader ops_per_s B < 1e6":                  {Value: Value{Role: probes.Reader, Quantity: Ops, Arm: 1}, Below: bound(1e6)},
		"handoffs A > 100 x B":                      {Value: Value{Quantity: Handoffs}, Above: &Bound{Factor: 100, Of: &Value{Quantity: Handoffs, Arm: 1}}},
		"adder ops_per_s B > 2 x A":                 {Value: Value{Role: probes.Adder, Quantity: Ops, Arm: 1}, Above: &Bound{Factor: 2, Of: &Value{Role: probes.Adder, Quantity: Ops}}},
		"B/A messages_per_s < 1 x step 1":           {Value: Value{Ratio: true, Quantity: Messages}, Below: &Bound{Factor: 1, Step: 1}},
		"B/A messages_per_s < 1.08 on simulated":    {Value: Value{Ratio: true, Quantity: Messages}, Below: bound(1.08), On: probes.Simulated},
		"differing < 1 on measured":                 {Value: Value{Quantity: Differing}, Below: bound(1), On: probes.Measured},
		"lost_share A > 0":                          {Value: Value{Quantity: LostShare}, Above: bound(0)},
		"B/A ops_per_s > 2 on measured in near":     {Value: ratio, Above: bound(2), On: probes.Measured, State: Near},
		"B/A ops_per_s>2":                           {Value: ratio, Above: bound(2)},
		"  ops_per_stay   B > 1.5 x ops_per_stay A": {Value: Value{Quantity: OpsPerStay, Arm: 1}, Above: &Bound{Factor: 1.5, Of: &Value{Quantity: OpsPerStay}}},
		"0.8 x latency_ns < period_ns A < 1.2 x latency_ns in far": {Value: Value{Quantity: Period},
			Above: &Bound{Factor: 0.8, Of: &Value{Quantity: Latency}}, Below: &Bound{Factor: 1.2, Of: &Value{Quantity: Latency}}, State: Far},
	} {
		want.Text = strings.TrimSpace(text)
		got, err := ParseClaim(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
			continue
		}
		again, err := ParseClaim(got.String())
		if want.Text = got.String(); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%q became %q and that %+v, %v", text, got, again, err)
		}
	}
}

func TestAWrongClaimNamesTheWord(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    `"" compares nothing; wanted: < or >`,
		"B/A ops_per_s":                       `"B/A ops_per_s" compares nothing`,
		"B/A ops_per_s = 2":                   `"B/A ops_per_s = 2" compares nothing`,
		"B/A ops_per_s >= 2":                  `"=" is no number; wanted: a number, or a number, x and A, B, a value or step N`,
		"1 > B/A ops_per_s > 2":               `compares in another way; wanted: one > or <, or two <`,
		"2 < B/A ops_per_s":                   `"2" is a number, where the value that is claimed should stand; wanted: VALUE > BOUND`,
		"> 2":                                 `"" names no quantity; wanted: [ROLE] B/A QUANTITY`,
		"speed > 2":                           `"speed" is no quantity; wanted: ops_per_s, messages_per_s, handoffs`,
		"B/A speed > 2":                       `"speed" is no quantity; wanted: ops_per_s, messages_per_s`,
		"A/B ops_per_s > 2":                   `"A/B" is no quantity; wanted: ops_per_s, messages_per_s, handoffs, ops_per_stay, period_ns, latency_ns, lost_share, differing, B/A or a role`,
		"writer B/A ops_per_s > 2":            `"writer" is no quantity; wanted: ops_per_s`,
		"adder B/A messages_per_s > 2":        `messages_per_s is not known of one role; wanted: adder with ops_per_s`,
		"ops_per_s > 2":                       `"ops_per_s" does not say of which arm; wanted: A or B after it, or B/A before it`,
		"ops_per_s C > 2":                     `"ops_per_s C" does not say of which arm`,
		"B/A ops_per_s A > 2":                 `"A" stands after B/A ops_per_s`,
		"B/A latency_ns > 2":                  `latency_ns has no arms; wanted: latency_ns alone`,
		"latency_ns A > 2":                    `"A" stands after latency_ns`,
		"B/A ops_per_s > fast":                `"fast" is no number`,
		"B/A ops_per_s > -1":                  `"-1" is no number`,
		"B/A ops_per_s > inf":                 `"inf" is no number`,
		"B/A ops_per_s > 0x10":                `"0x10" is no number`,
		"B/A ops_per_s > 1e999":               `"1e999" is no number`,
		"B/A ops_per_s >":                     `a bound is missing`,
		"B/A ops_per_s > 2 times A":           `"times" stands after 2; wanted: x`,
		"B/A ops_per_s > 2 x":                 `"" names no quantity`,
		"B/A ops_per_s > 2 x A":               `B/A ops_per_s has no arm A`,
		"latency_ns > 2 x B":                  `latency_ns has no arm B`,
		"handoffs A > 2 x A":                  `handoffs A is held against itself`,
		"latency_ns > 2 x latency_ns":         `latency_ns is held against itself`,
		"handoffs A > 2 x handoffs":           `"handoffs" does not say of which arm`,
		"handoffs A > 2 x step":               `"step" names no step; wanted: step and the number`,
		"handoffs A > 2 x step 0":             `"step 0" names no step`,
		"handoffs A > 2 x step one":           `"step one" names no step`,
		"2 < B/A ops_per_s < 2":               `nothing lies between 2 and 2; wanted: the lower bound first`,
		"B/A ops_per_s > 2 on tuesday":        `"tuesday" stands after on; wanted: measured or simulated`,
		"B/A ops_per_s > 2 in between":        `"between" stands after in; wanted: near or far`,
		"B/A ops_per_s > 2 in far on measure": `"far on measure" stands after in; wanted: near or far, as the last word`,
	} {
		if c, err := ParseClaim(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error with %s", text, c, err, want)
		}
	}
}

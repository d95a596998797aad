package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestManyValues: columns of dates, numbers and texts with too many values for codes answer every request.
func TestManyValues(t *testing.T) {
	slow(t)
	const rows = 66_000
	table := func(rows, step int) string {
		var b strings.Builder
		b.WriteString("amount,at,later,name,class\n")
		for i := range rows {
			k := i * step
			at := func(days int) string {
				return fmt.Sprintf("%d-01-%02d %02d:%02d", 1900+k/40_320, 1+(k/1440+days)%28, k/60%24, k%60)
			}
			fmt.Fprintf(&b, "%.2f,%s,%s,n%d,%v\n", float64(k)*1.37, at(0), at(k%5), k, k/60%24 < 8)
		}
		return b.String()
	}
	k := withTable(t, table(rows, 1))
	test := protocol.Load{Name: "test.csv", File: strings.NewReader(table(500, 101)), Test: true}
	r := protocol.Train{Target: "class", Positive: "true", Network: small, Refine: rule.NoPrice, Split: protocol.Split{Share: 0.2}}
	r.Encoding.Dates = "year,month,weekday,hour,days,since"
	answered[protocol.Planned](k, protocol.Plan{Train: r})
	m := k.train(r).Model
	byTime := r
	byTime.Split = protocol.Split{Share: 0.2, Time: "at"}
	together := r
	together.Split.Identical = protocol.Together
	drop := r
	drop.Encoding.Policy = binarize.Drop
	of := protocol.Selection{Model: m}
	for _, request := range []protocol.Request{
		protocol.Plan{Train: byTime},
		protocol.Plan{Train: together},
		protocol.Plan{Train: drop},
		protocol.Apply{Model: m},
		protocol.Score{Model: m},
		protocol.Cover{Model: m},
		protocol.Explain{Model: m, Row: 7, Nearest: true},
		protocol.Explain{Model: m, Values: map[string]string{"at": "2001-01-01 12:30"}},
		protocol.ByGroup{Model: m, Columns: []string{"at", "amount", "name"}},
		protocol.ListRows{Selection: of, Rows: 5, Columns: []string{"at", "name"}, Sort: "at", Down: true},
		protocol.ListRows{Selection: protocol.Selection{Filters: []protocol.Filter{{Column: "at", Text: "12:30"}}}, Rows: 5, Sort: "name"},
		protocol.Predict{Model: m, Rows: 5, Columns: true},
		protocol.Export{Model: m, Format: "sql"},
		test,
		protocol.Plan{Train: protocol.Train{Target: "class", Positive: "true", Network: small, Encoding: r.Encoding}},
	} {
		if refused, bad := k.do(request).(protocol.Refused); bad {
			t.Errorf("%T: %+v", request, refused)
		}
	}
}

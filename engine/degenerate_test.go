package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// TestDegenerateTables trains on tables with little or nothing to learn. Each table is refused with a message that
// names the column and a remedy, or gives finite scores only. The transcript checks every event.
func TestDegenerateTables(t *testing.T) {
	slow(t)
	wide := "y," + strings.Repeat("a,", 299) + "a\n"
	for i := range 6 {
		wide += fmt.Sprintf("%d%s\n", i%2, strings.Repeat(fmt.Sprintf(",%d", i%3), 300))
	}
	tests := []struct {
		name, csv string
		train     protocol.Train
		want      string // kind and excerpt of the refusal; "" if training succeeds
	}{
		{"one row", "a,y\n1,yes\n", protocol.Train{Target: "y"}, "too_few_rows: 1 row"},
		{"one class", "a,y\n1,yes\n2,yes\n3,yes\n", protocol.Train{Target: "y"}, `target_single_class: "y"`},
		{"one class beside missing labels", "a,y\n1,yes\n2,\n3,yes\n", protocol.Train{Target: "y"}, `target_single_class: "y"`},
		{"no labels", "a,y\n1,\n2,\n3,\n", protocol.Train{Target: "y"}, `target_single_class: "y"`},
		{"constants", "a,b,y\n1,x,yes\n1,x,no\n1,x,yes\n", protocol.Train{Target: "y"}, "no_usable_features: no column"},
		{"nothing but the target", "y\nyes\nno\nyes\n", protocol.Train{Target: "y"}, "no_usable_features: no column"},
		{
			"a different label in every row", "a,y\n1,a\n2,b\n1,c\n2,d\n1,e\n2,f\n1,g\n2,h\n1,i\n2,j\n",
			protocol.Train{Target: "y"},
			`target_too_many_values: "y"`,
		},
		{
			"constant in the training rows only", "a,y\n1,yes\n1,no\n2,yes\n2,no\n",
			protocol.Train{Target: "y", Split: protocol.Split{Folds: []uint8{0, 0, 1, 1}, Fold: 1}},
			"no_usable_features: no column",
		},
		{
			"all rows dropped for a missing cell", "a,b,y\n1,,yes\n,2,no\n3,,yes\n,5,no\n2,,yes\n,1,no\n",
			protocol.Train{Target: "y", Encoding: drop},
			"too_few_rows: too few training rows: 0",
		},
		{
			"one class left when rows are dropped", "a,y\n1,yes\n2,yes\n3,yes\n,no\n,no\n",
			protocol.Train{Target: "y", Encoding: drop},
			`target_single_class: "y"`,
		},

		{"two rows", "a,b,y\n1,x,yes\n2,x,no\n", protocol.Train{Target: "y"}, ""},
		{
			"one row of each class, most kept out", "a,y\n1,yes\n2,no\n1,yes\n2,no\n",
			protocol.Train{Target: "y", Split: protocol.Split{Share: 0.99}},
			"",
		},
		{"contradictory rows", "a,b,y\n" + strings.Repeat("1,x,yes\n1,x,no\n2,z,no\n2,z,yes\n", 10), protocol.Train{Target: "y"}, ""},
		{"every row the same but one", "a,y\n" + strings.Repeat("1,no\n", 30) + "2,yes\n", protocol.Train{Target: "y"}, ""},
		{"a constant beside a feature", "a,b,y\n1,x,yes\n1,z,no\n1,x,yes\n", protocol.Train{Target: "y"}, ""},
		{
			"numbers at the ends of float64", "a,y\n-1.7e308,no\n1.7e308,yes\n1e-320,no\n0,yes\n5e-324,no\n1.6e308,yes\n",
			protocol.Train{Target: "y"},
			"",
		},
		{
			"the same, imputed", "a,y\n-1.7e308,no\n1.7e308,yes\n1.6e308,no\n,yes\n1.5e308,no\n1.4e308,yes\n1.3e308,no\n",
			protocol.Train{Target: "y", Encoding: impute},
			"",
		},
		{"all cells of a column missing", "a,b,y\n,1,yes\n,2,no\n,1,yes\n", protocol.Train{Target: "y"}, ""},
		{"more columns than rows", wide, protocol.Train{Target: "y"}, ""},
		{
			"hostile names",
			"\"a\"\"<b>\",__proto__,\"=1+1\",\"new\nline\",y\n1,x,2,3,yes\n2,z,1,3,no\n1,x,2,4,yes\n2,z,1,4,no\n",
			protocol.Train{Target: "y"},
			"",
		},
		{"the labels as numbers", "a,y\n1,0\n2,1\n1,0\n2,1\n", protocol.Train{Target: "y"}, ""},
		{
			"the greatest settings", "a,y\n1,0\n2,1\n1,0\n2,1\n",
			protocol.Train{Target: "y", Network: drnet.Config{Lambda1: new(1e6), Lambda2: new(1e6), Rate: 10}},
			"",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := withTable(t, test.csv)
			test.train.Network.Rules, test.train.Network.Steps = 5, 150
			e := k.do(test.train)
			refused, _ := e.(protocol.Refused)
			if kind, text, _ := strings.Cut(test.want, ": "); refused.Kind != kind || !strings.Contains(refused.Message, text) {
				t.Fatalf("got %+v, want %q", e, test.want)
			}
			if test.want != "" {
				if refused.Hint == "" {
					t.Errorf("the refusal %+v names no remedy", refused)
				}
				return
			}
			trained := e.(protocol.Trained)
			file := write(t, trained.Model)
			if strings.Contains(file, "NaN") || strings.Contains(file, "Inf") {
				t.Errorf("the model has a number that is none:\n%s", file)
			}
			answered[protocol.Applied](k, protocol.Apply{Model: trained.Model}) // its own table
		})
	}
}

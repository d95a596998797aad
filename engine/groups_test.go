package engine_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
	"drnet/engine/train"
)

// plainGroups counts the rows of a table by the cells of some columns, the label and the prediction.
func plainGroups(t *testing.T, table, predictions, target, positive string, columns ...string) map[string]eval.Confusion {
	t.Helper()
	read := func(text string) [][]string {
		r := csv.NewReader(strings.NewReader(text))
		r.TrimLeadingSpace = true
		lines, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	rows, answers := read(table), read(predictions)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	out := map[string]eval.Confusion{}
	for i, row := range rows[1:] {
		var values []string
		for _, c := range columns {
			values = append(values, row[at[c]])
		}
		key := strings.Join(values, "|")
		c := out[key]
		switch yes, said := row[at[target]] == positive, answers[i+1][1] == positive; {
		case yes && said:
			c.TruePositives++
		case yes:
			c.FalseNegatives++
		case said:
			c.FalsePositives++
		default:
			c.TrueNegatives++
		}
		out[key] = c
	}
	return out
}

// checkGroups compares groups with plain counts, and their rates with scikit-learn's definitions.
func checkGroups(t *testing.T, g eval.Groups, want map[string]eval.Confusion) {
	t.Helper()
	if len(g.List) != len(want) {
		t.Errorf("%d groups by %v, want %d", len(g.List), g.Columns, len(want))
	}
	for _, group := range g.List {
		c := want[strings.Join(group.Values, "|")]
		if group.Confusion != c || group.Rows != c.Rows() {
			t.Errorf("%v: %+v, want %+v", group.Values, group.Confusion, c)
		}
		selected := float64(c.TruePositives+c.FalsePositives) / float64(c.Rows())
		if math.Abs(*group.Rates[2].Value-selected) > 1e-9 {
			t.Errorf("%v: selection rate %v, want %v", group.Values, *group.Rates[2].Value, selected)
		}
	}
}

// TestByGroup compares groups with plain counts of the cells and the predictions.
func TestByGroup(t *testing.T) {
	table := ward(300)
	k := withTable(t, table)
	m := k.train(protocol.Train{Target: "ill", Positive: "yes", Network: small}).Model
	e := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: m, Columns: []string{"sex", "age"}})
	if e.Part != protocol.TrainingRows || len(e.Groups) != 3 || len(e.Groups[1].List) != 4 || len(e.Groups[2].List) != 8 {
		t.Fatalf("%d groupings of %q", len(e.Groups), e.Part)
	}
	predictions := answered[protocol.Predicted](k, protocol.Predict{Model: m}).CSV
	checkGroups(t, e.Groups[0], plainGroups(t, table, predictions, "ill", "yes", "sex"))
	for _, g := range e.Groups {
		var covered, sum []int
		for _, s := range m.Learned.Outcome().Train.Rules {
			covered = append(covered, s.Covered)
		}
		sum = make([]int, len(covered))
		for _, group := range g.List {
			for i, n := range group.Covered {
				sum[i] += n
			}
		}
		if !reflect.DeepEqual(sum, covered) {
			t.Errorf("by %v the rules cover %v rows in all groups, want %v", g.Columns, sum, covered)
		}
	}
	test := k.train(protocol.Train{Target: "ill", Positive: "yes", Network: small, Split: protocol.Split{Share: 0.3}}).Model
	for part, rows := range map[protocol.Partition]int{"": 90, protocol.TrainingRows: 210} {
		e := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: test, Columns: []string{"sex"}, Part: part})
		if n := e.Groups[0].List[0].Rows + e.Groups[0].List[1].Rows; n != rows {
			t.Errorf("%d rows of part %q, want %d", n, part, rows)
		}
	}
	for _, columns := range [][]string{nil, {"height"}, {"sex", "sex"}, {"sex", "age", "ill", "weight"}} {
		k.refused(fmt.Sprint(columns), protocol.ByGroup{Model: m, Columns: columns}, "")
	}
	k.refused("without a model", protocol.ByGroup{Columns: []string{"sex"}}, protocol.BadModel)
	c := k.train(protocol.Train{Target: "sex", Classes: protocol.ClassesEach, Network: small}).MultiClass
	many := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: c.Members[0], MultiClass: c, Columns: []string{"ill"}})
	if n := many.Groups[0].Numbers; !c.Listed() || !slices.Equal(n, c.Numbers(0, len(c.Members[0].Rules))) {
		t.Errorf("the rules have the numbers %v, want those of the list", n)
	}
	predictions = answered[protocol.Predicted](k, protocol.Predict{MultiClass: c}).CSV
	checkGroups(t, many.Groups[0], plainGroups(t, table, predictions, "sex", c.Names[0], "ill"))
}

// TestGroupsOfManyValues checks that rare values share a group, and that missing cells have one.
func TestGroupsOfManyValues(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,name,ill\n")
	for i := range 400 {
		name := fmt.Sprintf("name%d", i%15)
		if i%40 == 0 {
			name = ""
		}
		fmt.Fprintf(&b, "%d,%s,%v\n", i%97, name, i%97 > 50)
	}
	k := withTable(t, b.String())
	m := k.train(protocol.Train{Target: "ill", Positive: "true", Network: small}).Model
	g := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: m, Columns: []string{"name"}}).Groups[0]
	rows := map[string]int{}
	for _, group := range g.List {
		rows[group.Values[0]] = group.Rows
	}
	if len(rows) != 13 || rows["(missing)"] != 10 || rows["(other values)"] < 90 {
		t.Errorf("groups %v, want 11 values, the others and the missing ones", rows)
	}
}

// TestEvaluateByGroup checks that the groups of a cross-validation have each row once, whichever workers run the units and however
// they are put together, and that they are a reason to refuse learners without rules and several classes.
func TestEvaluateByGroup(t *testing.T) {
	k := withTable(t, ward(240))
	r := nested()
	r.By = []string{"sex", "age"}
	var first []protocol.SettingResult
	for _, workers := range []train.Workers{nil, inTwo{}, backwards{}} {
		k.session.Workers = workers
		e := answered[protocol.Evaluated](k, r)
		if first == nil {
			first = e.Results
		}
		for i, result := range e.Results {
			if len(result.Groups) != 3 || !reflect.DeepEqual(result.Groups, first[i].Groups) {
				t.Errorf("setting %d by %T: other groups", i, workers)
			}
		}
		if len(e.Nested.Groups) != 3 || e.Nested.Groups[0].List[0].Rows+e.Nested.Groups[0].List[1].Rows != 240 {
			t.Errorf("the nested estimate has the groups %+v, want all rows", e.Nested.Groups)
		}
	}
	right := 0
	for _, group := range first[0].Groups[2].List {
		right += group.Confusion.TruePositives + group.Confusion.TrueNegatives
	}
	if want := int(math.Round(first[0].Mean.Accuracy * 240)); right != want {
		t.Errorf("%d rows are right in all groups, want %d", right, want)
	}
	r.Settings = []protocol.SweepSetting{{Learner: "forest"}}
	k.refused("without rules", r, protocol.BadSetting)
	r.Settings, r.Positive, r.Classes = nil, "", protocol.ClassesEach
	k.refused("several classes", r, protocol.BadSetting)
}

// TestAdultByGroup compares the groups of adult by sex and race with plain counts.
func TestAdultByGroup(t *testing.T) {
	slow(t)
	text, err := os.ReadFile(realdata.Path(t, "adult.csv"))
	if err != nil {
		t.Fatal(err)
	}
	k := withTable(t, string(text))
	m := k.train(protocol.Train{Target: "label", Positive: ">50K", Network: small}).Model
	e := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: m, Columns: []string{"sex", "race"}})
	predictions := answered[protocol.Predicted](k, protocol.Predict{Model: m}).CSV
	for i, columns := range [][]string{{"sex"}, {"race"}, {"sex", "race"}} {
		checkGroups(t, e.Groups[i], plainGroups(t, string(text), predictions, "label", ">50K", columns...))
	}
}

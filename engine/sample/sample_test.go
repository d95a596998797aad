package sample_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/sample"
)

// samples holds the properties of each sample: those of All, and the table of a lesson. Tic-tac-toe and MONK-1 have the counts that
// their publishers state. The hashes are recorded from this program: a sample never changes.
var samples = []struct {
	name            string
	rows, positives int // positives is the number of classes where each has its own rules
	columns, usable int // usable columns are features; a text column with a value for each patient is none
	sha256          string
}{
	{"heart-risk", 2000, 1192, 9, 8, "5257a39ea07cdc5fa841a15cfc06e4ccb1e672775b65310efde7bd773b44b465"},
	// D. Aha, UCI Machine Learning Repository, 1991
	{"tic-tac-toe", 958, 626, 10, 9, "c2a65ee9cd74cfb8816fbc8b44c4a1837866ffaacea892d104ecc014a3d06503"},
	{"monk-1", 432, 216, 7, 6, "295ca9ecd961ba47a67a05084874a05376e5954133a505e482d33d277f6b8024"}, // S. Thrun et al., CMU-CS-91-197, 1991
	{"irises", 180, 3, 5, 4, "e26ff1f96849015624c38560a0c8b7734b3c67dfb7653ab45992923e8f93563a"},
	{"balance-scale", 625, 3, 5, 4, "0ec9f73017595f19cae9b1a1ebc30fb498c4519f7b69b139bc597e129c5a3012"},
	{"digits", 1000, 10, 8, 7, "43222047f87fe4b15e31187d25d0c590e264c32454779abb9a8b31522559917c"},
	{"visits", 900, 378, 10, 8, "70b8227af2dee2362f54264896eaa4e95c4b36d6c02d4b0db4cd7e8414b1f083"},
}

func TestSamples(t *testing.T) {
	if got := len(sample.All()) + 1; got != len(samples) {
		t.Fatalf("%d samples, want %d", got, len(samples))
	}
	for _, want := range samples {
		t.Run(want.name, func(t *testing.T) {
			s, ok := sample.Find(want.name)
			if !ok {
				t.Fatal("it is not there")
			}
			table := s.Table()
			y, positives := question(t, s, table)
			for _, yes := range y.Positives {
				if yes {
					positives++
				}
			}
			if table.Rows != want.rows || s.Rows != want.rows || positives != want.positives ||
				s.Columns != want.columns || len(table.Columns) != want.columns {
				t.Errorf("%d rows (said %d), %d positive, %d columns, want %d, %d, %d", table.Rows, s.Rows, positives,
					len(table.Columns), want.rows, want.positives, want.columns)
			}
			guessed := table.GuessTarget() == y.Column || want.name == "digits" // whose segments have two values, which are likelier
			if len(table.Warnings) > 0 || !guessed || len(table.Usable(y.Column)) != want.usable {
				t.Errorf("warnings %q, guessed target %d, usable columns %v", table.Warnings, table.GuessTarget(), table.Usable(y.Column))
			}
		})
	}
}

// question returns the target, and the number of classes if each has its own rules.
func question(t *testing.T, s sample.Sample, table *dataset.Table) (y *dataset.Target, classes int) {
	t.Helper()
	var err error
	if s.Positive == "" {
		y, err = table.Classes(s.Target)
	} else {
		y, err = table.Target(s.Target, s.Positive)
	}
	if err != nil {
		t.Fatal(err)
	}
	return y, len(y.Classes)
}

// The table contains each way to load the balance once. As published, 288 rows tip to each side, and 49 to neither.
func TestBalanceScaleIsComplete(t *testing.T) {
	s, _ := sample.Find("balance-scale")
	table := s.Table()
	y, _ := question(t, s, table)
	count, seen := map[string]int{}, map[string]bool{}
	for i, row := range y.Rows {
		count[y.Classes[y.Codes[i]]]++
		text := ""
		for j := range 4 {
			cell, _ := table.Columns[j].Text(int(row))
			text += cell
		}
		seen[text] = true
	}
	if len(seen) != 625 || count["left"] != 288 || count["right"] != 288 || count["balanced"] != 49 {
		t.Errorf("%d cases, %v, want 625 with 288, 288 and 49", len(seen), count)
	}
}

func TestSamplesStayTheSame(t *testing.T) {
	for _, want := range samples {
		s, _ := sample.Find(want.name)
		var csv bytes.Buffer
		if err := s.WriteCSV(&csv); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(csv.Bytes())
		if got := hex.EncodeToString(sum[:]); got != want.sha256 {
			t.Errorf("%s: SHA-256 %s, want %s", want.name, got, want.sha256)
		}
	}
}

func TestTruthHoldsInEveryRow(t *testing.T) {
	for _, s := range sample.All() {
		if s.Positive == "" {
			continue // no rules are planted
		}
		table := s.Table()
		y, _ := question(t, s, table)
		for i, row := range y.Rows {
			if got := truth(t, s, table, int(row)); got != y.Positives[i] {
				t.Fatalf("%s: row %d: the truth says %v, the table %v", s.Name, row, got, y.Positives[i])
			}
		}
	}
}

// truth reads the planted rules, "a = x AND b ≤ 5", and reports whether one holds in the row.
func truth(t *testing.T, s sample.Sample, table *dataset.Table, row int) bool {
	t.Helper()
	for _, rule := range s.Truth {
		all := true
		for condition := range strings.SplitSeq(rule, " AND ") {
			all = all && holds(t, condition, table, row)
		}
		if all {
			return true
		}
	}
	return false
}

func holds(t *testing.T, condition string, table *dataset.Table, row int) bool {
	t.Helper()
	parts := strings.Split(condition, " ")
	if len(parts) != 3 || table.Column(parts[0]) < 0 {
		t.Fatalf("condition %q is not understood", condition)
	}
	cell, _ := table.Columns[table.Column(parts[0])].Text(row)
	if parts[1] == "=" {
		return cell == parts[2]
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	limit, err := strconv.ParseFloat(parts[2], 64)
	if err != nil {
		t.Fatal(err)
	}
	return x <= limit
}

// The encoder cuts numbers at their deciles: only if the planted thresholds are among them can the rules be found exactly.
func TestPlantedThresholdsAreDeciles(t *testing.T) {
	s, _ := sample.Find("heart-risk")
	table := s.Table()
	for _, want := range []struct {
		column    string
		decile    int
		threshold float64
	}{{"age", 2, 50}, {"cholesterol", 5, 130}, {"blood_pressure", 5, 120}} {
		numbers := sorted(table, want.column)
		const margin = 10 // rows; the deciles of different training sets differ
		at := len(numbers) * want.decile / 10
		if lo, hi := numbers[at-margin], numbers[at+margin]; lo != want.threshold || hi != want.threshold {
			t.Errorf("%s: decile %d lies between %g and %g, want %g", want.column, want.decile, lo, hi, want.threshold)
		}
	}
}

// The measures and the label are properties of the patient, and identify the patient. Most smokers have a relapse, and few others.
func TestVisits(t *testing.T) {
	s, _ := sample.Find("visits")
	labels, visits, smokers, relapses := map[string]string{}, map[string]int{}, map[string]int{}, map[string]int{}
	smoker, label := s.Column("smoker"), s.Column("relapse")
	for i, patient := range s.Column("patient") {
		who := patient
		for _, name := range []string{"age", "sex", "smoker", "height", "weight", "cholesterol"} {
			who += "," + s.Column(name)[i]
		}
		if visits[who]++; visits[who] > 1 && labels[who] != label[i] {
			t.Errorf("%s: %s and %s", who, labels[who], label[i])
		}
		labels[who] = label[i]
		smokers[smoker[i]]++
		if label[i] == "yes" {
			relapses[smoker[i]]++
		}
	}
	if len(visits) != 150 || visits[slices.Sorted(maps.Keys(visits))[0]] != 6 {
		t.Errorf("%d patients, want 150 with 6 visits", len(visits))
	}
	if yes, no := 100*relapses["yes"]/smokers["yes"], 100*relapses["no"]/smokers["no"]; yes < 65 || yes > 85 || no < 15 || no > 35 {
		t.Errorf("relapses of %d%% of the smokers and %d%% of the others, want about 75 and 25", yes, no)
	}
}

func TestUnknownSample(t *testing.T) {
	if s, ok := sample.Find("iris"); ok {
		t.Errorf("Find = %+v, want none", s)
	}
}

// sorted returns the numbers of a column, ascending.
func sorted(t *dataset.Table, column string) []float64 {
	c := &t.Columns[t.Column(column)]
	numbers := make([]float64, t.Rows)
	for row := range numbers {
		numbers[row] = c.Number(row)
	}
	slices.Sort(numbers)
	return numbers
}

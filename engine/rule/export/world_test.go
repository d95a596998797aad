package export_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// world is a model with rows and its predictions for them.
type world struct {
	name    string
	model   *rule.Model
	columns []export.Column
	rows    [][]any // a float64, a string or nil for each of the columns
	answers []string
	spelled bool // the rows have texts where the rules ask for numbers

	probabilities []float64 // nil without a scorecard

	first []int    // for each row the number, from 1, of the first rule that fires; 0 if none does
	many  []string // the predictions of the rules, if they differ
}

// withAnswers returns the world in which the rules take turns in answering so.
func (w world) withAnswers(turns ...string) world {
	w.name += " of many answers"
	w.many, w.answers = make([]string, len(w.model.Rules)), make([]string, len(w.rows))
	for k := range w.many {
		w.many[k] = turns[k%len(turns)]
	}
	for i, k := range w.first {
		if w.answers[i] = w.model.Negative; k > 0 {
			w.answers[i] = w.many[k-1]
		}
	}
	return w
}

// newWorld computes the predictions of a model for rows.
func newWorld(t testing.TB, name string, m *rule.Model, rows [][]any) world {
	t.Helper()
	columns, err := export.Columns(m)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	w := world{name: name, model: m, columns: columns, rows: rows}
	table := &dataset.Table{Rows: len(rows)}
	for at, c := range m.Encoder.Columns {
		place := -1
		for j := range columns {
			if columns[j].At == at {
				place = j
			}
		}
		table.Columns = append(table.Columns, w.column(c.Name, place))
	}
	x, _, err := m.Encoder.Transform(table, table.AllRows())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	w.answers, w.first = slices.Repeat([]string{m.Negative}, len(rows)), make([]int, len(rows))
	if m.Scorecard != nil {
		w.probabilities = m.Scorecard.Probabilities(m.Rules, m.Votes(), x)
	}
	count := make([]int, len(rows))
	fires := make([]uint64, bitmat.Words(x.Rows))
	for k := len(m.Rules) - 1; k >= 0; k-- {
		m.Rules[k].Match(fires, x)
		for i := range rows {
			if bitmat.Get(fires, i) {
				w.first[i] = k + 1
				if count[i]++; count[i] >= m.Votes() {
					w.answers[i] = m.Positive
				}
			}
		}
	}
	return w
}

// column makes a column of a table of the cells at a place of every row; without a place all are missing.
func (w *world) column(name string, place int) dataset.Column {
	numbers, texts, words := make([]float64, len(w.rows)), new(dataset.Texts), false
	for i, row := range w.rows {
		numbers[i] = math.NaN()
		if place < 0 {
			continue
		}
		switch cell := row[place].(type) {
		case float64:
			numbers[i] = cell
			texts.Append([]byte(dataset.FormatNumber(cell)))
		case string:
			words = true
			if cell == "" { // no table has it: an empty cell is a missing one
				texts.AppendMissing()
			} else {
				texts.Append([]byte(cell))
			}
		default:
			texts.AppendMissing()
		}
	}
	if words {
		return dataset.Column{Name: name, Kind: dataset.Text, Texts: texts}
	}
	return dataset.Column{Name: name, Kind: dataset.Numeric, Numbers: numbers}
}

// probed is a world of a model with rows made from its rules.
func probed(t testing.TB, name string, m *rule.Model) world {
	t.Helper()
	const most = 300
	rows, err := export.Probes(m, most)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return newWorld(t, name, m, rows)
}

func not(feature int) rule.Literal { return rule.Literal{Feature: feature, Not: true} }
func is(feature int) rule.Literal  { return rule.Literal{Feature: feature} }

// people uses every form of condition, on columns with and without missing cells.
func people() *rule.Model {
	return &rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: &binarize.Encoder{
		Policy: binarize.Own,
		Columns: []binarize.EncodedColumn{
			{Name: "age", Thresholds: []float64{25, 37.5, 50}, Missable: true},                                       // 0 to 2, 3 missing
			{Name: "colour", Values: []string{"blue", "green", "red"}},                                               // 4 to 6
			{Name: "sex", Values: []string{"Male"}, Other: "Female"},                                                 // 7
			{Name: "city", Values: []string{"Oslo", "Rome"}, Rest: []string{"Bonn", "Cork"}, Missable: true},         // 8, 9, 10 rest, 11 missing
			{Name: "rooms", Values: []string{"1", "2", "3"}, Rest: []string{"7"}},                                    // 12 to 14, 15 rest
			{Name: "note", Missable: true},                                                                           // 16 missing
			{Name: "weight", Thresholds: []float64{-0.5, 0, 0.1, 0.30000000000000004, 1e-7, 12345.678, 1.5e20}[0:4]}, // 17 to 20
			{Name: "grade", Values: []string{"1", "1.0", "A"}, Rest: []string{"2", "2.0", "01"}},                     // 21 to 23, 24 rest
			{Name: "unused", Thresholds: []float64{7}},                                                               // 25
		},
	}, Rules: rule.Set{
		{not(0), is(2), is(7)},
		{not(1), not(4), is(9)},
		{is(3), is(6), not(7)},
		{not(3), is(10), not(12)},
		{is(11), is(15)},
		{not(10), is(13), is(16)},
		{not(16), is(17)},
		{not(18), is(19), not(8)},
		{not(20), not(11), is(14)},
		{is(21), is(4)},
		{is(22), is(5)},
		{is(24), is(6), not(2)},
		{not(24), not(23), not(21), is(0)},
		{is(1), is(6), not(5), not(15)},
	}}
}

// imputed fills missing cells.
func imputed() *rule.Model {
	return &rule.Model{Target: "price", Positive: "> 20", Negative: "≤ 20", Encoder: &binarize.Encoder{
		Policy: binarize.Impute,
		Columns: []binarize.EncodedColumn{
			{Name: "size", Thresholds: []float64{10, 20}, Fill: "15.333333333333334"},                // 0, 1
			{Name: "kind", Values: []string{"flat", "house"}, Rest: []string{"boat"}, Fill: "house"}, // 2, 3, 4
			{Name: "floor", Values: []string{"0", "1"}, Rest: []string{"9"}, Fill: "9"},              // 5, 6, 7
			{Name: "lift", Values: []string{"yes"}, Other: "no", Fill: "no"},                         // 8
		},
	}, Rules: rule.Set{{not(0), is(1), not(2)}, {is(3), not(5), is(8)}, {is(7), not(1)}, {not(7), not(3), not(8)}, {is(2), not(6), not(0)}}}
}

// derived computes columns of others, with features for missing results, with fills, or with neither.
func derived(policy binarize.Policy) *rule.Model {
	e := &binarize.Encoder{Policy: policy, Columns: []binarize.EncodedColumn{
		{Name: "income", Thresholds: []float64{10, 250.5}},         // 0, 1
		{Name: "colour", Values: []string{"blue", "green", "red"}}, // 2 to 4
		{Name: "debt \"a\"", Thresholds: []float64{-2, 40}},        // 5, 6
		{Name: "age", Thresholds: []float64{50}},                   // 7
	}}
	for i, d := range []binarize.Derived{
		{Op: binarize.Ratio, Of: [2]string{"income", "debt \"a\""}},      // 8, 9
		{Op: binarize.Difference, Of: [2]string{"income", "debt \"a\""}}, // 10, 11
		{Op: binarize.Ratio, Of: [2]string{"debt \"a\"", "age"}},         // 12, 13
	} {
		c := binarize.EncodedColumn{Name: d.Name(), Derived: &d, Thresholds: []float64{[]float64{-0.5, -20, 0.25}[i], 3}}
		if policy == binarize.Impute {
			c.Fill = "1.5"
		}
		e.Columns = append(e.Columns, c)
	}
	m := &rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: e, Rules: rule.Set{
		{not(9), is(2)}, {is(8), not(0)}, {not(10), is(11), not(3)}, {is(12)}, {not(13), not(6)},
	}}
	if policy == binarize.Own {
		e.Columns[4].Missable = true // 10 missing
		m.Rules = rule.Set{
			{not(9), is(2)}, {is(10), not(7), is(4)}, {not(10), is(8), not(0)}, {not(11), is(12), not(3)}, {is(13)}, {not(14), not(6)},
		}
	}
	return m
}

// grouped has columns with aliases and units, and groups of values: of texts, of numbers, of both, and one that is the rest.
func grouped(policy binarize.Policy) *rule.Model {
	groups := func(names string, values ...string) (list []codebook.ValueGroup) {
		for i, name := range strings.Fields(names) {
			list = append(list, codebook.ValueGroup{Name: name, Values: strings.Fields(values[i])})
		}
		return list
	}
	own := policy == binarize.Own
	e := &binarize.Encoder{Policy: policy, Target: codebook.Label{Alias: "risk of “loss”", Unit: "EUR"}, Columns: []binarize.EncodedColumn{
		{ // 0
			Name: "inc_m", Thresholds: []float64{2500},
			ColumnEntry: codebook.ColumnEntry{Label: codebook.Label{Alias: "monthly income", Unit: "EUR"}},
		},
		{
			Name:        "school",
			ColumnEntry: codebook.ColumnEntry{Label: codebook.Label{Alias: "years <b>"}, Groups: groups("low high", "9th 10th Other", "BSc")},
			Values:      []string{"12th", "high", "low"}, Rest: []string{"MSc"}, // 1 to 3, 4 rest
		},
		{
			Name: "code", ColumnEntry: codebook.ColumnEntry{Groups: groups("few many 12", "1 2", "3 4 5.5", "7 8")},
			Values: []string{"12", "9", "few", "many"},
		}, // 5 to 8
		{
			Name: "mixed", ColumnEntry: codebook.ColumnEntry{Groups: groups("a z", "1 x", "2 y")}, Values: []string{"a", "1.0"},
			Rest: []string{"z"},
		}, // 9, 10, 11 rest
		{
			Name: "two", ColumnEntry: codebook.ColumnEntry{Label: codebook.Label{Unit: "m/s"}, Groups: groups("1", "0 2")}, Values: []string{"1"},
			Other: "4",
		}, // 12
	}}
	if !own {
		e.Columns[1].Fill, e.Columns[2].Fill, e.Columns[4].Fill = "low", "many", "1"
	}
	return &rule.Model{Target: "risk", Positive: "> 20", Negative: "≤ 20", Encoder: e, Rules: rule.Set{
		{not(0), is(3)},
		{is(0), not(3), not(1)},
		{is(4), is(7)},
		{not(7), is(6)},
		{not(8), not(4), is(12)},
		{is(9), not(12)},
		{is(11), not(2)},
		{not(11), is(5)},
		{not(9), is(2)},
		{is(10), is(8)},
	}}
}

// dropped is a model without missing cells: no condition about them holds.
func dropped() *rule.Model {
	m := people()
	m.Encoder.Policy = binarize.Drop
	m.Encoder.Columns = m.Encoder.Columns[:2]
	m.Encoder.Columns[0].Missable = false // 0 to 2, colours 3 to 5
	m.Rules = rule.Set{{not(0), not(3)}, {is(2), is(4)}, {not(2), not(5), not(4)}}
	return m
}

// always and never have nothing to ask about.
func always() *rule.Model {
	m := people()
	m.Rules = rule.Set{{}}
	return m
}

func never() *rule.Model {
	m := people()
	m.Rules = nil
	return m
}

// hostiles are texts that end a string, a comment or an element of some language, or have a special meaning in it.
// Every format represents them. Some formats reject the others.
var hostiles, refused = func() (every, some []string) {
	file, err := os.ReadFile("../../testdata/hostile.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(file)) {
		if !strings.HasPrefix(line, `"`) {
			continue
		}
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			panic(line)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r", r) || r == 0xfffe }) {
			some = append(some, text)
		} else {
			every = append(every, text)
		}
	}
	return every, append(some, strings.Repeat("long ", 2000))
}()

// hostile has such texts for every name and value.
func hostile() *rule.Model { return named(hostiles) }

// named has each text as a name and as a value.
func named(names []string) *rule.Model {
	e, set := &binarize.Encoder{Policy: binarize.Own}, rule.Set{}
	for i, name := range names {
		at := e.Bits()
		if i%3 == 0 {
			thresholds := []float64{float64(i) + 0.5, float64(i) + 9}
			e.Columns = append(e.Columns, binarize.EncodedColumn{Name: name, Thresholds: thresholds, Missable: i%2 == 0})
			set = append(set, rule.Rule{not(at), is(at + 1)})
			continue
		}
		values := []string{names[(i+1)%len(names)], names[(i+3)%len(names)]}
		e.Columns = append(e.Columns, binarize.EncodedColumn{Name: name, Values: values, Missable: i%2 == 0})
		set = append(set, rule.Rule{is(at)}, rule.Rule{not(at + 1), is(at)})
	}
	return &rule.Model{Target: "the \"target\"\n*/ '); -- 😀", Positive: `y"e's\</b>`, Negative: "=no\n-- `x`", Encoder: e, Rules: set}
}

// small is a model with two hostile columns, for the goldens.
func small() *rule.Model {
	return &rule.Model{
		Target: "*/ ');-- target", Positive: `y"e's`, Negative: "=no\n</script>",
		Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
			{Name: "a \"b\"\n`c` */ ');--", Thresholds: []float64{-1.5, 0.1}, Missable: true},    // 0, 1, 2 missing
			{Name: "__proto__", Values: []string{"</script>", "=1+1", "😀"}, Rest: []string{"?"}}, // 3 to 5, 6 rest
		}}, Rules: rule.Set{{not(0), is(1), is(3)}, {not(0), not(4)}, {is(2), is(6)}, {not(5), not(2)}},
	}
}

// spellings are texts that are numbers, and some that only look so.
var spellings = []any{
	nil, "", "25", "25.0", "2.5e1", "+25", "025", "25.", ".5", "0.50", "-0", "0", "+12345678", "1e999", "-1e999",
	"1e-999", " 25", "25 ", "0x19", "1_000",
	"inf", "nan", "NaN", "Infinity", "٣", "1", "1.0", "01", "1.00", "2", "2.00", "A", "a", "red", "Red", "Oslo", "Bonn",
	"7", "7.0", "e5", "1e", "+", "-", ".", "1e+", "25\n",
	25.0, 37.5, 1.0, 2.0, 3.0, 7.0, 99.0, -1e300,
}

// small worlds have rows made from rules; some have spellings of numbers too.
func smallWorlds(t testing.TB) (worlds []world) {
	t.Helper()
	for _, m := range []struct {
		name  string
		model *rule.Model
	}{
		{"people", people()},
		{"imputed", imputed()},
		{"dropped", dropped()},
		{"always", always()},
		{"never", never()},
		{"small", small()},
		{"scored", scored()},
		{"voted", voted()},
		{"derived", derived(binarize.Own)},
		{"derived, imputed", derived(binarize.Impute)},
		{"derived, dropped", derived(binarize.Drop)},
		{"grouped", grouped(binarize.Own)},
		{"grouped, imputed", grouped(binarize.Impute)},
		{"dates", dated(binarize.Own, "DD.MM.YYYY hh:mm", "YYYY-MM-DD")},
		{"dates, imputed", dated(binarize.Impute, "YYYY-MM-DD hh:mm", "MM/DD/YYYY")},
		{"dates, dropped", dated(binarize.Drop, "MM/DD/YYYY hh:mm", "DD-Mon-YYYY")},
		{"dates of two digits", dated(binarize.Own, "DD/MM/YY hh:mm", "DD.MM.YY")},
		{"dates of names", dated(binarize.Own, "Mon DD YYYY hh:mm", "DD.Mon.YYYY hh:mm")},
		{"dates of months", dated(binarize.Own, "YYYY-MM", "Mon YYYY")},
		{"dates of integers", dated(binarize.Own, "YYYYMMDD", "seconds since 1970")},
		{"other dates of integers", dated(binarize.Impute, "milliseconds since 1970", "YYYYMMDD")},
		{"dates of PMML", dated(binarize.Own, "YYYY-MM-DD hh:mm", "YYYY-MM-DD")},
		{"dates of PMML and integers", dated(binarize.Drop, "YYYY-MM-DD", "YYYYMMDD")},
		{"other dates of months", dated(binarize.Own, "YYYY-Mon-DD", "MM/YYYY")},
		{"parts of dates with long names", manyParts(strings.Repeat("a", 60), strings.Repeat("a", 59)+"b")},
		{"few weekdays", fewWeekdays(binarize.Own, "YYYY-MM-DD")},
		{"few weekdays, imputed", fewWeekdays(binarize.Impute, "seconds since 1970")},
		{"few weekdays, dropped", fewWeekdays(binarize.Drop, "DD.MM.YYYY hh:mm")},
	} {
		worlds = append(worlds, probed(t, m.name, m.model))
	}
	const together = 30 // columns, for which a sheet has room
	for names := range slices.Chunk(hostiles, together) {
		worlds = append(worlds, probed(t, fmt.Sprintf("hostile from %q on", names[0]), named(names)))
	}
	worlds = append(worlds, spelledDates(t)...)
	for seed := range uint64(40) {
		worlds = append(worlds, probed(t, fmt.Sprintf("random %d", seed), random(seed)))
	}
	for seed := range uint64(10) {
		worlds = append(worlds, probed(t, fmt.Sprintf("random %d, derived", seed), randomlyDerived(random(seed), seed)))
		worlds = append(worlds, probed(t, fmt.Sprintf("random %d, grouped", seed), randomlyGrouped(random(seed), seed)))
		worlds = append(worlds, probed(t, fmt.Sprintf("random %d with a scorecard", seed), randomlyScored(random(seed), seed)))
	}
	for _, m := range []*rule.Model{people(), imputed(), grouped(binarize.Own), grouped(binarize.Impute)} {
		w := probed(t, "", m)
		var rows [][]any
		for i, row := range w.rows {
			for k := range 4 {
				other := append([]any{}, row...)
				other[(i+k)%len(other)] = spellings[(7*i+13*k)%len(spellings)]
				other[(i+k+2)%len(other)] = spellings[(11*i+3*k)%len(spellings)]
				rows = append(rows, other)
			}
		}
		w = newWorld(t, "spellings of "+m.Target, m, rows)
		w.spelled = true
		worlds = append(worlds, w)
	}
	for _, w := range worlds[:20] {
		if w.probabilities != nil {
			continue // only sets of rules have a scorecard
		}
		worlds = append(worlds, w.withAnswers("first", `y"e's\</b>`, "third"))
	}
	return worlds
}

package export_test

import (
	"math"
	"os"
	"testing"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// realTables are the tables of the paper. Adult has missing cells that the model knows nothing of, heloc such that are filled.
var realTables = []struct {
	name, target, positive string
	marks                  []string
	policy                 binarize.Policy
	method                 binarize.Method
}{
	{"adult", "label", ">50K", nil, binarize.Drop, ""},
	{"adult", "label", ">50K", nil, binarize.Own, binarize.Target},
	{"heloc", "RiskPerformance", "Bad", []string{"-7", "-8", "-9"}, binarize.Impute, ""},
	{"magic", "class:", "g", nil, binarize.Own, binarize.Target},
	{"house", "binaryClass", "P", nil, binarize.Own, ""},
}

// realWorlds trains rules briefly and predicts every row of the table.
func realWorlds(t testing.TB) (worlds []world) {
	t.Helper()
	if !realdata.Present() {
		t.Logf("not tested with the real tables: %s is not set", realdata.Variable)
		return nil
	}
	for _, table := range realTables {
		path := realdata.Path(t, table.name+".csv")
		m := learnt(t, path, dataset.Options{MissingValues: table.marks}, protocol.Train{
			Target: table.target, Positive: table.positive,
			Encoding: binarize.FitOptions{Policy: table.policy, Method: table.method}, Network: drnet.Config{
				Steps: 5000, Batch: 200,
				Alternate: 500, Lambda1: new(1e-3), Rate: 0.02, Seed: 1, Rules: 20,
			},
		})
		w := probed(t, "", &m.Model)
		rows := rowsOf(t, path, dataset.Options{MissingValues: table.marks}, w)
		w = newWorld(t, table.name+" "+string(table.policy), &m.Model, append(w.rows, rows...))
		yes := 0
		for _, a := range w.answers {
			if a == m.Positive {
				yes++
			}
		}
		t.Logf("%s: %d rules with %d conditions on %d columns, %d of %d rows positive", w.name, len(m.Rules),
			m.Rules.Conditions(), len(w.columns), yes, len(w.rows))
		if yes == 0 || yes == len(w.rows) {
			t.Errorf("%s: the rules say nothing", w.name)
		}
		worlds = append(worlds, w)
	}
	return worlds
}

func learnt(t testing.TB, path string, o dataset.Options, request protocol.Train) *protocol.Model {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := engine.NewSession()
	var m *protocol.Model
	for _, r := range []protocol.Request{protocol.Load{File: file, Name: path, Options: o}, request} {
		s.Handle(t.Context(), r, func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Refused:
				t.Fatalf("%s: %s", path, e.Message)
			case protocol.Trained:
				m = e.Model
			}
		})
	}
	return m
}

// rowsOf returns all rows of a table with the cells that the rules of a world ask about.
func rowsOf(t testing.TB, path string, o dataset.Options, w world) [][]any {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table, err := dataset.Read(t.Context(), path, file, o)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]any, table.Rows)
	for i := range rows {
		rows[i] = make([]any, len(w.columns))
		for j, c := range w.columns {
			from := &table.Columns[table.Column(c.Name)]
			text, ok := from.Text(i)
			if !ok {
				continue
			}
			rows[i][j] = text
			if c.Numeric {
				if x, ok := dataset.ParseNumber(text); ok && !math.IsNaN(x) {
					rows[i][j] = x
				} else {
					rows[i][j] = nil
				}
			}
		}
	}
	return rows
}

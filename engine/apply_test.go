package engine_test

import (
	"os"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/protocol"
)

var (
	drop   = binarize.FitOptions{Policy: binarize.Drop}
	impute = binarize.FitOptions{Policy: binarize.Impute}
)

// FuzzApply checks that every readable model file predicts each row of any table or is refused, without a panic.
func FuzzApply(f *testing.F) {
	sound, err := os.ReadFile("protocol/testdata/model_1.json")
	if err != nil {
		f.Fatal(err)
	}
	const table = "age,size <cm>,sex,risk\n31,S,Male,low\n,XL,Female,high\nold,,,\n99,L & M,Male,low\n"
	f.Add(string(sound), table)
	for _, change := range [][2]string{
		{`"missable": true`, `"missable": true, "fill": "37"`},
		{`"other": "Female"`, `"fill": "nobody"`},
		{`"Male"`, `"1"`},
		{`"risk"`, `"age"`},
		{`"low"`, `""`},
		{`"target": "risk"`, `"target": ""`},
		{`"feature": 7`, `"feature": 6`},
		{"drnet.model/1", "drnet.model/2"},
		{`"encoder"`, `"coder"`},
		{"37.5", "25.000000000000004"},
	} {
		f.Add(strings.Replace(string(sound), change[0], change[1], 1), table)
	}
	f.Add(string(sound), "age,size <cm>\n1,S\n")
	f.Add(string(sound), "sex,size <cm>,age,risk\n1,2,3,4\n")
	f.Fuzz(func(t *testing.T, file, csv string) {
		m, err := protocol.ReadModel([]byte(file))
		if err != nil {
			return
		}
		k := newTalk(t)
		loaded, ok := k.do(protocol.Load{Name: "table.csv", File: strings.NewReader(csv)}).(protocol.Loaded)
		if !ok {
			return
		}
		switch e := k.do(protocol.Apply{Model: m}).(type) {
		case protocol.Applied:
			if e.Answers.Rows != loaded.Table.Rows {
				t.Errorf("%d answers for %d rows", e.Answers.Rows, loaded.Table.Rows)
			}
		case protocol.Refused:
			if e.Message == "" {
				t.Error("a refusal without a word")
			}
		default:
			t.Errorf("Apply was answered by %T", e)
		}
	})
}

package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestCombinedOptions: runs with options drawn at random, on small tables of odd columns, are refused or answer every request about
// their models.
func TestCombinedOptions(t *testing.T) {
	slow(t)
	most := 12
	if os.Getenv("NIGHTLY") == "1" {
		most = 1000
	}
	for seed := range uint64(most) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			draw := rand.New(rand.NewPCG(seed, 7))
			k := withTable(t, oddTable(draw))
			r := oddRequest(draw)
			if draw.IntN(4) == 0 {
				e := protocol.Evaluate{Train: r, Inner: 2 * draw.IntN(2), Random: draw.IntN(3) == 0, Whole: draw.IntN(2) == 0}
				e.Split.Share, e.Split.Parts = 0, 2+draw.IntN(2)
				if draw.IntN(2) == 0 {
					e.By = []string{"kind"}
				}
				k.do(e)
			}
			k.do(protocol.Plan{Train: r})
			answer := k.do(r)
			trained, ok := answer.(protocol.Trained)
			if !ok {
				t.Logf("refused: %v", answer)
				return
			}
			m, c := trained.Model, trained.MultiClass
			if c != nil {
				m = c.Members[0]
			}
			requests := []protocol.Request{
				protocol.Apply{Model: trained.Model, MultiClass: c, Probabilities: true},
				protocol.Score{Model: m, MultiClass: c},
				protocol.Cover{Model: m, MultiClass: c},
				protocol.Explain{Model: m, MultiClass: c, Row: 3, Nearest: true},
				protocol.ByGroup{Model: m, MultiClass: c, Columns: []string{"kind", "size"}},
				protocol.Predict{Model: trained.Model, MultiClass: c, Columns: true},
				protocol.ListRows{Selection: protocol.Selection{Model: m, MultiClass: c}, Rows: 5, Columns: []string{"at"}, Sort: "size"},
			}
			for _, f := range []string{"text", "sql", "python", "excel", "pmml", "html", "markdown"} {
				requests = append(requests, protocol.Export{Model: trained.Model, MultiClass: c, Format: f})
			}
			if c == nil {
				requests = append(requests, protocol.Stability{Model: m, Draws: 2},
					protocol.TraceBound{Model: m, Bound: protocol.Bound{By: []string{"kind"}, Disparity: eval.SelectionRatio, Limit: 0.8}})
			}
			for _, request := range requests {
				k.do(request)
			}
		})
	}
}

// oddTable returns a table with few rows, missing cells, a column of weights with zeros, and one of groups.
func oddTable(draw *rand.Rand) string {
	var b strings.Builder
	b.WriteString("size,price,at,until,kind,flag,who,w,class\n")
	rows := 30 + draw.IntN(150)
	for i := range rows {
		size := draw.IntN(40)
		cells := []string{
			fmt.Sprint(size), fmt.Sprintf("%.2f", draw.NormFloat64()*50),
			fmt.Sprintf("2023-%02d-%02d %02d:00", 1+i%12, 1+draw.IntN(28), draw.IntN(24)),
			fmt.Sprintf("2024-%02d-%02d %02d:30", 1+draw.IntN(12), 1+draw.IntN(28), draw.IntN(24)),
			[]string{"a", "b", "c", "d d"}[draw.IntN(4)], []string{"yes", "no"}[draw.IntN(2)], fmt.Sprintf("p%d", draw.IntN(rows/3)),
			fmt.Sprint(draw.IntN(3)), []string{"low", "mid", "high"}[min(size/15+draw.IntN(2)*draw.IntN(2), 2)],
		}
		for j := range cells[:6] {
			if draw.IntN(12) == 0 {
				cells[j] = ""
			}
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return b.String()
}

func oddRequest(draw *rand.Rand) protocol.Train {
	pick := func(list ...string) string { return list[draw.IntN(len(list))] }
	r := protocol.Train{Target: "class", Network: drnet.Config{Rules: 4, Steps: 30, Seed: draw.Uint64N(9)}, Restarts: draw.IntN(3)}
	if r.Classes = pick("", "", "", protocol.ClassesEach, protocol.ClassesCodes); r.Classes == "" {
		r.Positive = pick("low", "mid", "high")
	}
	r.Weight, r.Split.Group, r.Split.Time = pick("", "", "w"), pick("", "", "who"), pick("", "", "", "at", "size")
	r.Split.Share = float64(draw.IntN(4)) / 10
	r.Split.Identical = protocol.Identical(pick("", "", "", "", string(protocol.Together)))
	r.Encoding.Policy = binarize.Policy(pick("", "own", "impute", "drop"))
	r.Encoding.Method = binarize.Method(pick("", "target", "width", "distinct"))
	r.Encoding.Derived = binarize.Deriving(pick("", "", "on", "auto"))
	r.Encoding.Dates = pick("", "none", "year,month,weekday,hour,days,since", "auto; at=weekday")
	r.Refine = []float64{0, 0, rule.NoPrice, 2.5, 0.001}[draw.IntN(5)]
	r.Form = rule.Combination(pick("", "", "", "votes", "auto"))
	r.MaxConditions = draw.IntN(4)
	if draw.IntN(3) == 0 {
		r.Decision = &rule.Decision{FalsePositive: 1, FalseNegative: float64(draw.IntN(6))}
	}
	if draw.IntN(4) == 0 {
		r.Bound = &protocol.Bound{By: []string{"kind"}, Disparity: eval.Disparity(pick("selection", "recall")), Limit: 0.5}
	}
	if draw.IntN(4) == 0 {
		r.Network.Weight = rule.Balanced
	}
	if draw.IntN(5) == 0 {
		r.Require = []string{pick("size", "at", "kind")}
	}
	return r
}

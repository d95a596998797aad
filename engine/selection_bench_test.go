package engine_test

import (
	"context"
	"strings"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// BenchmarkRows lists one page of the rows that a rule covers, with and without a filter.
func BenchmarkRows(b *testing.B) {
	k := withTable(b, patients(make([]uint8, 100_000), 1, false))
	m := k.train(protocol.Train{
		Target: "ill", Positive: "yes", Refine: rule.NoPrice,
		Network: drnet.Config{Rules: 8, Steps: 200, Seed: 1},
	}).Model
	if len(m.Rules) == 0 {
		condition := rule.Rule{{Feature: 0}}
		m.Rules = rule.Set{condition}
	}
	of := protocol.Selection{Model: m, Lines: []int{1}}
	filtered := of
	filtered.Filters = []protocol.Filter{{Column: "colour", Text: "e"}, {Column: "age", Text: "> 30"}}
	for _, bench := range []struct {
		name    string
		request protocol.Request
	}{
		{"page/rows=100000", protocol.ListRows{Selection: of, From: 40, Rows: 20, Columns: []string{"age", "colour"}}},
		{"filtered/rows=100000", protocol.ListRows{Selection: filtered, From: 40, Rows: 20, Columns: []string{"age", "colour"}}},
		{"cover/rows=100000", protocol.Cover{Model: m}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k.session.Handle(context.Background(), bench.request, func(e protocol.Event) {
					if refused, ok := e.(protocol.Refused); ok {
						b.Fatal(strings.TrimSpace(refused.Message))
					}
				})
			}
		})
	}
}

package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine"
	"drnet/engine/protocol"
)

// BenchmarkDecodeWide decodes what the page hears of a table of 1,000 columns: its longest pause with such a table.
func BenchmarkDecodeWide(b *testing.B) {
	const columns, rows = 1000, 300
	r := rand.New(rand.NewPCG(1, 1))
	var table strings.Builder
	for i := range columns {
		fmt.Fprintf(&table, "column %d,", i)
	}
	table.WriteString("y\n")
	for row := range rows {
		for range columns {
			fmt.Fprintf(&table, "%.3f,", r.NormFloat64())
		}
		fmt.Fprintln(&table, row%3)
	}
	engine.NewSession().Handle(b.Context(), protocol.Load{Name: "wide.csv", File: strings.NewReader(table.String())}, func(e protocol.Event) {
		if !is[protocol.Loaded](e) {
			return
		}
		message, err := protocol.EncodeEvent(1, e)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(message)))
		for b.Loop() {
			if _, _, err := protocol.DecodeEvent(message); err != nil {
				b.Fatal(err)
			}
		}
	})
}

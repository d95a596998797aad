package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// credit returns a table in the form of the credit approval file of the UCI repository: 690 lines of 15 attributes and the class + or -,
// without names, with ? for missing cells, and integers with leading zeros. The values are random; A9 = t approves nine in ten.
func credit() string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	pick := func(texts string) string {
		list := strings.Fields(texts)
		return list[r.IntN(len(list))]
	}
	rarely := func(text string) string {
		if r.IntN(60) == 0 {
			return "?"
		}
		return text
	}
	for range 690 {
		approves, counts := r.IntN(2) == 0, r.IntN(5) < 2
		class, count, sum := "-", "00", "00000"
		if approves != (r.IntN(10) == 0) {
			class = "+"
		}
		if counts {
			count = fmt.Sprintf("%02d", 1+r.IntN(67))
		}
		if r.IntN(5) > 0 {
			sum = fmt.Sprintf("%05d", 20*r.IntN(60)+r.IntN(3))
		}
		flag := map[bool]string{true: "t", false: "f"}
		fmt.Fprintln(&b, strings.Join([]string{
			rarely(pick("a b b")), rarely(fmt.Sprintf("%.2f", 15+r.Float64()*60)), fmt.Sprint(float64(r.IntN(240)) / 8), rarely(pick("u u u y l")),
			rarely(pick("g g g p gg")), rarely(pick("c q w i aa ff k cc m x d e j r")), rarely(pick("v v v h bb ff j z dd n o")),
			fmt.Sprint(float64(r.IntN(160)) / 8), flag[approves], flag[counts], count, pick("f t"), pick("g g g g s p"), rarely(sum),
			fmt.Sprint(r.IntN(3) * r.IntN(5000)), class,
		}, ","))
	}
	return b.String()
}

// TestCreditApproval trains on a file whose class is a missing mark elsewhere, without any option.
func TestCreditApproval(t *testing.T) {
	k := newTalk(t)
	table := answered[protocol.Loaded](k, protocol.Load{Name: "crx.data", File: strings.NewReader(credit())}).Table
	if table.Dialect.Header || table.Rows != 690 || len(table.Columns) != 16 || table.Guess != 15 {
		t.Fatalf("%d rows, %d columns, header %v, guess %d", table.Rows, len(table.Columns), table.Dialect.Header, table.Guess)
	}
	for j, c := range table.Columns {
		number := slices.Contains([]int{1, 2, 7, 10, 13, 14}, j)
		if (c.Kind == dataset.Numeric) != number || c.Missing > 30 || c.Odd > 0 {
			t.Errorf("%s: %s, %d missing, %d odd", c.Name, c.Kind, c.Missing, c.Odd)
		}
	}
	if kept := table.Columns[15].Kept; len(kept) != 1 || kept[0].Text != "-" || table.Columns[15].Missing > 0 {
		t.Errorf("the class has %v as values and %d missing", kept, table.Columns[15].Missing)
	}
	m := k.train(protocol.Train{
		Target: "column16", Encoding: binarize.FitOptions{Method: binarize.Target}, Network: drnet.Config{Seed: 1},
		Split: protocol.Split{Share: 0.2, Seed: 1},
	}).Model
	if a := m.Learned.Simplified.Test.Accuracy; a < 0.85 || m.Positive != "+" && m.Positive != "-" {
		t.Errorf("accuracy %.3f for %q, want 0.85", a, m.Positive)
	}
	if got := m.Learned.Columns[15].Values; !slices.Equal(got, []string{"-"}) {
		t.Errorf("the model has the values %q", got)
	}
	// Few rows are read as the training rows were.
	rows := strings.Split(credit(), "\n")
	few := answered[protocol.Loaded](k, protocol.Load{
		Name: "few.data", File: strings.NewReader(strings.Join(rows[:5], "\n")),
		Test: true,
	}).Table
	for _, j := range []int{0, 15} {
		if c := few.Columns[j]; j == 15 && c.Missing > 0 || j == 0 && len(c.Kept) > 0 {
			t.Errorf("few rows: %s has %d missing and %v as values", c.Name, c.Missing, c.Kept)
		}
	}
}

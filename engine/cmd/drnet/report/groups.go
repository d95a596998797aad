package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// groupsText compares groups of rows: a line with the rates of each group, and sentences below.
func groupsText(w io.Writer, all []eval.Groups) {
	for _, g := range all {
		if len(g.List) == 0 {
			continue
		}
		heads := []string{"rows 8"}
		for _, r := range g.List[0].Rates {
			heads = append(heads, fmt.Sprintf("%s %d", r.Name, max(len(r.Name), len("100.0%"))+1))
		}
		names := make([]string, len(g.List))
		first := strings.Join(g.Columns, ", ")
		width := len([]rune(first))
		for i, group := range g.List {
			names[i] = dataset.EscapeControl(strings.Join(group.Values, ", "))
			width = max(width, len([]rune(names[i])))
		}
		fmt.Fprintln(w)
		row := writeTable(w, append([]string{fmt.Sprintf("%s -%d", first, width)}, heads...)...)
		for i, group := range g.List {
			cells := []string{names[i], fmt.Sprint(group.Rows)}
			for _, r := range group.Rates {
				text := "–"
				if r.Value != nil {
					text = dataset.Percent(*r.Value)
				}
				cells = append(cells, text)
			}
			row(cells...)
		}
		fmt.Fprintln(w)
		for _, s := range g.Sentences {
			fmt.Fprintln(w, dataset.EscapeControl(s))
		}
	}
}

// boundText says whether a bound holds and its price, with the trade-off of all searches under it.
func boundText(w io.Writer, b *protocol.Bounded) {
	if b == nil {
		return
	}
	fmt.Fprintln(w)
	for _, sentence := range b.Sentences() {
		fmt.Fprintln(w, dataset.EscapeControl(sentence))
	}
	if len(b.Traced) < 2 {
		return
	}
	name, tests := b.Bound.Compared(), b.With.Test != nil
	width := strconv.Itoa(len(name) + len("train ") + 1)
	fmt.Fprintln(w)
	row := writeTable(w, "train "+name+" -"+width, "train accuracy 15", when(tests, "test "+name+" "+width), when(tests, "test accuracy 14"))
	for _, trade := range b.Traced {
		var cells []string
		for _, side := range trade {
			if side != nil {
				value := "undefined"
				if side.Value != nil {
					value = b.Bound.Value(*side.Value)
				}
				cells = append(cells, value, percent(side.Accuracy))
			}
		}
		row(cells...)
	}
}

package network

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Limits of the drawing. The other columns, and the other rules, share a node.
const (
	mostColumns = 12
	mostRules   = 12
)

// hardSpace is a space without a line break.
const hardSpace = "\u00a0"

// figure describes the drawing of the rules in sight. Rules that cover no training row are left out.
type figure struct {
	sight
	columns  []string // names, the most used first
	folded   int      // further columns
	nodes    []node
	more     int // further rules
	moreRows int // the most training rows that these can cover together; -1 if unknown
}

// node is a drawn rule.
type node struct {
	number     int // in the list of rules, from 1
	text       string
	conditions []condition // one for each drawn column
	covered    int         // training rows; -1 if unknown
}

// condition is what a rule requires of a column.
type condition struct {
	column   int    // index among the drawn columns; their number for the node of the others
	text     string // without the name of the column
	excludes bool   // it only excludes values
	bounds   bool   // it has a threshold, which is never broken into two lines
	features []int
}

// figure returns the drawing of the rules in sight, nil if there are none to draw yet.
func (m Model) figure(c core.View) *figure {
	s, ok := m.sight(c)
	if !ok {
		return nil
	}
	f := &figure{sight: s}
	features, typeset := s.model.Encoder.Features(), c.Typeset(s.model)
	var columns []map[int]rule.Rule // of each rule
	used := map[int]int{}           // number of rules by column
	for k, r := range s.rules {
		columns = append(columns, byColumn(r, features))
		for column := range columns[k] {
			if s.covered(k) != 0 {
				used[column]++
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(used), func(a, b int) int { return cmp.Or(cmp.Compare(used[b], used[a]), cmp.Compare(a, b)) })
	drawn := order[:min(len(order), mostColumns)]
	f.folded = len(order) - len(drawn)
	for _, column := range drawn {
		f.columns = append(f.columns, dataset.EscapeControl(s.model.Encoder.Columns[column].Name))
	}
	for k, r := range s.rules {
		switch covered := s.covered(k); {
		case covered == 0:
		case len(f.nodes) < mostRules:
			f.nodes = append(f.nodes, node{k + 1, typeset.Line(r, rule.OrMissing), conditions(columns[k], drawn, features, typeset), covered})
		default:
			f.more++
			f.moreRows = min(f.moreRows+covered, s.rows)
		}
	}
	return f
}

// byColumn groups the literals of a rule by the index of their column.
func byColumn(r rule.Rule, features []binarize.Feature) map[int]rule.Rule {
	groups := map[int]rule.Rule{}
	for _, l := range r {
		c := features[l.Feature].Column
		groups[c] = append(groups[c], l)
	}
	return groups
}

// conditions describes a rule with its literals by column. Those on columns that are not drawn are one condition, the last.
func conditions(groups map[int]rule.Rule, drawn []int, features []binarize.Feature, typeset *rule.Typesetter) (list []condition) {
	rest := condition{column: len(drawn)}
	others := 0
	for column, literals := range groups {
		one := condition{column: slices.Index(drawn, column)}
		one.text, one.excludes = requirement(literals, typeset)
		for _, l := range literals {
			one.features = append(one.features, l.Feature)
			one.bounds = one.bounds || features[l.Feature].Op == binarize.AtMost
		}
		if one.column >= 0 {
			list = append(list, one)
			continue
		}
		others++
		rest.features = append(rest.features, one.features...)
	}
	slices.SortFunc(list, func(a, b condition) int { return cmp.Compare(a.column, b.column) })
	if others > 0 {
		rest.text = core.Plural(others, "condition", "conditions")
		list = append(list, rest)
	}
	return list
}

// unbroken keeps a sign and its number on one line.
var unbroken = strings.NewReplacer("≤ ", "≤"+hardSpace, "≥ ", "≥"+hardSpace, "> ", ">"+hardSpace, "= ", "="+hardSpace, "≠ ", "≠"+hardSpace)

// requirement writes what literals on one column require, without its name: "> 25 and ≤ 50", "is none of red, blue". Excludes
// reports whether they only exclude values.
func requirement(r rule.Rule, typeset *rule.Typesetter) (text string, excludes bool) {
	text = typeset.Relation(r)
	return unbroken.Replace(text), strings.HasPrefix(text, "≠") || strings.HasPrefix(text, "is none of")
}

// highlighted returns the index among the nodes of the rule to highlight: the selected one, else the first that fires on the
// traced row, else the first; -1 without rules.
func (f *figure) highlighted(s selection, row *protocol.RowTraced) int {
	for _, number := range []int{s.hovered, s.chosen} {
		if k := slices.IndexFunc(f.nodes, func(n node) bool { return n.number == number }); k >= 0 {
			return k
		}
	}
	fires := slices.IndexFunc(f.nodes, func(n node) bool { return row != nil && fires(row, n.number) })
	return min(max(fires, 0), len(f.nodes)-1)
}

// left and right return the number of nodes at either side of the edges.
func (f *figure) left() int { return len(f.columns) + min(f.folded, 1) }

func (f *figure) right() int { return len(f.nodes) + min(f.more, 1) }

package network

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Limits of the drawing. All further columns share one node, and so do all further rules.
const (
	mostColumns = 12
	mostRules   = 12
)

// figure describes the drawing of the displayed rules. Rules that cover no training row are left out.
type figure struct {
	shownRules
	features []binarize.Feature
	drawn    []node   // ordered by class
	columns  []column // ordered by number of rules, the most used column first
	folded   int      // number of columns that are not drawn
	more     int      // number of rules that are not drawn
	moreRows int      // upper bound on the training rows that these rules cover together

	foldedClasses []int // classes of the rules that are not drawn, as indexes into answers
}

type column struct {
	name         string
	values       []string              // values with a feature
	distribution protocol.Distribution // of its cells in the table; empty if the table lacks the column
}

type node struct {
	number     int // as shown to the user: among the rules of its class or in the decision list, from 1
	place      int // among the nodes of all classes, from 1; identifies the rule
	class      int // index into answers
	rule       rule.Rule
	covered    int         // training rows; -1 if unknown
	text       string      // set if the rule is drawn
	conditions []condition // set if the rule is drawn: one for each drawn column with a condition, then one for the other columns
}

// condition is what a rule requires of a column.
type condition struct {
	column   int       // index into figure.columns, or their number for the node of the other columns
	text     string    // without the name of the column
	excludes bool      // it excludes values instead of requiring some
	bounds   bool      // its text has a threshold or a count, and must not be broken into two lines
	names    []string  // name of the column, or names of the other columns
	literals rule.Rule // the condition itself; nil for the other columns
}

// figure returns the drawing of the displayed rules, nil if there are none to draw yet.
func (m Model) figure(c core.View) *figure {
	s, ok := m.shownRules(c)
	if !ok {
		return nil
	}
	encoder, typeset := s.model.Encoder, c.Typeset(s.model)
	f := &figure{shownRules: s, features: encoder.Features()}
	used := map[int]int{} // number of rules by column
	for _, n := range s.nodes {
		for column := range n.rule.ByColumn(f.features) {
			if n.covered != 0 {
				used[column]++
			}
		}
	}
	order := slices.SortedStableFunc(maps.Keys(used), func(a, b int) int { return cmp.Or(cmp.Compare(used[b], used[a]), cmp.Compare(a, b)) })
	columns := order[:min(len(order), mostColumns)]
	f.folded = len(order) - len(columns)
	for _, at := range columns {
		f.columns = append(f.columns, drawnColumn(c, &encoder.Columns[at]))
	}
	f.choose()
	for k := range f.drawn {
		n := &f.drawn[k]
		n.text = typeset.Line(n.rule, rule.OrMissing)
		n.conditions = conditions(n.rule.ByColumn(f.features), columns, encoder, typeset)
	}
	return f
}

func drawnColumn(c core.View, of *binarize.EncodedColumn) column {
	drawn := column{name: dataset.EscapeControl(of.Title()), values: of.Values}
	if summary := c.Named(of.Name); summary != nil {
		drawn.distribution = core.Distribution(summary)
	}
	return drawn
}

// choose selects the rules to draw, of those that cover rows, by number: the first rules of all classes, then the second, and so on.
func (f *figure) choose() {
	list := slices.DeleteFunc(slices.Clone(f.nodes), func(n node) bool { return n.covered == 0 })
	sort.SliceStable(list, func(i, j int) bool { return list[i].number < list[j].number })
	f.drawn = list[:min(len(list), mostRules)]
	for _, n := range list[len(f.drawn):] {
		f.more++
		f.foldedClasses = append(f.foldedClasses, n.class)
		f.moreRows = min(f.moreRows+n.covered, f.rows)
	}
	slices.Sort(f.foldedClasses)
	f.foldedClasses = slices.Compact(f.foldedClasses)
	sort.Slice(f.drawn, func(i, j int) bool { return f.drawn[i].place < f.drawn[j].place })
}

// conditions returns the conditions of a rule, given by column. Those on columns that are not drawn are merged into one, the last.
func conditions(groups map[int]rule.Rule, drawn []int, e *binarize.Encoder, typeset *rule.Typesetter) (list []condition) {
	rest := condition{column: len(drawn), bounds: true}
	for column, literals := range groups {
		name, at := e.Columns[column].Name, slices.Index(drawn, column)
		if at < 0 {
			rest.names = append(rest.names, name)
			continue
		}
		text := typeset.Relation(literals)
		excludes := strings.HasPrefix(text, "≠") || strings.HasPrefix(text, "is none of")
		list = append(list, condition{at, core.Directed(text), excludes, len(e.Columns[column].Thresholds) > 0, []string{name}, literals})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].column < list[j].column })
	if others := len(rest.names); others > 0 {
		rest.text = core.Plural(others, "condition", "conditions")
		list = append(list, rest)
	}
	return list
}

// conditionsOf returns one condition of a drawn rule for each node of the columns; it is the zero value if the rule lacks a condition.
func (f *figure) conditionsOf(k int) []condition {
	list := make([]condition, f.left())
	for _, c := range f.drawn[k].conditions {
		list[c.column] = c
	}
	return list
}

// spans returns the intervals of the distribution of a drawn column that a condition accepts, as shares of its width; nil for none.
func (f *figure) spans(c condition) [][2]float64 {
	if c.literals == nil {
		return nil
	}
	drawn := f.columns[c.column]
	return core.Spans(drawn.distribution, c.literals, f.features, drawn.values)
}

// highlighted returns the index into drawn of the rule under the pointer, else the chosen one, else the first that fires on the traced row,
// else 0; -1 without rules.
func (f *figure) highlighted(s selection, row *protocol.Explained) int {
	for _, place := range []int{s.hovered, s.chosen} {
		if k := slices.IndexFunc(f.drawn, func(n node) bool { return n.place == place }); k >= 0 {
			return k
		}
	}
	fires := slices.IndexFunc(f.drawn, func(n node) bool { return n.fires(row) })
	return min(max(fires, 0), len(f.drawn)-1)
}

// left and right return the number of nodes at the two ends of the edges: of columns and of rules.
func (f *figure) left() int { return len(f.columns) + min(f.folded, 1) }

func (f *figure) right() int { return len(f.drawn) + min(f.more, 1) }

package query

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Explain explains the prediction for a row.
func (q *Querier) Explain(j prepare.Job, r protocol.Explain) (protocol.Event, error) {
	m, err := memberOf(r.Model, r.MultiClass)
	if err != nil {
		return nil, err
	}
	t, notes, err := q.tableFor(r)
	if err != nil {
		return nil, err
	}
	rules := slices.Concat(append(r.MultiClass.Sets(), m.Rules, m.Scorecard.Conditions())...)
	one, err := single(m, t, r, rules)
	if err != nil {
		return nil, err
	}
	frozen, err := frozenColumns(m, t, r.Freeze)
	if err != nil {
		return nil, err
	}
	p, scales := predictionOf(m, r.MultiClass), q.scales(m, t, rules)
	whole := rule.NewExplainer(m.Encoder, p.rules, scales)
	row, err := whole.Row(one, 0)
	if err != nil {
		return nil, err
	}
	fires := p.fires(row)
	p.settle(fires)
	whole.Question = p.question
	is := p.question.Answer(fires)
	x := rule.NewExplainer(m.Encoder, m.Rules, scales)
	verdicts, miss := x.Verdicts(row)
	notes = warnings(notes, false, binarize.Report{}, m.Encoder.Unread(one, rule.UsedColumns(m.Encoder, rules)))
	out := protocol.Explained{Row: r.Row, Notes: notes, Verdicts: verdicts, Miss: miss + 1, Votes: m.K}
	out.Positive = out.Firing() >= m.Votes()
	actual := r.Row
	if len(r.Values) > 0 { // the label is that of the row with its own cells
		actual = 0
	}
	if c := r.MultiClass; c != nil {
		d := decider{c, c.Places(), x.Typesetter}.decision(row)
		d.Truth, d.Right = truth(c.Alone(d.Class), t, actual, true)
		out.Decision = &d
	}
	out.Cells, out.Answer, out.Other = row.Cells, p.names.Prediction(is), p.names.Prediction(!is)
	out.Truth, out.Right = truth(p.names, t, actual, is)
	out.Counterfactuals = whole.Counterfactuals(row, rule.CounterfactualOptions{Frozen: frozen, Missing: r.Missing})
	p.nameClasses(out.Found, fires)
	if m.Scorecard != nil {
		out.Score = rowScore(m, x.Typesetter, row, verdicts)
	}
	if r.Nearest {
		if out.Nearest, err = q.nearest(j, m, p, t, whole, row, is); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rowScore returns the points of a row, their sum and the probability. The verdicts are those of the rules on the row.
func rowScore(m *protocol.Model, t *rule.Typesetter, row rule.Row, verdicts []rule.Verdict) *protocol.RowScore {
	c, s := m.Scorecard, &protocol.RowScore{Of: m.Prediction(true), Lines: []protocol.RowPoint{}}
	give := func(text string, points int) {
		s.Sum += points
		s.Lines = append(s.Lines, protocol.RowPoint{Text: text, Points: points})
	}
	for k, v := range verdicts {
		if v.Fires {
			give("rule "+strconv.Itoa(k+1), c.Points[k])
		}
	}
	fires := len(s.Lines) >= m.Votes()
	for _, l := range c.Lines {
		if row.Holds(l.Feature) != l.Not {
			give(t.Line(rule.Rule{l.Literal}, rule.OrMissing), l.Points)
		}
	}
	s.Probability, s.Clipped = c.Probability(s.Sum, fires), c.Contradicts(s.Sum, fires)
	if m.Decided() {
		s.Decision = m.Decide(s.Probability)
	}
	return s
}

// tableFor returns the table with the column names of the model, and a note if the file lacks names. The table is nil if none is open,
// or if it does not fit the model; that is an error only if the request needs the table.
func (q *Querier) tableFor(r protocol.Explain) (*dataset.Table, []string, error) {
	asked := r.Row != 0 || r.Nearest
	switch {
	case q.Table == nil && asked:
		return nil, nil, prepare.ErrNoTable
	case q.Table == nil:
		return nil, nil, nil
	case r.Row < 0 || r.Row > q.Table.Rows:
		return nil, nil, protocol.BadSettingf(fmt.Sprintf("choose a row from 1 to %d", q.Table.Rows),
			"row %d does not exist: the table has %s", r.Row, protocol.Plural(q.Table.Rows, "row", "rows"))
	}
	t, notes, err := prepare.ByPosition(q.Table, r.Model.Learned.Columns, r.Model.Target, r.Model.Encoder)
	if err != nil && !asked {
		return nil, nil, nil
	}
	return t, notes, err
}

// single returns a table of one row: the cells of the request and, for other columns, those of the requested row of t. Row 0 stands for
// missing cells. It is an error if t lacks a column that rules use.
func single(m *protocol.Model, t *dataset.Table, r protocol.Explain, rules rule.Set) (*dataset.Table, error) {
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		if _, err := checkName(m, t, name); err != nil {
			return nil, err
		}
	}
	one, used := &dataset.Table{Rows: 1}, rule.InputColumns(m.Encoder, rules)
	for i := range m.Encoder.Columns {
		c := &m.Encoder.Columns[i]
		if c.Derived != nil {
			continue
		}
		var from *dataset.Column
		if t != nil && t.Column(c.Name) >= 0 {
			from = &t.Columns[t.Column(c.Name)]
		}
		text, given := r.Values[c.Name]
		switch {
		case given || r.Row == 0:
			one.Columns = append(one.Columns, textCell(m, c, from, text))
		case from == nil && used[i]:
			return nil, prepare.MissingColumn(c.Name)
		case from == nil:
			one.Columns = append(one.Columns, column(c.Name, "", false))
		default:
			one.Columns = append(one.Columns, cellOf(from, r.Row-1))
		}
	}
	return one, nil
}

// textCell returns a column of one cell, as a user typed it. A number is read in the notation of the column from or, if that is nil, of
// the training table.
func textCell(m *protocol.Model, c *binarize.EncodedColumn, from *dataset.Column, text string) dataset.Column {
	text = strings.TrimSpace(text)
	if n := len(c.Thresholds); n > 0 {
		x, ok := formOf(m, c.Name).Typed(text, c.Thresholds[0], c.Thresholds[n-1])
		if from != nil && from.IsNumber() {
			x, ok = from.Typed(text)
		}
		if ok {
			text = dataset.FormatNumber(x)
		}
	}
	out := column(c.Name, text, text != "")
	if from != nil && c.Layout != "" {
		if _, fits := from.Layout.Hours(text); fits {
			out.Layout = from.Layout
		}
	}
	return out
}

// formOf returns the notation of the numbers of a column in the training table, as far as the model records it.
func formOf(m *protocol.Model, name string) (f dataset.Form) {
	for i := range m.Learned.Columns {
		if c := &m.Learned.Columns[i]; c.Name == name {
			if f.Unit = c.Unit; c.Decimal == "," {
				f.Decimal, f.Thousands = ",", "."
			}
		}
	}
	return f
}

// cellOf returns a column of a single cell of another column. The encoder reads it as it reads the cell in that column.
func cellOf(from *dataset.Column, row int) dataset.Column {
	if from.IsNumber() && from.Values == nil {
		return dataset.Column{Name: from.Name, Numbers: []float64{from.Number(row)}}
	}
	text, ok := from.Text(row)
	out := column(from.Name, text, ok)
	out.Layout = from.Layout
	return out
}

// column returns a column of one cell, missing if ok is false.
func column(name, text string, ok bool) dataset.Column {
	if !ok {
		return dataset.Column{Name: name, Codes: dataset.NewCodes([]int32{-1})}
	}
	return dataset.Column{Name: name, Codes: dataset.NewCodes([]int32{0}), Values: []string{text}}
}

// checkName rejects a name that is a column neither of the table nor of the model, or that is a derived column. It returns the place of
// the column in the encoder, or -1 if the encoder lacks it.
func checkName(m *protocol.Model, t *dataset.Table, name string) (int, error) {
	i := m.Encoder.Column(name)
	if i >= 0 && m.Encoder.Columns[i].Derived != nil {
		return i, protocol.BadSettingf("name the columns that it is computed from", "column %q is not in the table", name)
	}
	if i >= 0 || t != nil && t.Column(name) >= 0 ||
		slices.ContainsFunc(m.Learned.Columns, func(c dataset.TrainedColumn) bool { return c.Name == name }) {
		return i, nil
	}
	return i, protocol.BadSettingf("use column names of the training table", "column %q does not exist", name)
}

// frozenColumns returns which columns of the encoder must not change.
func frozenColumns(m *protocol.Model, t *dataset.Table, names []string) ([]bool, error) {
	frozen := make([]bool, len(m.Encoder.Columns))
	for _, name := range names {
		i, err := checkName(m, t, name)
		if err != nil {
			return nil, err
		}
		if i >= 0 {
			frozen[i] = true
		}
	}
	return frozen, nil
}

// truth returns the target cell of a row, numbered from 1, and whether a prediction agrees with it. It returns "" and nil if the row or
// the cell is missing, and nil if the cell is not a value that the model predicts.
func truth(m *rule.Model, t *dataset.Table, row int, positive bool) (string, *bool) {
	if t == nil || row == 0 || t.Column(m.Target) < 0 {
		return "", nil
	}
	from := &t.Columns[t.Column(m.Target)]
	text, ok := from.Text(row - 1)
	if !ok {
		return "", nil
	}
	target, err := labelsOf(m, &dataset.Table{Rows: 1, Columns: []dataset.Column{cellOf(from, row-1)}})
	if err != nil || len(target.Rows) == 0 {
		return text, nil
	}
	return text, new(target.Positives[0] == positive)
}

// decider explains the predictions of a multiclass model.
type decider struct {
	*protocol.MultiClass
	places  []rule.RuleRef
	typeset *rule.Typesetter
}

// decision returns the predicted class of a row and the reasons.
func (d decider) decision(row rule.Row) protocol.ClassDecision {
	sets := d.Sets()
	out := protocol.ClassDecision{Class: d.Default, Why: []string{}}
	word := uint64(0)
	for i, m := range d.Members {
		v := protocol.Vote{Says: m.Positive, Fires: []int{}}
		for k, r := range sets[i] {
			if row.Fires(r) {
				v.Fires = append(v.Fires, k+1)
				word |= 1 << min(i, rule.MaxCodeLength-1)
			}
		}
		out.Votes = append(out.Votes, v)
	}
	first := slices.IndexFunc(d.places, func(p rule.RuleRef) bool { return slices.Contains(out.Votes[p.Set].Fires, p.Rule+1) })
	if first >= 0 {
		out.Class = d.places[first].Set
		out.Votes[out.Class].First = true
	}
	if d.Codes != nil {
		out.Class = d.Decode(word)
		out.Why = d.codeWords(word, out.Class)
	} else {
		out.Why = d.because(first, out.Votes)
	}
	for i := range out.Votes {
		out.Votes[i].Text = d.voteText(i, out.Votes[i], first)
	}
	out.Answer = d.Prediction(out.Class)
	return out
}

// quoted writes the name of a class for people.
func quoted(name string) string { return "“" + dataset.EscapeControl(name) + "”" }

// because returns sentences that name the rule that decided, number first of the list, and say why no rule of another class did.
func (d decider) because(first int, votes []protocol.Vote) []string {
	if first < 0 {
		return []string{fmt.Sprintf("No rule holds, so the prediction is the default, %s.", quoted(d.Names[d.Default]))}
	}
	p := d.places[first]
	line := d.typeset.Line(d.Members[p.Set].Rules[p.Rule], rule.OrMissing)
	why := fmt.Sprintf("Rule %d of %s holds: %s.", p.Rule+1, quoted(d.Names[p.Set]), line)
	if d.Listed() {
		why = fmt.Sprintf("Rule %d of the list holds: %s.", first+1, line)
	}
	others := 0
	for i, v := range votes {
		if i != p.Set && len(v.Fires) > 0 {
			others++
		}
	}
	if others == 0 {
		return []string{why, "No rule of another class holds."}
	}
	too := fmt.Sprintf("Rules of %s hold too; ", protocol.Plural(others, "other class", "other classes"))
	if d.Order != nil {
		return []string{why, too + quoted(d.Names[p.Set]) + " comes first in the class order."}
	}
	if d.Listed() {
		return []string{why, too + "this rule comes first in the list."}
	}
	return []string{why, too + fmt.Sprintf("this rule has the highest precision%s.", d.precision(p))}
}

// precision formats the training precision of a rule; "" if it is unknown.
func (d decider) precision(p rule.RuleRef) string {
	o, known := d.Members[p.Set].Current()
	if !known || p.Rule >= len(o.Train.Rules) {
		return ""
	}
	s := o.Train.Rules[p.Rule]
	return fmt.Sprintf(" (%d of %d training rows)", s.Right, s.Covered)
}

// codeWords returns sentences that name the nearest code word, and others at the same distance.
func (d decider) codeWords(word uint64, class int) []string {
	text := ""
	for k := range d.Members {
		text += strconv.Itoa(int(word >> k & 1))
	}
	differ := func(code string) (n int) {
		for k := range code {
			if code[k] != text[k] {
				n++
			}
		}
		return n
	}
	least := differ(d.Codes[class])
	var equal []string
	for i, code := range d.Codes {
		if i != class && differ(code) == least {
			equal = append(equal, quoted(d.Names[i]))
		}
	}
	why := []string{fmt.Sprintf("The rule sets give %s; the nearest code word, %s of %s, differs in %s.",
		text, d.Codes[class], quoted(d.Names[class]), protocol.Plural(least, "digit", "digits"))}
	if len(equal) > 0 {
		why = append(why, fmt.Sprintf("That of %s is as near; %s has more training rows.",
			strings.Join(equal, " and of "), quoted(d.Names[class])))
	}
	return why
}

// voteText lists the rules of a set that hold, and says why they did not decide.
func (d decider) voteText(set int, v protocol.Vote, first int) string {
	name := quoted(v.Says)
	if d.Codes != nil {
		name = fmt.Sprintf("digit %d (%s)", set+1, v.Says)
	}
	switch {
	case len(d.Members[set].Rules) == 0:
		return name + ": no rules"
	case len(v.Fires) == 0 && len(d.Members[set].Rules) == 1:
		return name + ": its rule does not hold"
	case len(v.Fires) == 0:
		return fmt.Sprintf("%s: none of its %d rules holds", name, len(d.Members[set].Rules))
	}
	numbers, list := d.Numbers(set, len(d.Members[set].Rules)), make([]string, len(v.Fires))
	for i, k := range v.Fires {
		list[i] = strconv.Itoa(numbers[k-1])
	}
	holds := "rule " + list[0] + " holds"
	if n := len(list); n > 1 {
		holds = "rules " + strings.Join(list[:n-1], ", ") + " and " + list[n-1] + " hold"
	}
	if d.Codes != nil || v.First || first < 0 {
		return name + ": " + holds
	}
	if d.Order != nil {
		return name + ": " + holds + ", and the class comes later"
	}
	if d.Listed() {
		return name + ": " + holds + ", later in the list"
	}
	best := slices.IndexFunc(d.places, func(p rule.RuleRef) bool { return p.Set == set && slices.Contains(v.Fires, p.Rule+1) })
	return name + ": " + holds + ", with lower precision" + d.precision(d.places[best])
}

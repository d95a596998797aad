package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/query"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// exported exports a model in the requested format. The table, if there is one, tells which columns hold integers.
func exported(t *protocol.TableSummary, r protocol.Export) (protocol.Event, error) {
	if err := query.CheckModel(r.Model, r.MultiClass); err != nil {
		return nil, err
	}
	f, known := export.Find(r.Format)
	switch {
	case !known:
		return nil, protocol.BadSettingf("choose one of "+strings.Join(export.Names(), ", "), "unknown format %q", r.Format)
	case f.Name == export.JSON:
		text, err := protocol.ModelFile{Model: r.Model, MultiClass: r.MultiClass}.Write()
		return protocol.Exported{Name: f.File, Type: f.MediaType, Text: string(text)}, err
	case r.MultiClass != nil:
		return exportedClasses(t, r, f)
	}
	learned := r.Model.Learned
	o := export.Extras{
		Learner: learned.Other(), Units: units(learned.Columns), Integers: t.Integers,
		Notes: slices.Concat(edits(r.Model), accuracyNotes(r.Model), decisionNotes(r.Model, f),
			missingMarks(learned.Rows, learned.Missing, learned.Columns, f), r.Notes),
	}
	if known := outcome(r.Model); known != nil {
		o.Train = counts(known.Train.Rules, r.Model.Rules)
		if known.Test != nil {
			o.Test = counts(known.Test.Rules, r.Model.Rules)
		}
	}
	return written(&r.Model.Model, r.Format, o)
}

// units returns the units of columns, by the name of the column. Columns without a unit are left out.
func units(columns []dataset.TrainedColumn) map[string]string {
	of := map[string]string{}
	for _, c := range columns {
		if c.Unit != "" {
			of[c.Name] = c.Unit
		}
	}
	return of
}

// written exports a model in a format other than JSON.
func written(m *rule.Model, format string, o export.Extras) (protocol.Event, error) {
	file, err := export.Write(m, format, o)
	if unwritable, ok := errors.AsType[*export.Unsupported](err); ok {
		return nil, protocol.Refuse(protocol.Unwritable, unwritable.Message, unwritable.Hint)
	}
	return protocol.Exported{Name: file.Name, Type: file.Type, Text: file.Text}, err
}

// outcome returns the scores of a model; nil if they are unknown or belong to rules before an edit.
func outcome(m *protocol.Model) *protocol.Outcome {
	o := m.Measured()
	if m.Learned.Rows == 0 || o == nil || o.Rules != len(m.Rules) || o.Conditions != m.Rules.Conditions() {
		return nil
	}
	return o
}

// counts returns the counts of each rule; nil if the scores belong to another rule set.
func counts(scores []eval.RuleScore, set rule.Set) []rule.Counts {
	if len(scores) != len(set) {
		return nil
	}
	list := make([]rule.Counts, len(scores))
	for k, s := range scores {
		list[k] = rule.Counts{Covered: s.Covered, Right: s.Right}
	}
	return list
}

// edits returns a sentence about edits by hand and the notes of the user.
func edits(m *protocol.Model) (notes []string) {
	if m.Edited {
		notes = append(notes, "The rules were "+rule.ByHand+".")
	}
	return append(notes, userNotes(m, "")...)
}

// userNotes returns the notes of the user about the rules of a model; of follows the number of a rule.
func userNotes(m *protocol.Model, of string) (notes []string) {
	for k, mark := range m.Marks {
		if mark.Note != "" {
			notes = append(notes, fmt.Sprintf("Rule %d%s: %s", k+1, of, mark.Note))
		}
	}
	return notes
}

// accuracyNotes returns sentences about the accuracy of a model and its bound on groups, none if they are unknown.
func accuracyNotes(m *protocol.Model) []string {
	known := outcome(m)
	if known == nil {
		return nil
	}
	rows, test := 0, 0.0
	if known.Test != nil {
		rows, test = known.Test.Confusion.Rows(), known.Test.Accuracy
	}
	note := accuracyNote(m.Learned.Request, m.Learned.Rows, known.Train.Accuracy, rows, test)
	return append([]string{note}, m.Learned.Bounded.Sentences()...)
}

// accuracyNote returns a sentence about the accuracy of a run on its training rows and, if it has any, on its test rows.
func accuracyNote(r protocol.Train, rows int, train float64, testRows int, test float64) string {
	sentence := fmt.Sprintf("Trained on %s rows (accuracy %s)", protocol.Grouped(rows), dataset.Percent(train))
	if testRows > 0 {
		sentence += fmt.Sprintf("; test accuracy %s on %s rows", dataset.Percent(test), protocol.Grouped(testRows))
	}
	if weights := r.WeightInWords(); weights != "" {
		sentence += "; " + weights
	}
	return sentence + "."
}

// decisionNotes describes the decision of a model in a format that has it.
func decisionNotes(m *protocol.Model, f export.Format) []string {
	if !f.Probabilities || !m.Decided() {
		return nil
	}
	return []string{m.Scorecard.Decision.Text(m.Prediction(true))}
}

// missingMarks returns a note with the missing-value markers of the training data, which exported code would treat as values: the markers
// found in the columns, the unusual ones given by the user, and two that stand for the usual ones that were not found. Columns where a
// marker is a value are named. It returns nil for a model without training rows, and for the form of the HTML page, which has a choice for
// cells that are not known.
func missingMarks(rows int, given []string, columns []dataset.TrainedColumn, f export.Format) []string {
	var seen []string
	for _, c := range columns {
		seen = append(seen, c.Marks...)
	}
	slices.Sort(seen)
	usual := dataset.DefaultMissing()
	var list, unseen []string
	if given == nil {
		list, given = slices.Compact(seen), usual
	}
	for _, mark := range given {
		switch {
		case slices.Contains(list, mark):
		case slices.Contains(usual, mark) && !slices.Contains(seen, mark):
			unseen = append(unseen, mark)
		default:
			list = append(list, mark)
		}
	}
	if rows == 0 || len(list)+len(unseen) == 0 || f.Name == export.HTML {
		return nil
	}
	const examples = 2
	note, found := "Convert missing markers (", len(list)
	list = append(list, unseen[:min(len(unseen), examples)]...)
	for i, mark := range list {
		switch {
		case i > 0 && i == found:
			note += "; also "
		case i > 0:
			note += ", "
		}
		note += strconv.Quote(mark)
	}
	if len(unseen) > examples {
		note += " and other usual ones"
	}
	note += ") to null before scoring"
	for _, c := range columns {
		for _, mark := range c.Values {
			if slices.Contains(list, mark) {
				note += "; in " + c.Name + " " + strconv.Quote(mark) + " is a value"
			}
		}
	}
	return []string{note + "."}
}

// exportedClasses exports a multiclass model as a decision list: the first rule that fires determines the class.
func exportedClasses(t *protocol.TableSummary, r protocol.Export, f export.Format) (protocol.Event, error) {
	c := r.MultiClass
	notes := slices.Concat(classNotes(c, f), r.Notes)
	switch {
	case c.Codes != nil && f.Name == export.Text:
		text := c.Text(t.Integers)
		for _, note := range notes {
			text += "\n" + dataset.EscapeControl(note)
		}
		return protocol.Exported{Name: f.File, Type: f.MediaType + ";charset=utf-8", Text: export.Wrapped(text+"\n", 0)}, nil
	case c.Codes != nil:
		return nil, protocol.Refuse(protocol.Unwritable,
			"a model whose answers are code words can be written as text or as a model file alone",
			"choose one of these, write down one of its sets of rules, or learn rules for each class")
	}
	m := rule.Model{Target: c.Target, Negative: c.Names[c.Default], Encoder: c.Encoder}
	o := export.Extras{Notes: notes, Answers: []string{}, Units: units(c.Learned.Columns), Integers: t.Integers}
	measured := !slices.ContainsFunc(c.Members, func(m *protocol.Model) bool { // partial counts would be misleading
		known := outcome(m)
		return known == nil || counts(known.Train.Rules, m.Rules) == nil
	})
	for _, p := range c.Places() {
		member := c.Members[p.Set]
		m.Rules, o.Answers = append(m.Rules, member.Rules[p.Rule]), append(o.Answers, c.Names[p.Set])
		if !measured {
			continue
		}
		known := outcome(member)
		o.Train = append(o.Train, counts(known.Train.Rules, member.Rules)[p.Rule])
		if known.Test != nil {
			o.Test = append(o.Test, counts(known.Test.Rules, member.Rules)[p.Rule])
		}
	}
	return written(&m, r.Format, o)
}

// classNotes returns sentences about a multiclass model.
func classNotes(c *protocol.MultiClass, f export.Format) (notes []string) {
	if c.Edited() {
		notes = append(notes, "The rules were "+rule.ByHand+".")
	}
	if l, o := &c.Learned, c.Measured(); l.Rows > 0 && o != nil {
		rows, test := 0, 0.0
		if o.Test != nil {
			rows, test = o.Test.Rows(), o.Test.Accuracy
		}
		notes = append(notes, accuracyNote(l.Request, l.Rows, o.Train.Accuracy, rows, test))
	}
	for _, m := range c.Members {
		notes = append(notes, userNotes(m, " of "+m.Positive)...)
	}
	for _, note := range c.Learned.Notes {
		notes = append(notes, note+".")
	}
	return append(notes, missingMarks(c.Learned.Rows, c.Learned.Missing, c.Learned.Columns, f)...)
}

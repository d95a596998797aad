package engine

import (
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/query"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// exportedClasses exports a multiclass model as a decision list: the first rule that fires determines the class.
func exportedClasses(r protocol.Export) (protocol.Event, error) {
	c := r.MultiClass
	f, listed := export.Find(r.Format)
	if err := query.CheckMultiClass(c); err != nil {
		return nil, err
	}
	notes := slices.Concat(classNotes(c), r.Notes)
	switch {
	case f.Name == export.JSON:
		text, err := c.Write()
		return protocol.Exported{Name: f.File, Type: f.MediaType, Text: string(text)}, err
	case c.Codes != nil && f.Name == export.Text:
		text := c.Text()
		for _, note := range notes {
			text += "\n" + dataset.EscapeControl(note)
		}
		return protocol.Exported{Name: f.File, Type: f.MediaType + ";charset=utf-8", Text: text + "\n"}, nil
	case c.Codes != nil && listed:
		return nil, protocol.Refuse(
			protocol.Unwritable, "a model whose answers are code words can be written as text or as a model file alone",
			"choose one of these, write down one of its sets of rules, or learn rules for each class",
		)
	}
	m := rule.Model{Target: c.Target, Negative: c.Names[c.Default], Encoder: c.Encoder}
	o := export.Extras{Notes: notes, Answers: []string{}}
	measured := !slices.ContainsFunc(c.Members, func(m *protocol.Model) bool { // partial counts would be misleading
		known := outcome(m)
		return known == nil || counts(known.Train.Rules, m.Rules) == nil
	})
	for _, p := range c.Places() {
		member := c.Members[p.Set]
		m.Rules, o.Answers = append(m.Rules, member.Rules[p.Rule]), append(o.Answers, c.Names[p.Set])
		known := outcome(member)
		if !measured {
			continue
		}
		o.Train = append(o.Train, counts(known.Train.Rules, member.Rules)[p.Rule])
		if known.Test != nil {
			o.Test = append(o.Test, counts(known.Test.Rules, member.Rules)[p.Rule])
		}
	}
	return written(&m, r.Format, o)
}

// classNotes returns sentences about a multiclass model.
func classNotes(c *protocol.MultiClass) (notes []string) {
	if c.Edited() {
		notes = append(notes, "The rules were "+rule.ByHand+".")
	} else if l := &c.Learned; l.Rows > 0 {
		sentence := trainedOn(l.Rows, l.Outcome.Train.Accuracy)
		if test := l.Outcome.Test; test != nil {
			sentence += testedOn(test.Rows(), test.Accuracy)
		}
		notes = append(notes, sentence+".")
	}
	for _, m := range c.Members {
		notes = append(notes, userNotes(m, " of "+m.Positive)...)
	}
	for _, note := range c.Learned.Notes {
		notes = append(notes, note+".")
	}
	return append(notes, missingMarks(c.Learned.Rows, c.Learned.Missing)...)
}

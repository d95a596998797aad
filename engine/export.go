package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// exported writes a model down. It asks nothing of a table.
func exported(r protocol.Export) (protocol.Event, error) {
	if r.MultiClass != nil {
		return exportedClasses(r)
	}
	if r.Model == nil {
		return nil, &refused{protocol.BadModel, "there is no model", "train one, or open a model file"}
	}
	if err := r.Model.Validate(); err != nil {
		return nil, &refused{protocol.BadModel, "the model is damaged: " + Plain(err), "open another copy of the file"}
	}
	if r.Format == "json" {
		text, err := r.Model.Write()
		return protocol.Exported{Name: "model.json", Type: "application/json", Text: string(text)}, err
	}
	o := export.Options{Notes: slices.Concat(edits(r.Model), fares(r.Model), marks(r.Model), r.Notes)}
	if known := outcome(r.Model); known != nil {
		o.Train = counts(known.Train.Rules, r.Model.Rules)
		if known.Test != nil {
			o.Test = counts(known.Test.Rules, r.Model.Rules)
		}
	}
	return written(&r.Model.Model, r.Format, o)
}

// written writes rules in a format.
func written(m *rule.Model, format string, o export.Options) (protocol.Event, error) {
	if !export.Known(export.Format(format)) {
		names := ""
		for _, f := range protocol.Formats {
			names += ", " + f.Name
		}
		return nil, &refused{protocol.BadSetting, fmt.Sprintf("there is no format %q", format), "choose one of " + names[2:]}
	}
	file, err := export.Write(m, export.Format(format), o)
	if unwritable, ok := errors.AsType[*export.Refusal](err); ok {
		return nil, &refused{protocol.Unwritable, unwritable.Message, unwritable.Hint}
	}
	return protocol.Exported{Name: file.Name, Type: file.Type, Text: file.Text}, err
}

// outcome returns how the rules of a model fare; nil if that is not known, or if it is about other rules: they may have been
// edited since.
func outcome(m *protocol.Model) *protocol.Outcome {
	now := m.Learned.Outcome()
	o := &now
	if m.Edited {
		o = m.Learned.Edited
	}
	if m.Learned.Rows == 0 || o == nil || o.Rules != len(m.Rules) || o.Conditions != m.Rules.Conditions() {
		return nil
	}
	return o
}

// counts are the scores of each rule; nil if they are not those of the set.
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

// edits says that the rules are not as they were learnt, and what a person noted about them.
func edits(m *protocol.Model) (notes []string) {
	if m.Edited {
		notes = append(notes, "The rules were "+rule.ByHand+".")
	}
	for k, mark := range m.Marks {
		if mark.Note != "" {
			notes = append(notes, fmt.Sprintf("Rule %d: %s", k+1, mark.Note))
		}
	}
	return notes
}

// fares says how the rules of a model fare, if that is known.
func fares(m *protocol.Model) []string {
	const percent = 100
	known := outcome(m)
	if known == nil {
		return nil
	}
	said := fmt.Sprintf("They were learnt from %d rows and answer %.2f %% of these", m.Learned.Rows, percent*known.Train.Accuracy)
	if known.Test != nil {
		said += fmt.Sprintf(", and %.2f %% of %d rows that were kept out,", percent*known.Test.Accuracy, known.Test.Confusion.Rows())
	}
	return []string{said + " right."}
}

// marks says which cells were missing where the rules were learnt: a program that is handed a mark takes it for a value.
func marks(m *protocol.Model) []string {
	if m.Learned.Rows == 0 {
		return nil
	}
	return missingMarks(m.Learned.Missing)
}

func missingMarks(list []string) []string {
	if list == nil {
		list = []string{"?", "NA"} // of the usual ones, which a person knows
	}
	const most = 10
	var quoted []string
	for _, mark := range list[:min(len(list), most)] {
		quoted = append(quoted, fmt.Sprintf("%q", mark))
	}
	if len(quoted) == 0 {
		return nil
	}
	return []string{"Texts that mark missing cells, such as " + strings.Join(quoted, ", ") + ", must be made missing before a program is asked."}
}

package learn

import (
	"strings"

	"drnet/app/core"
)

// ruleLesson teaches the form of rules: conditions joined by AND, rules joined by OR.
func ruleLesson() Lesson {
	const table = "heart-risk"
	return Lesson{Name: "What a rule is", About: "conditions joined by AND, rules joined by OR", Steps: []LessonStep{
		{
			Title: "A table with a secret", Label: "Load the table “heart risk”", do: load(table), Done: loadedTable(table), Point: "data",
			Says: func(c core.View) string {
				return "The table has " + core.Count(c.Table.Rows) +
					" rows. Each is a person; the last column says whether the risk of heart disease is low or high."
			},
			Text: "The rows of this table are synthetic, and their labels follow from planted rules. The network has to find these " +
				"rules.",
		},
		{
			Title: "Learn", Label: "Train", do: []action{train}, Done: trainedOn(table, nil), Point: "training", Says: sizeAndScores,
			Text: "Every column becomes features, such as “age ≤ 50”, which are true or false for a row. The network learns which " +
				"features matter together.",
		},
		{
			Title: "AND inside a rule", Point: "rules", Label: "Show the rules", do: []action{show(core.RulesTab)},
			Done: onTab(core.RulesTab), Says: longestInWords,
			Text: "A rule is a list of conditions joined by AND. It fires on a row only if all its conditions hold.",
		},
		{
			Title: "OR between rules", Point: "rules", Says: firesAlone,
			Text: "The rules are joined by OR: if any rule fires, the prediction is “low”, otherwise “high”. The unique coverage of a " +
				"rule counts the rows that no other rule covers.",
		},
		{
			Title: "Break a rule", Point: "rules", Label: "Switch the first rule off", do: []action{show(core.RulesTab), switchFirstRule},
			Done: func(c core.View) bool {
				m := c.Revision.Model
				return m != nil && c.Source.Sample == table && len(m.Off) > 0
			}, Says: lostInWords,
			Text: "How much does a rule contribute? Switch one off and look at the scores: the rows that only " +
				"this rule covered are now predicted wrongly.",
		},
		{
			Title: "Put it back", Point: "rules", Label: "Undo the change", do: []action{undo},
			Done: func(c core.View) bool { m := c.Revision.Model; return m != nil && len(m.Off) == 0 && len(m.Rules) > 0 },
			Says: sizeAndScores,
			Text: "Every change can be undone. Now try it yourself: under “What-if”, change one cell until the prediction changes.",
		},
	}}
}

// longestInWords names the longest of the current rules.
func longestInWords(c core.View) string {
	m := c.Revision.Model
	if m == nil || len(m.Rules) == 0 {
		return ""
	}
	features, longest := m.Encoder.Features(), m.Rules[0]
	for _, r := range m.Rules {
		if len(r) > len(longest) {
			longest = r
		}
	}
	return "For example, “" + longest.Text(features) + "” has " + core.Plural(len(longest), "condition", "conditions") + "."
}

// firesAlone returns the unique coverage of each rule.
func firesAlone(c core.View) string {
	m := c.Revision.Model
	o, ok := c.Revision.Outcome()
	if m == nil || !ok || len(o.Train.Rules) != len(m.Rules) {
		return ""
	}
	features := m.Encoder.Features()
	var parts []string
	for k, r := range m.Rules {
		parts = append(parts, "“"+r.Text(features)+"” alone covers "+core.Plural(o.Train.Rules[k].Alone, "row", "rows"))
	}
	return "Of the training rows, " + strings.Join(parts, "; ") + "."
}

// lostInWords describes the scores with one of the rules switched off.
func lostInWords(c core.View) string {
	if c.Revision.Scored == nil {
		return "Scoring …"
	}
	return comparedWithBefore(c)
}

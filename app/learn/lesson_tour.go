package learn

import "drnet/app/core"

// tour is a guided tour of the real page.
func tour() Lesson {
	const table = "heart-risk"
	return Lesson{Name: "Guided tour", About: "where everything is", Steps: []LessonStep{
		{
			Title: "A table first", Label: "Load the table “heart risk”", do: load(table), Done: loadedTable(table),
			Text: "This page learns IF-THEN rules from a table. Use your own file later; the tour uses a sample dataset. Nothing that " +
				"you open leaves this device.",
		},
		{
			Title: "1 Data", Point: "data",
			Text: "This part shows the table and how it was read. If something is wrong, use “Import options”.",
		},
		{
			Title: "2 Settings", Point: "settings",
			Text: "Select the target column and the positive class, which the rules describe. The defaults of the other settings suit " +
				"most tables.",
		},
		{
			Title: "3 Training", Point: "training", Label: "Train", do: []action{train}, Done: trainedOn(table, nil), Says: sizeAndScores,
			Text: "A small neural network trains in this browser tab. You can watch it, pause it and stop it.",
		},
		{
			Title: "4 Rules", Point: "rules",
			Text: "Each card is one rule, with its coverage and precision on the training set and on the test set. Rules can be " +
				"switched off and edited; every step can be undone.",
		},
		{
			Title: "What-if", Point: "rules", Label: "Show “What-if”", do: []action{show(core.ExplainTab)}, Done: onTab(core.ExplainTab),
			Text: "Type a row to see which rules fire, and the smallest change that would change the prediction.",
		},
		{
			Title: "Export the rules", Point: "rules", Label: "Show “Export”", do: []action{show(core.ExportTab)}, Done: onTab(core.ExportTab),
			Text: "Export the rules as text, SQL, Python and more. This ends the tour; the lessons explain how the rules are found.",
		},
	}}
}

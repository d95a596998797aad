package learn

import "drnet/app/core"

// tour is a guided tour of the real page.
func tour() Lesson {
	const table = "heart-risk"
	return Lesson{Name: "Guided tour", About: "where everything is", Steps: []LessonStep{
		{
			Title: "A table first", Label: "Load the table “heart risk”", do: load(table), Done: loadedTable(table),
			Text: "This page learns IF-THEN rules from a table. Drop a file of your own later; for the tour, take a built-in one. " +
				"Nothing that you open is sent anywhere.",
		},
		{
			Title: "1 Data", Point: "data",
			Text: "Here is what was read, and how. If something was read wrongly, “Change how it is read” puts it right.",
		},
		{
			Title: "2 Settings", Point: "settings",
			Text: "Choose the column to predict and the value that the rules are to describe. The other settings have sensible " +
				"values: you can leave them alone.",
		},
		{
			Title: "3 Training", Point: "training", Label: "Train", do: []action{train}, Done: trainedOn(table, nil), Says: sizeAndScores,
			Text: "A small neural network learns now, in this browser tab. You can pause it, stop it and watch it.",
		},
		{
			Title: "4 Rules", Point: "rules",
			Text: "Each card is one rule. It says how many rows the rule covers and how often it is right, on the rows it was learnt " +
				"from and on rows it had not seen. Rules can be switched off and edited; every step can be undone.",
		},
		{
			Title: "What-if", Point: "rules", Label: "Show “What-if”", do: []action{show(core.ExplainTab)}, Done: onTab(core.ExplainTab),
			Text: "Here you type a row and see at once which rules fire, and the smallest change that would turn the answer.",
		},
		{
			Title: "Take the rules away", Point: "rules", Label: "Show “Export”", do: []action{show(core.ExportTab)}, Done: onTab(core.ExportTab),
			Text: "The rules can be taken away as text, SQL, Python and more. That was the tour: the lessons show why the rules are as they are.",
		},
	}}
}

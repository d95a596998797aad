package learn

import (
	"drnet/engine/setting"
)

// pressureLesson teaches thresholds, which limit the possible conditions, and λ, which limits the length of rules.
func pressureLesson() Lesson {
	const table, noisy = "heart-risk", "noisy-5"
	one := map[setting.Key]string{setting.Thresholds: "1", setting.Method: "quantile", setting.Refining: "auto"}
	nine := map[setting.Key]string{setting.Thresholds: "9", setting.Method: "quantile", setting.Refining: "auto"}
	weak := map[setting.Key]string{setting.Lambda1: "0.01", setting.Refining: "off"}
	strong := map[setting.Key]string{setting.Lambda1: "1", setting.Refining: "off"}
	return Lesson{Name: "Thresholds and lambda", About: "what rules can say, and how much of it they say", Steps: []LessonStep{
		{
			Title: "The table", Label: "Load the table “heart risk”", do: load(table), Done: loadedTable(table), Point: "data",
			Text: "Rules ask yes/no questions. A column of numbers gives questions of the form “age ≤ 50”: the 50 is a threshold. " +
				"Only thresholds that were chosen before training can stand in a rule.",
		},
		{
			Title: "One threshold for each column", Point: "settings", Label: "Set thresholds to 1 and train",
			do: []action{configure(one), train}, Done: trainedOn(table, one), Says: sizeAndScores,
			Text: "With one threshold, a column is only cut in the middle of its rows. The planted rules use the ages up to 50, " +
				"which is not the middle.",
		},
		{
			Title: "Nine thresholds", Point: "settings", Label: "Set thresholds to 9 and train again",
			do: []action{configure(nine), train}, Done: trainedOn(table, nine), Says: comparedWithBefore,
			Text: "With nine thresholds, the tenths of the rows are told apart, and “age ≤ 50” can be said. More thresholds let " +
				"rules say more, and make the search longer.",
		},
		{
			Title: "A table with wrong answers", Label: "Load the table “gems”", do: load(noisy), Done: loadedTable(noisy), Point: "data",
			Text: "In this table one answer in ten is wrong on purpose, as answers in life are. Rules that explain the wrong ones " +
				"too are long, and they do not help.",
		},
		{
			Title: "Little pressure", Point: "settings", Label: "Set lambda 1 to 0.01 and train", do: []action{configure(weak), train},
			Done: trainedOn(noisy, weak), Says: sizeAndScores,
			Text: "Lambda 1 is the pressure on rule length: each open gate of the network, that is each condition, costs that much. " +
				"To see what lambda does alone, the refining after the training is off. This training is the longest of the lesson, up " +
				"to half a minute.",
		},
		{
			Title: "More pressure", Point: "settings", Label: "Set lambda 1 to 1 and train again",
			do: []action{configure(strong), train}, Done: trainedOn(noisy, strong), Says: comparedWithBefore,
			Text: "A hundred times the pressure. Conditions that do not earn their price are given up during the training.",
		},
		{
			Title: "What to remember", Point: "settings",
			Text: "Thresholds decide what rules can say. Lambda decides how much they say. Shorter rules can be better ones: they " +
				"leave the wrong answers alone.",
		},
	}}
}

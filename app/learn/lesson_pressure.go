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
	return Lesson{Name: "Thresholds and lambda", About: "which conditions rules can have, and how many", Steps: []LessonStep{
		{
			Title: "The table", Label: "Load the table “heart risk”", do: load(table), Done: loadedTable(table), Point: "data",
			Text: "Rules are made of conditions. A numeric column gives conditions such as “age ≤ 50”, where 50 is a threshold. Rules " +
				"can only use thresholds that were chosen before training.",
		},
		{
			Title: "One threshold for each column", Point: "settings", Label: "Set thresholds to 1 and train",
			do: []action{configure(one), train}, Done: trainedOn(table, one), Says: sizeAndScores,
			Text: "With one threshold, a column is split at its median. The planted rules split the age at 50, which is not the " +
				"median.",
		},
		{
			Title: "Nine thresholds", Point: "settings", Label: "Set thresholds to 9 and train again",
			do: []action{configure(nine), train}, Done: trainedOn(table, nine), Says: comparedWithBefore,
			Text: "Nine thresholds split a column into tenths, and “age ≤ 50” becomes possible. More thresholds allow more rules, and " +
				"make training slower.",
		},
		{
			Title: "A table with wrong labels", Label: "Load the table “gems”", do: load(noisy), Done: loadedTable(noisy), Point: "data",
			Text: "In this table one label in ten is wrong on purpose, as in real data. Rules that fit the wrong labels too are long, " +
				"and do not help.",
		},
		{
			Title: "A small penalty", Point: "settings", Label: "Set lambda 1 to 0.01 and train", do: []action{configure(weak), train},
			Done: trainedOn(noisy, weak), Says: sizeAndScores,
			Text: "Lambda 1 is the condition penalty: each open gate of the network, that is each condition, adds it to the loss. " +
				"Refining is off here, to show the effect of lambda alone. This run is the longest of the lesson, up to half a minute.",
		},
		{
			Title: "A larger penalty", Point: "settings", Label: "Set lambda 1 to 1 and train again",
			do: []action{configure(strong), train}, Done: trainedOn(noisy, strong), Says: comparedWithBefore,
			Text: "The penalty is a hundred times larger. Training drops conditions that are not worth it.",
		},
		{
			Title: "What to remember", Point: "settings",
			Text: "Thresholds decide which conditions are possible. Lambda decides how many are used. Shorter rules can be better: " +
				"they do not fit the wrong labels.",
		},
	}}
}

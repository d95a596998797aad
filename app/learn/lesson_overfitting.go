package learn

import (
	"drnet/app/core"
	"drnet/engine/setting"
)

// overfittingLesson teaches why a test set is needed, and how accuracy trades off against rule length.
func overfittingLesson() Lesson {
	const table = "noisy-5"
	raw := map[setting.Key]string{setting.Refining: "off", setting.Lambda1: "0.01", setting.Epochs: ""}
	refined := map[setting.Key]string{setting.Refining: "auto", setting.Lambda1: "0.01", setting.Epochs: ""}
	short := map[setting.Key]string{setting.Epochs: "300"} // a run of about one second, because the trade-off makes many
	return Lesson{Name: "Overfitting and the trade-off", About: "why a test set is needed, and how long rules should be", Steps: []LessonStep{
		{
			Title: "The test set", Label: "Load the table “gems”", do: load(table), Done: loadedTable(table), Point: "data",
			Says: func(c core.View) string {
				return "Of its " + core.Count(c.Table.Rows) + " rows, " + c.Setup.Text(setting.TestShare) +
					" % are the test set: training never uses them."
			},
			Text: "In this table one label in ten is wrong on purpose. Rules cannot know which ones, so no model can exceed about " +
				"90 % on new data.",
		},
		{
			Title: "Learn too much", Point: "training", Label: "Train without refining", do: []action{configure(raw), train},
			Done: trainedOn(table, raw), Says: gapInWords,
			Text: "Without refining, the network may use many rules to fit the training set. The run takes up to half a minute.",
		},
		{
			Title: "Look at both figures", Point: "rules", Label: "Show the rules", do: []action{show(core.RulesTab)},
			Done: onTab(core.RulesTab), Says: gapInWords,
			Text: "If train accuracy is higher than test accuracy, the rules have memorized some wrong labels. That is called " +
				"overfitting.",
		},
		{
			Title: "A minimum gain per condition", Point: "training", Label: "Train with refining",
			do: []action{configure(refined), train}, Done: trainedOn(table, refined), Says: comparedWithBefore,
			Text: "Refining removes every condition and rule whose gain on the training set is below the minimum. It does not use " +
				"the test set either.",
		},
		{
			Title: "The trade-off", Point: "rules", Label: "Run the sweep",
			do:   []action{configure(short), show(core.TradeOffTab), trySettings},
			Done: func(c core.View) bool { return c.Source.Sample == table && !c.Busy && c.SweepFinding() != "" },
			Says: func(c core.View) string { return c.SweepFinding() },
			Text: "How short can rules be? The sweep trains with twelve settings and plots accuracy against size. Select a point to " +
				"open its rules.",
		},
		{
			Title: "What to remember", Point: "rules",
			Text: "Judge rules by their test accuracy. Prefer the shortest rules that are nearly as good as the best: they are easier " +
				"to read, and less of them is chance.",
		},
	}}
}

// gapInWords describes the difference between train accuracy and test accuracy.
func gapInWords(c core.View) string {
	o, ok := c.Revision.Outcome()
	if !ok || o.Test == nil {
		return ""
	}
	const percent = 100
	gap := percent * (o.Train.Accuracy - o.Test.Accuracy)
	text := sizeAndScores(c)
	if gap <= 0 {
		return text
	}
	return text + " The difference is " + core.OneDecimal(gap) + " points."
}

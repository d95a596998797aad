package state

import (
	"drnet/app/core"
	"drnet/app/tradeoff"
	"drnet/engine/setting"
)

// overfittingLesson teaches why a test set is needed, and how accuracy trades off against rule length.
func overfittingLesson() Lesson {
	const table = "noisy-5"
	raw := map[setting.Key]string{setting.Refining: "off", setting.Lambda1: "0.01", setting.Epochs: ""}
	refined := map[setting.Key]string{setting.Refining: "auto", setting.Lambda1: "0.01", setting.Epochs: ""}
	short := map[setting.Key]string{setting.Epochs: "300"} // a run of about one second, because the trade-off makes many
	return Lesson{Name: "Overfitting and the trade-off", About: "why rows are held out, and how long rules should be", Steps: []LessonStep{
		{
			Title: "Rows that are kept back", Label: "Load the table “gems”", Do: load(table), Done: loadedTable(table), Point: "data",
			Says: func(s State) string {
				return "Of its " + core.Count(s.Table.Rows) + " rows, " + s.Setup.Text(setting.TestShare) +
					" % are held out: the network never sees them while it learns."
			},
			Text: "In this table one answer in ten is wrong on purpose. No rule can know which ones, so nobody can be right on many " +
				"more than 90 % of new rows.",
		},
		{
			Title: "Learn too much", Point: "training", Label: "Train without refining", Do: append(typed(raw), Start{}),
			Done: trainedOn(table, raw), Says: gapInWords,
			Text: "Without refining, the network may use as many rules as it likes to get the training rows right. It takes up to half a minute.",
		},
		{
			Title: "Look at both figures", Point: "rules", Label: "Show the rules", Do: []Msg{core.TabChosen{Tab: core.RulesTab}},
			Done: onTab(core.RulesTab), Says: gapInWords,
			Text: "Rules that are better on the rows they were learnt from than on held-out rows have learnt some wrong answers by " +
				"heart. That is called overfitting.",
		},
		{
			Title: "Let each condition earn its price", Point: "training", Label: "Train with refining",
			Do: append(typed(refined), Start{}), Done: trainedOn(table, refined), Says: comparedWithBefore,
			Text: "Refining removes every condition and every rule that does not earn its price on the training rows. It sees no " +
				"held-out row either.",
		},
		{
			Title: "The trade-off", Point: "rules", Label: "Try 12 settings",
			Do:   append(typed(short), core.TabChosen{Tab: core.TradeOffTab}, tradeoff.EvaluationAsked{Kind: tradeoff.Sweep}),
			Done: func(s State) bool { return s.Source.Sample == table && !s.TradeOff.Active() && s.TradeOff.Swept() },
			Says: func(s State) string { return s.TradeOff.KneeInWords() },
			Text: "How short can rules be? The page learns with twelve prices and pressures, and draws accuracy against length. Each " +
				"mark is a set of rules that opens when you press it.",
		},
		{
			Title: "What to remember", Point: "rules",
			Text: "Judge rules by rows that they have not seen. Prefer the shortest rules that are nearly as good as the best: they " +
				"are easier to read, and less of them is chance.",
		},
	}}
}

// gapInWords describes the difference between train accuracy and test accuracy.
func gapInWords(s State) string {
	o, ok := s.Rules.Now().Outcome()
	if !ok || o.Test == nil {
		return ""
	}
	const percent = 100
	gap := percent * (o.Train.Accuracy - o.Test.Accuracy)
	text := sizeAndScores(s)
	if gap <= 0 {
		return text
	}
	return text + " The difference is " + core.OneDecimal(gap) + " points."
}

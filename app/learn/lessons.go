package learn

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// Lesson is a sequence of steps that drives the page itself and shows no screenshots.
type Lesson struct {
	Name  string // of the lesson
	About string // its topic
	Steps []LessonStep
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Title string
	Point string // id of the part of the page that the step describes, "" for none
	task
	Says func(core.View) string // describes the result of the completed step; nil for none
	Text string
}

// task is the action of a step; the zero value is none.
type task struct {
	Label string               // of its button, "" for none
	Done  func(core.View) bool // reports whether the step is completed; nil if it requires no action
	do    []action
}

// action returns one of the commands of a task.
type action func(c core.View, at time.Time) core.Command

// fields holds the settings of a step.
type fields map[setting.Key]string

// Obstacle returns the reason why the action of a step is not possible now, "" if it is.
func Obstacle(c core.View) string {
	switch {
	case c.Engine == core.Gone:
		return "The engine could not be started."
	case c.Reading != "":
		return "The table is being read …"
	case c.Run.Active():
		return "A run is in progress …"
	case c.Busy:
		return "Settings or learners are being compared …"
	}
	return ""
}

// loading resets the settings and loads a sample.
func loading(label, sample string) task {
	reset := func(c core.View, _ time.Time) core.Command {
		c.Setup.Fields, c.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.ThresholdEdit{}
		return core.Configure{Setup: c.Setup}
	}
	loaded := func(c core.View) bool { return c.Table != nil && c.Source.Sample == sample && c.Reading == "" }
	return task{label, loaded, []action{reset, always(LoadSample{Name: sample})}}
}

// training trains on a sample after changing some settings. It is completed if the current rules come from such a run.
func training(label, sample string, set fields) task {
	trained := func(c core.View) bool {
		r := c.Run
		if c.Source.Sample != sample || c.Table == nil || r.Phase != core.Done || !r.Gave(c.Revision.Model) {
			return false
		}
		for f, text := range set {
			if r.Setup.Text(f) != text {
				return false
			}
		}
		return true
	}
	train := func(_ core.View, at time.Time) core.Command { return Train{At: at} }
	if set == nil {
		return task{label, trained, []action{train}}
	}
	return task{label, trained, []action{configure(set), train}}
}

// opening opens a tab of the rules.
func opening(label string, t core.Tab) task {
	return task{label, func(c core.View) bool { return c.Revision.Model != nil && c.Tab == t }, []action{show(t)}}
}

// configure changes some settings.
func configure(set fields) action {
	return func(c core.View, _ time.Time) core.Command {
		c.Setup.Fields = maps.Clone(c.Setup.Fields)
		maps.Copy(c.Setup.Fields, set)
		return core.Configure{Setup: c.Setup}
	}
}

// show opens a tab of the rules.
func show(t core.Tab) action { return always(core.Send{Msg: core.TabChosen{Tab: t}}) }

// always returns a command that depends on nothing.
func always(command core.Command) action {
	return func(core.View, time.Time) core.Command { return command }
}

// Lessons returns the tour, followed by the lessons, as named in core.Lessons.
func Lessons() []Lesson {
	list := []Lesson{tour(), ruleLesson(), pressureLesson(), overfittingLesson()}
	for i, name := range core.Lessons {
		list[i].Name = name
	}
	return list
}

// tour is a guided tour of the real page.
func tour() Lesson {
	const table = "heart-risk"
	return Lesson{About: "where everything is", Steps: []LessonStep{
		{"A table first", "", loading("Load the table “heart risk”", table), nil, "This page learns IF-THEN rules from a " +
			"table. Use your own file later; the tour uses a sample dataset. Nothing that you open leaves this device."},
		{"1 Data", "data", task{}, nil, "This part shows the table and how it was read. If something is wrong, use " +
			"“Import options”."},
		{"2 Settings", "settings", task{}, nil, "Select the target column and the positive class, which the rules " +
			"describe. The defaults of the other settings suit most tables."},
		{"3 Train", "train", training("Train", table, nil), sizeAndScores, "A small neural network trains in this " +
			"browser tab. You can watch it, pause it and stop it."},
		{"4 Rules", "rules", task{}, nil, "Each card is one rule, with its coverage and precision on the training set and " +
			"on the test set. Rules can be switched off and edited; every step can be undone."},
		{"What-if", "rules", opening("Show “What-if”", core.ExplainTab), nil, "Type a row to see which rules fire, and " +
			"the smallest change that would change the prediction."},
		{"Export the rules", "rules", opening("Show “Export”", core.ExportTab), nil, "Export the rules as text, SQL, " +
			"Python and more. This ends the tour; the lessons explain how the rules are found."},
	}}
}

// ruleLesson teaches the form of rules: conditions joined by AND, rules joined by OR.
func ruleLesson() Lesson {
	const table = "heart-risk"
	breaks := task{
		Label: "Switch the first rule off", do: []action{show(core.RulesTab), always(RuleSwitch{Line: 0})},
		Done: func(c core.View) bool {
			m := c.Revision.Model
			return m != nil && c.Source.Sample == table && len(m.Off) > 0
		},
	}
	restores := task{
		Label: "Undo the change", do: []action{always(UndoEdit{})},
		Done: func(c core.View) bool { m := c.Revision.Model; return m != nil && len(m.Off) == 0 && len(m.Rules) > 0 },
	}
	return Lesson{About: "conditions joined by AND, rules joined by OR", Steps: []LessonStep{
		{"A table with a secret", "data", loading("Load the table “heart risk”", table), peopleInWords, "The rows of this " +
			"table are synthetic, and their labels follow from planted rules. The network has to find these rules."},
		{"Learn", "train", training("Train", table, nil), sizeAndScores, "Every column becomes features, such as “age " +
			"≤ 50”, which are true or false for a row. The network learns which features matter together."},
		{"AND inside a rule", "rules", opening("Show the rules", core.RulesTab), longestInWords, "A rule is a list of " +
			"conditions joined by AND. It fires on a row only if all its conditions hold."},
		{"OR between rules", "rules", task{}, firesAlone, "The rules are joined by OR: if any rule fires, the prediction " +
			"is “low”, otherwise “high”. The unique coverage of a rule counts the rows that no other rule covers."},
		{"Break a rule", "rules", breaks, lostInWords, "How much does a rule contribute? Switch one off and look at the " +
			"scores: the rows that only this rule covered are now predicted wrongly."},
		{"Put it back", "rules", restores, sizeAndScores, "Every change can be undone. Now try it yourself: under " +
			"“What-if”, change one cell until the prediction changes."},
	}}
}

// pressureLesson teaches thresholds, which limit the possible conditions, and λ, which limits the length of rules.
func pressureLesson() Lesson {
	const table, noisy = "heart-risk", "noisy-5"
	one := fields{setting.Thresholds: "1", setting.Method: "quantile", setting.Refining: "auto"}
	nine := fields{setting.Thresholds: "9", setting.Method: "quantile", setting.Refining: "auto"}
	weak := fields{setting.Lambda1: "0.01", setting.Refining: "off"}
	strong := fields{setting.Lambda1: "1", setting.Refining: "off"}
	return Lesson{About: "which conditions rules can have, and how many", Steps: []LessonStep{
		{"The table", "data", loading("Load the table “heart risk”", table), nil, "Rules are made of conditions. A " +
			"numeric column gives conditions such as “age ≤ 50”, where 50 is a threshold. Rules can only use thresholds " +
			"that were chosen before training."},
		{"One threshold for each column", "settings", training("Set thresholds to 1 and train", table, one), sizeAndScores, "With " +
			"one threshold, a column is split at its median. The planted rules split the age at 50, which is not the " +
			"median."},
		{"Nine thresholds", "settings", training("Set thresholds to 9 and train again", table, nine), comparedWithBefore, "Nine " +
			"thresholds split a column into tenths, and “age ≤ 50” becomes possible. More thresholds allow more " +
			"rules, and make training slower."},
		{"A table with wrong labels", "data", loading("Load the table “gems”", noisy), nil, "In this table one label in " +
			"ten is wrong on purpose, as in real data. Rules that fit the wrong labels too are long, and do not help."},
		{"A small penalty", "settings", training("Set lambda 1 to 0.01 and train", noisy, weak), sizeAndScores, "Lambda 1 " +
			"is the condition penalty: each open gate of the network, that is each condition, adds it to the loss. " +
			"Refining is off here, to show the effect of lambda alone. This run is the longest of the lesson, up to half " +
			"a minute."},
		{"A larger penalty", "settings", training("Set lambda 1 to 1 and train again", noisy, strong), comparedWithBefore, "The " +
			"penalty is a hundred times larger. Training drops conditions that are not worth it."},
		{"What to remember", "settings", task{}, nil, "Thresholds decide which conditions are possible. Lambda decides " +
			"how many are used. Shorter rules can be better: they do not fit the wrong labels."},
	}}
}

// overfittingLesson teaches why a test set is needed, and how accuracy trades off against rule length.
func overfittingLesson() Lesson {
	const table = "noisy-5"
	raw := fields{setting.Refining: "off", setting.Lambda1: "0.01", setting.Epochs: ""}
	refined := fields{setting.Refining: "auto", setting.Lambda1: "0.01", setting.Epochs: ""}
	short := fields{setting.Epochs: "300"} // a run of about one second, because the trade-off makes many
	try := func(_ core.View, at time.Time) core.Command { return TrySettings{At: at} }
	sweep := task{
		Label: "Run the sweep", do: []action{configure(short), show(core.TradeOffTab), try},
		Done: func(c core.View) bool { return c.Source.Sample == table && !c.Busy && c.SweepFinding() != "" },
	}
	return Lesson{About: "why a test set is needed, and how long rules should be", Steps: []LessonStep{
		{"The test set", "data", loading("Load the table “gems”", table), testSetInWords, "In this table one label in ten " +
			"is wrong on purpose. Rules cannot know which ones, so no model can exceed about 90 % on new data."},
		{"Learn too much", "train", training("Train without refining", table, raw), gapInWords, "Without refining, the " +
			"network may use many rules to fit the training set. The run takes up to half a minute."},
		{"Look at both figures", "rules", opening("Show the rules", core.RulesTab), gapInWords, "If train accuracy is " +
			"higher than test accuracy, the rules have memorized some wrong labels. That is called overfitting."},
		{"A minimum gain per condition", "train", training("Train with refining", table, refined), comparedWithBefore, "Refining " +
			"removes every condition and rule whose gain on the training set is below the minimum. It does not " +
			"use the test set either."},
		{"The trade-off", "rules", sweep, func(c core.View) string { return c.SweepFinding() }, "How short can rules be? The sweep " +
			"trains with twelve settings and plots accuracy against size. Select a point to open its rules."},
		{"What to remember", "rules", task{}, nil, "Judge rules by their test accuracy. Prefer the shortest rules that " +
			"are nearly as good as the best: they are easier to read, and less of them is chance."},
	}}
}

func peopleInWords(c core.View) string {
	return "The table has " + core.Count(c.Table.Rows) +
		" rows. Each is a person; the last column says whether the risk of heart disease is low or high."
}

func testSetInWords(c core.View) string {
	return "Of its " + core.Count(c.Table.Rows) + " rows, " + c.Setup.Text(setting.TestShare) +
		" % are the test set: training never uses them."
}

// longestInWords names the longest of the current rules.
func longestInWords(c core.View) string {
	m := c.Revision.Model
	if m == nil || len(m.Rules) == 0 {
		return ""
	}
	longest := slices.MaxFunc(m.Rules, func(a, b rule.Rule) int { return cmp.Compare(len(a), len(b)) })
	return "For example, “" + longest.Text(m.Encoder.Features()) + "” has " + core.Plural(len(longest), "condition", "conditions") + "."
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

// gapInWords describes the difference between train accuracy and test accuracy.
func gapInWords(c core.View) string {
	o, ok := c.Revision.Outcome()
	if !ok || o.Test == nil {
		return ""
	}
	const percent = 100
	gap := percent * (o.Train.Accuracy - o.Test.Accuracy)
	if gap <= 0 {
		return sizeAndScores(c)
	}
	return sizeAndScores(c) + " The difference is " + core.OneDecimal(gap) + " points."
}

// sizeAndScores describes the size and the accuracy of the current rules.
func sizeAndScores(c core.View) string {
	if o, ok := c.Revision.Outcome(); ok {
		return outcomeInWords(o)
	}
	return ""
}

// comparedWithBefore describes the current rules and the previous ones in the history.
func comparedWithBefore(c core.View) string {
	now := "Now: " + sizeAndScores(c)
	if o, ok := c.Earlier.Outcome(); ok && o.Test != nil {
		return "Before: " + outcomeInWords(o) + " " + now
	}
	return now
}

func outcomeInWords(o protocol.Outcome) string {
	text := core.SizeInWords(o) + ": train accuracy " + core.Percent(o.Train.Accuracy)
	if o.Test != nil {
		text += ", test accuracy " + core.Percent(o.Test.Accuracy)
	}
	return text + "."
}

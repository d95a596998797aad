package learn

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Lesson is a sequence of steps that drives the page itself. Learners predict each result, a question ends each step, the last sums up.
type Lesson struct {
	Name    string // of the lesson
	About   string // its topic
	Minutes int    // approximate duration
	Steps   []LessonStep
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Title string
	Place Place
	task
	Says func(core.View) string // describes the result of the completed step; nil for none
	Text string
	Asks [2]Question // Before and After
	Sums []string    // sentences that sum up the lesson, in the last step
}

// The questions of a step: a prediction before its result, and a check after it.
const (
	Before = iota
	After
)

// Question has some choices, one of them right. The zero value is none.
type Question struct {
	Text    string
	Choices []string
	Right   func(core.View) int // index of the right choice, negative as long as it is unknown
	Why     string              // explains the right choice, "" if the result of the step does
}

// Place is the element that a step is about, by its ID, and its section. The style sheet hides the rest of the section meanwhile.
type Place struct {
	Section core.Section
	ID      string
}

func step(title string, at Place, do task, says func(core.View) string, text string) LessonStep {
	return LessonStep{Title: title, Place: at, task: do, Says: says, Text: text}
}

func (s LessonStep) predict(text string, right func(core.View) int, choices ...string) LessonStep {
	s.Asks[Before] = Question{Text: text, Choices: choices, Right: right}
	return s
}

// check asks at the end of the step. Right is the index of the right choice.
func (s LessonStep) check(text, why string, right int, choices ...string) LessonStep {
	s.Asks[After] = Question{text, choices, func(core.View) int { return right }, why}
	return s
}

func summary(at Place, sums ...string) LessonStep {
	return LessonStep{Title: "What you can now say", Place: at, Sums: sums}
}

// unknown is the index of the right choice while the figures that determine it are unknown.
const unknown = -1

// among returns a function for Question.Right: the number of ascending bounds that a figure of the current rules reaches.
func among(figure func(protocol.Outcome) float64, bounds ...float64) func(core.View) int {
	return func(c core.View) int {
		o, ok := c.Revision.Outcome()
		if !ok {
			return unknown
		}
		at := slices.IndexFunc(bounds, func(bound float64) bool { return figure(o) < bound })
		if at < 0 {
			return len(bounds)
		}
		return at
	}
}

// change returns a function for Question.Right that compares a figure with the previous revision: 0 if lower, 1 if equal, 2 if higher.
func change(figure func(protocol.Outcome) float64) func(core.View) int {
	return func(c core.View) int {
		before, known := c.Earlier.Outcome()
		now, ok := c.Revision.Outcome()
		if !known || !ok {
			return unknown
		}
		return 1 + cmp.Compare(figure(now), figure(before))
	}
}

// The figures of rules that learners predict. Without a test set, testAccuracy is the train accuracy.
func rulesOf(o protocol.Outcome) float64       { return float64(o.Rules) }
func trainAccuracy(o protocol.Outcome) float64 { return o.Train.Accuracy }
func testAccuracy(o protocol.Outcome) float64  { return o.Accuracy() }
func overfit(o protocol.Outcome) float64       { return trainAccuracy(o) - testAccuracy(o) }

// task is the action of a step; the zero value is none.
type task struct {
	Label string               // of its button, "" for none
	Done  func(core.View) bool // reports whether the step is completed; nil if it requires no action
	do    func(c core.View, at time.Time) []core.Command
	loads string // the sample that replaces the table; "" for none
}

type fields map[setting.Key]string

// Obstacle returns the reason why the action of a step is not possible now, "" if it is.
func Obstacle(c core.View) string {
	switch {
	case c.Reading != "":
		return "The table is being read …"
	case c.Run.Active() || c.Busy:
		return "Wait until the engine is done …"
	}
	return ""
}

// replaced names the user's own table and runs that loading a sample would replace, "" if there are none.
func replaced(c core.View) string {
	if c.Table == nil || c.Source.Sample != "" {
		return ""
	}
	return "This replaces " + core.Clipped(c.Source.Name) + core.When(c.Run.Learnt(), " and its runs") + "."
}

// loading resets the settings and loads a sample. It counts as completed until a run begins, so that a lesson starts without rules.
func loading(label, sample string) task {
	load := func(c core.View, _ time.Time) []core.Command {
		c.Setup.Fields, c.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.ThresholdEdit{}
		c.Setup.Fields[setting.Review] = core.WholeRun // learners watch whole runs
		return []core.Command{core.Configure{Setup: c.Setup}, LoadSample{Name: sample}}
	}
	loaded := func(c core.View) bool { return c.Table != nil && c.Source.Sample == sample && c.Run.Phase == core.Idle }
	return task{label, loaded, load, sample}
}

func loaded(l Lesson, sample string) bool {
	return sample != "" && slices.ContainsFunc(l.Steps, func(s LessonStep) bool { return s.loads == sample })
}

// training trains on a sample after changing some settings. It is completed if the current rules are from a run with these settings.
func training(label, sample string, set fields) task {
	trained := func(c core.View) bool {
		r := c.Run
		same := c.Source.Sample == sample && c.Table != nil && r.Phase == core.Done && c.OfRun()
		for f, text := range set {
			same = same && r.Setup.Text(f) == text
		}
		return same
	}
	train := func(c core.View, at time.Time) []core.Command {
		return []core.Command{configure(c, set), core.Train{At: at}}
	}
	return task{Label: label, Done: trained, do: train}
}

func opening(label string, t core.Tab) task {
	opened := func(c core.View) bool { return c.Revision.Model != nil && c.Tab == t }
	return task{Label: label, Done: opened, do: always(show(t))}
}

func configure(c core.View, set fields) core.Command {
	c.Setup = c.Setup.With(set)
	return core.Configure{Setup: c.Setup}
}

func show(t core.Tab) core.Command { return core.Send{Msg: core.TabChosen{Tab: t}} }

// always returns a function for task.do that returns the same commands at any time.
func always(commands ...core.Command) func(core.View, time.Time) []core.Command {
	return func(core.View, time.Time) []core.Command { return commands }
}

// Lessons returns the tour, followed by the lessons, as named in core.Lessons.
func Lessons() []Lesson {
	list := []Lesson{tour(), ruleLesson(), pressureLesson(), overfittingLesson(), leakLesson()}
	for i, name := range core.Lessons {
		list[i].Name = name
	}
	return list
}

// The places that are whole sections.
var (
	dataPlace  = Place{core.DataSection, "preview"}
	trainPlace = Place{core.TrainSection, "train"}
	rulesPlace = Place{core.RulesSection, "panel-rules"}
)

func tour() Lesson {
	const table = "heart-risk"
	export := Place{core.RulesSection, "panel-export"}
	return Lesson{About: "where everything is", Minutes: 5, Steps: []LessonStep{
		step("A table first", dataPlace, loading("Load the table “heart risk”", table), nil, "This page learns IF-THEN rules from a "+
			"table. Use your own file later; the tour uses a sample dataset.").
			check("Where does a file go that you open here?", "The page sends nothing.", 1, "to a server", "nowhere: it stays here"),
		step("1 Data", Place{core.DataSection, "target"}, task{}, nil, "This part shows the table and how it was read. Select the "+
			"target column and the positive class, which the rules describe.").
			check("What will the rules say?", "They describe the positive class.", 0, "when the risk is low", "how to lower the risk"),
		step("2 Settings", Place{core.SettingsSection, "settings"}, task{}, nil, "The defaults suit most tables. A “?” explains each "+
			"setting.").
			check("Do you have to change something here before training?", "The defaults are a good start.", 0, "no", "yes"),
		step("3 Train", trainPlace, training("Train", table, nil), sizeAndScores, "A small neural network trains in this "+
			"browser tab. You can watch it, pause it and stop it.").
			predict("How many rows of the test set will the rules predict correctly?", among(testAccuracy, 0.7, 0.95),
				"fewer than 70%", "70% to 95%", "more than 95%").
			check("Which figure counts for new rows?", "Training never uses the test set.", 1, "train accuracy", "test accuracy"),
		step("4 Rules", rulesPlace, task{}, nil, "Each line is one rule, with its precision and coverage. Select a rule to edit it "+
			"or to switch it off; every change can be undone.").
			check("What does the last line say?", "Other rows get the other class.", 1, "the best rule", "the prediction if no rule holds"),
		step("What-if", Place{core.RulesSection, "panel-try"}, opening("Show “What-if”", core.ExplainTab), nil, "Type a row to see "+
			"which rules hold, and the smallest change that would change the prediction.").
			check("What changes when you type other values?", "They only try a row.", 0, "the prediction for it", "the rules", "the table"),
		step("Export the rules", export, opening("Show “Export”", core.ExportTab), nil, "Export the rules as text, SQL, Python and "+
			"more. The lessons explain how the rules are found.").
			check("Do exported rules need this page?", "They are complete programs and texts.", 0, "no", "yes"),
		summary(export, "The page learns rules from a table in four steps: Data, Settings, Train, Rules.",
			"The test accuracy says how well the rules predict new rows.", "The table stays on this device."),
	}}
}

// ruleLesson teaches the form of rules: conditions joined by AND, rules joined by OR.
func ruleLesson() Lesson {
	const table = "heart-risk"
	breaks := task{
		Label: "Switch the first rule off", do: always(show(core.RulesTab), RuleSwitch{Line: 0}),
		Done: func(c core.View) bool {
			m := c.Revision.Model
			return m != nil && c.Revision.Scored != nil && c.Source.Sample == table && len(m.Off) > 0
		},
	}
	restores := task{
		Label: "Undo the change", do: always(UndoEdit{}),
		Done: func(c core.View) bool { m := c.Revision.Model; return m != nil && len(m.Off) == 0 && len(m.Rules) > 0 },
	}
	return Lesson{About: "conditions joined by AND, rules joined by OR", Minutes: 5, Steps: []LessonStep{
		step("A table with a secret", dataPlace, loading("Load the table “heart risk”", table), nil, "Each row is a person; the "+
			"column “risk” says whether the risk of heart disease is low or high. The rows are synthetic, and secret rules decide the risk. "+
			"The network has to find these rules.").
			check("Look at the table: is the risk low or high in row 9?", "Rules have to say so from the other columns alone.", 1, "low", "high"),
		step("Learn", trainPlace, training("Train", table, nil), sizeAndScores, "Every column becomes features, such as “bmi ≤ 25”, "+
			"which are true or false for a row. The network learns which features matter together.").
			predict("How many rules will it find?", among(rulesOf, 6, 21), "1 to 5", "6 to 20", "more than 20").
			check("Which of these can be a feature?", "It compares a column with a value.", 1, "“bmi is high”", "“bmi ≤ 25”", "“bmi and age”"),
		step("AND inside a rule", rulesPlace, opening("Show the rules", core.RulesTab), nil, "A rule is a list of "+
			"conditions joined by AND. It holds for a row only if all its conditions hold.").
			check("A rule has two conditions, and a row meets one of them. Does the rule hold?", "AND asks for both.", 0, "no", "yes"),
		step("OR between rules", rulesPlace, task{}, nil, "The rules are joined by OR: if any rule holds, the prediction is “low”, "+
			"otherwise “high”. “Unique” counts the rows that only this rule covers.").
			check("Only one of three rules holds for a row. What is the prediction?", "One rule is enough.", 0, "low", "high", "none"),
		step("Break a rule", rulesPlace, breaks, comparedWithBefore, "How much does a rule contribute? Switch one off and look at the scores.").
			predict("What will happen to the train accuracy?", change(trainAccuracy), "it falls", "it stays the same", "it rises").
			check("Which rows are predicted differently now?", "For the others another rule holds.", 1, "all it covers", "those only it covers"),
		step("Put it back", rulesPlace, restores, nil, "Every change can be undone. The scores are then as before.").
			check("Which number says how many rows depend on a rule alone?", "No other covers them.", 2, "precision", "coverage", "unique coverage"),
		summary(rulesPlace, "A rule holds for a row if all its conditions hold: AND.", "The prediction is positive if any rule holds: OR.",
			"The unique coverage of a rule says how many rows depend on it alone."),
	}}
}

// pressureLesson teaches cut points, which limit the possible conditions, and λ₁, which limits the length of rules.
func pressureLesson() Lesson {
	const table, noisy = "heart-risk", "noisy-5"
	one := fields{setting.Thresholds: "1", setting.Method: "quantile", setting.Refining: "auto"}
	nine := fields{setting.Thresholds: "9", setting.Method: "quantile", setting.Refining: "auto"}
	weak := fields{setting.Lambda1: "0.01", setting.Refining: "off"}
	strong := fields{setting.Lambda1: "1", setting.Refining: "off"}
	cuts, penalty := Place{core.SettingsSection, "set-thresholds"}, Place{core.SettingsSection, "set-lambda1"}
	return Lesson{About: "which conditions rules can have, and how many", Minutes: 15, Steps: []LessonStep{
		step("The table", dataPlace, loading("Load the table “heart risk”", table), nil, "Rules are made of conditions. A numeric "+
			"column gives conditions such as “bmi ≤ 25”, where 25 is a cut point. Rules can only use cut points that were chosen "+
			"before training.").
			check("Can a rule say “bmi ≤ 26” if the only cut point is 25?", "The network sees cut points only.", 0, "no", "yes"),
		step("One cut point for each column", cuts, training("Set 1 cut point and train", table, one), sizeAndScores, "With one cut "+
			"point, a column is split at its median. The secret rules of this table use other numbers.").
			predict("How many training rows will the rules predict correctly?", among(trainAccuracy, 0.8, 0.95),
				"fewer than 80%", "80% to 95%", "more than 95%").
			check("Why are some rows wrong?", "A median is seldom what a secret rule needs.", 1, "too little training", "unfit cut points"),
		step("Nine cut points", cuts, training("Set 9 cut points and train again", table, nine), comparedWithBefore, "Nine cut points "+
			"split a column into tenths. More of them allow more rules, and make training slower.").
			predict("What will happen to the test accuracy?", change(testAccuracy), "it falls", "it stays the same", "it rises").
			check("What do more cut points cost?", "Each cut point is one more feature to compute with.", 0, "time", "longer rules", "nothing"),
		step("A table with wrong labels", dataPlace, loading("Load the table “gems”", noisy), nil, "In this table one label in "+
			"ten is wrong on purpose, as in real data. No rule can predict on new rows which ones.").
			check("How many new rows can be right at best?", "Wrong labels cannot be predicted.", 1, "about 80%", "about 90%", "all"),
		step("A small penalty", penalty, training("Set λ₁ to 0.01 and train", noisy, weak), sizeAndScores, "λ₁ is the condition "+
			"penalty: each open gate of the network, that is each condition, adds it to the loss. Refining is off here, to show the "+
			"effect of λ₁ alone. This run is the longest of the lesson, up to half a minute.").
			predict("How many rules will the network use?", among(rulesOf, 6, 21), "1 to 5", "6 to 20", "more than 20").
			check("About 90% of the rows can be right. Do so many conditions lead there?", "Conditions that cost next to nothing stay, "+
				"whether they help or not.", 0, "no, not even on the training set", "yes"),
		step("A larger penalty", penalty, training("Set λ₁ to 1 and train again", noisy, strong), comparedWithBefore, "The penalty is a "+
			"hundred times larger. Training drops conditions that are not worth it.").
			predict("What will happen to the test accuracy?", change(testAccuracy), "it falls", "it stays the same", "it rises").
			check("Rules are right, but long. What do you change?", "Conditions cost more.", 2, "more cut points", "a smaller λ₁", "a larger λ₁"),
		summary(penalty, "Cut points decide which conditions are possible.", "λ₁ decides how many conditions are used.",
			"Here a larger λ₁ gave fewer and shorter rules, which are more accurate on the training set and on new rows."),
	}}
}

// overfittingLesson teaches why a test set is needed, and how accuracy trades off against rule length.
func overfittingLesson() Lesson {
	const table = "noisy-5"
	cheap := fields{setting.Refining: "own", setting.Price: "0.01", setting.Lambda1: "0.01", setting.Epochs: ""} // a gain far below one row
	refined := fields{setting.Refining: "auto", setting.Lambda1: "0.01", setting.Epochs: ""}
	short := fields{setting.Epochs: "300"} // a run of about one second, because the trade-off makes many
	sweep := task{
		Label: "Run the sweep",
		Done:  func(c core.View) bool { return c.Source.Sample == table && !c.Busy && sweepFinding(c) != "" },
		do: func(c core.View, at time.Time) []core.Command {
			return []core.Command{configure(c, short), show(core.TradeOffTab), TrySettings{At: at}}
		},
	}
	chart := Place{core.RulesSection, "panel-trade"}
	return Lesson{About: "why a test set is needed, and how long rules should be", Minutes: 15, Steps: []LessonStep{
		step("The test set", dataPlace, loading("Load the table “gems”", table), nil, "In this table one label in ten is wrong on "+
			"purpose. Rules cannot know which ones, so no model can exceed about 90% on new rows. Training never uses the rows "+
			"of the test set, so they are new.").
			check("What is the test set for?", "It stands for rows that are not there yet.", 1, "for more training rows", "for an honest score"),
		step("Learn too much", trainPlace, training("Train with a minimum gain of 0.01%", table, cheap), sizeAndScores, "Each condition "+
			"and each rule now stays if it makes just one more row of the training set correct. There are many ways to do that.").
			predict("On which rows will the rules be more accurate?", among(overfit, 0, 0.01),
				"on the test set", "hardly a difference", "on the training set").
			check("Which accuracy would you report?", "The other one counts rows that training has seen.", 0, "test accuracy", "train accuracy"),
		step("Look at both figures", rulesPlace, opening("Show the rules", core.RulesTab), nil, "Here train accuracy "+
			"is much higher than test accuracy: the rules have memorized wrong labels. That is called overfitting. A point or two "+
			"can be chance.").
			check("Train accuracy 95%, test accuracy 80%: what is it?", "It does not hold on new rows.", 1, "a good result", "overfitting"),
		step("A minimum gain per condition", trainPlace, training("Train with the default", table, refined), comparedWithBefore, "Refining "+
			"removes every condition and rule whose gain on the training set is below the minimum. By default that is a few rows, so that "+
			"one wrong label is not worth a condition. Refining does not use the test set either.").
			predict("What will happen to the test accuracy?", change(testAccuracy), "it falls", "it stays the same", "it rises").
			check("Which conditions does refining remove?", "Each must be worth its length.", 1, "the longest", "those that gain too little"),
		step("The trade-off", chart, sweep, sweepFinding, "How short can rules be? The sweep "+
			"trains with twelve settings and plots accuracy against size. Select a point to open its rules.").
			predict("Are there shorter rules that are nearly as accurate as the best ones?", shorterFound, "no", "yes").
			check("Two sets have nearly the same test accuracy. Which do you prefer?", "It is easier to read.", 0, "the shorter", "the longer"),
		summary(chart, "Rules that are much more accurate on the training set than on the test set overfit.",
			"Only the test accuracy says how well rules work on new rows.", "Of rules that are nearly as good as the best, prefer the shortest."),
	}}
}

// leakLesson teaches that rows which belong together must be on one side of the split.
func leakLesson() Lesson {
	const table = "visits"
	byPatient := core.SplitBy{How: core.ByGroup, Column: "patient"}
	split := func(label string, by core.SplitBy) task {
		t := training(label, table, nil)
		split := func(c core.View) bool { return t.Done(c) && c.Run.Setup.By == by }
		return task{Label: label, Done: split, do: func(c core.View, at time.Time) []core.Command {
			c.Setup.By = by
			return t.do(c, at)
		}}
	}
	lists := task{
		Label: "List the rows of the random split", do: always(UndoEdit{}, show(core.RulesTab), ShowRows{}),
		Done: func(c core.View) bool {
			m := c.Revision.Model
			return m != nil && c.Source.Sample == table && m.Learned.Request.Split.Group == ""
		},
	}
	return Lesson{About: "rows that belong together, and what a random split does to them", Minutes: 5, Steps: []LessonStep{
		step("Six visits of each patient", dataPlace, loading("Load the table “visits”", table), nil, "Each row is a visit, and “relapse” "+
			"is a property of the patient. The table is synthetic: the chance of a relapse is 75% for smokers and 25% for others. So no "+
			"rules can predict more than about 75% of new patients correctly.").
			check("What is equal in all visits of a patient?", "Visit and pulse differ.", 1, "nothing", "age, weight and more", "all columns"),
		step("A random split", trainPlace, split("Split at random and train", core.SplitBy{}), sizeAndScores, "One row in five "+
			"is in the test set, drawn at random. The column “patient” is not a feature: it has too many values.").
			predict("How many rows of the test set will the rules predict correctly?", among(testAccuracy, 0.7, 0.8),
				"fewer than 70%", "70% to 80%", "more than 80%").
			check("Can that hold for new patients?", "The table allows about 75%.", 0, "no", "yes"),
		step("Whole patients", Place{core.SettingsSection, "split"}, split("Split by patient and train", byPatient), comparedWithBefore,
			"“By group” keeps all visits of a patient on one side. One patient in five is in the test set.").
			predict("What will happen to the test accuracy?", change(testAccuracy), "it falls", "it stays the same", "it rises").
			check("Which figure would you report?", "These patients are new to the rules.", 1, "that of the random split", "that by patient"),
		step("Why it was too good", Place{core.RulesSection, "rows"}, lists, nil, "Go back to the rules of the random split and list its rows. "+
			"Rows 1 to 6 are one patient, and so on; test rows are marked. The rules have seen other visits of the same patient, and "+
			"recognize the patient by age, height and weight.").
			check("How many patients have visits on both sides?", "About three in four have.", 2, "none", "one in five", "most"),
		summary(rulesPlace, "A random split is honest only if the rows are independent.",
			"Rows that belong together, such as the visits of a patient, must be on one side.",
			"An accuracy that is too good to be true calls for a look at the split."),
	}}
}

// sweepFinding describes the result of the sweep. shorterFound is 1 if it recommends shorter rules than the best, otherwise 0.
func sweepFinding(c core.View) string {
	words, _ := c.SweepFinding()
	return words
}

func shorterFound(c core.View) int {
	if _, shorter := c.SweepFinding(); shorter {
		return 1
	}
	return 0
}

func sizeAndScores(c core.View) string { return scoresInWords(c.Revision) }

func comparedWithBefore(c core.View) string {
	now := sizeAndScores(c)
	if o, ok := c.Earlier.Outcome(); ok && o.Test != nil {
		return "Before: " + scoresInWords(c.Earlier) + " Now: " + now
	}
	return "Now: " + now
}

func scoresInWords(p core.Revision) string {
	o, ok := p.Outcome()
	if !ok {
		return ""
	}
	return core.SizeInWords(o) + ": train accuracy " + core.Percent(o.Train.Accuracy) +
		core.When(o.Test != nil, ", test accuracy "+core.Percent(testAccuracy(o))) + "."
}

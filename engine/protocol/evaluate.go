package protocol

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
)

// Evaluate estimates the accuracy of rules by cross-validation, and the accuracy cost of shorter rules. Each unit is a
// run that fits everything on its own training rows. The answer is Evaluating, FoldResult and Evaluated, or Refused. A
// stopped evaluation is Refused too.
type Evaluate struct {
	// Train holds the base settings. Its Split defines the outer folds, by Parts or by Folds; each fold is tested once. With Parts,
	// a Share excludes rows from all folds: the models of Whole are tested on these, or on a test table.
	Train
	Settings []SweepSetting `json:"settings,omitempty"` // evaluated one by one; empty for those of Train
	// Inner, from 2 to 256, is the number of inner folds of the training rows of each outer fold. The setting with the
	// best inner score is selected for the outer fold. The test rows of the outer fold do not affect the selection. Zero
	// disables selection.
	Inner int `json:"inner,omitempty"`
	// ChosenOnly runs the inner folds first, and then each outer fold only with the setting that they chose. The summary of a setting
	// is then over the folds that chose it. It needs inner folds, and excludes Whole and Unit.
	ChosenOnly bool `json:"chosen_only,omitempty"`
	Whole      bool `json:"whole,omitempty"` // fit a model with each setting on the rows of all folds
	// By has from 1 to 3 columns that form groups of the test rows; see ByGroup.Columns. Nil compares no groups. It needs two
	// classes and learners of rules.
	By []string `json:"by,omitempty"`
	// Repeats is the number of times that the rows are divided at random into Parts outer folds; 0 means once. The outer folds of all
	// repeats are numbered consecutively. Given folds and folds by time cannot be repeated.
	Repeats int `json:"repeats,omitempty"`
	// Random also evaluates each setting on as many random folds of the same rows, which ignore the groups or times of the split. A
	// higher accuracy there is due to leakage.
	Random bool `json:"random,omitempty"`
	// Unit, from 1 to Of, selects the units to run: those whose number is Unit-1 modulo Of. Both are 0 for all units.
	Unit    int    `json:"unit,omitempty"`
	Of      int    `json:"of,omitempty"`
	Program string `json:"program,omitempty"` // of the caller; parts of different programs cannot be merged
}

// SweepSetting holds the values that an evaluation varies. A zero or nil field keeps the value of the request.
type SweepSetting struct {
	Lambda1 *float64        `json:"lambda1,omitempty"`          // see drnet.Config
	Refine  float64         `json:"refine,omitempty"`           // see Train
	Method  binarize.Method `json:"threshold_method,omitempty"` // see binarize.FitOptions
	Learner string          `json:"learner,omitempty"`          // see Train
	Tune    float64         `json:"tune,omitempty"`             // see Train
}

// Apply returns r with the setting applied.
func (s SweepSetting) Apply(r Train) Train {
	r.Network.Lambda1 = cmp.Or(s.Lambda1, r.Network.Lambda1)
	r.Refine = cmp.Or(s.Refine, r.Refine)
	r.Encoding.Method = cmp.Or(s.Method, r.Encoding.Method)
	r.Learner = cmp.Or(s.Learner, r.Learner)
	r.Tune = cmp.Or(s.Tune, r.Tune)
	return r
}

// UnitResult is the result of one run of an evaluation, including its restarts. Units are numbered from 0: the units of the
// first outer fold, then those of the second and so on, then those of Whole, then those of the random folds. For an outer fold, the
// units tested on the fold itself come first, followed by those of its inner folds. Each group has one unit per setting, in order.
type UnitResult struct {
	Number   int          `json:"unit"`
	Fold     int          `json:"fold"`             // the outer fold used for testing, from 0; -1 for Whole
	Inner    int          `json:"inner"`            // the inner fold used for testing, from 0; -1 without one
	Random   bool         `json:"random,omitempty"` // the fold is a random one, without regard to the column of the split
	Setting  int          `json:"setting"`          // index of the setting
	Rows     int          `json:"rows"`             // training rows
	TestRows int          `json:"test_rows"`        // test rows
	Features int          `json:"features"`
	Network  drnet.Config `json:"network"`           // with all defaults filled in for these rows
	Steps    int          `json:"steps"`             // in all restarts
	Scores   *eval.Fold   `json:"scores,omitempty"`  // on the test rows, nil without any
	Seconds  float64      `json:"seconds,omitempty"` // from the choice of rows to the rules, 0 without a clock; only it varies
	// Groups counts the predictions for groups of the test rows of an outer fold, one for each grouping of Evaluate.By.
	Groups    []eval.Groups `json:"groups,omitempty"`
	ModelFile               // of a Whole unit, empty for other units
}

// PartSchema is the schema name of a Part. An incompatible form gets a new number.
const PartSchema = "drnet.eval.part/1"

// EvaluationPart holds the results of some units of an evaluation. Parts that cover each unit once form the complete evaluation.
type EvaluationPart struct {
	Schema  string      `json:"schema"`
	Version int         `json:"version"` // of the protocol
	Table   Fingerprint `json:"table"`
	// Request is the request with its positive class and encoding defaults filled in, without Folds, Unit and Of.
	Request Evaluate     `json:"request"`
	Folds   int          `json:"folds"`             // number of outer folds, of all repeats
	Units   []UnitResult `json:"units"`             // by number, ascending
	Classes []string     `json:"classes,omitempty"` // the names of several classes, in the order of their scores
}

// Fingerprint identifies a table without revealing any of its values.
type Fingerprint struct {
	Rows    int    `json:"rows"` // usable rows
	Columns int    `json:"columns"`
	Hash    string `json:"hash"` // of the column names and kinds, the labels and the folds
}

// Evaluating reports the progress of an evaluation.
type Evaluating struct {
	Done  int     `json:"done"`  // units
	Of    int     `json:"of"`    // units
	Share float64 `json:"share"` // of the total work, in training steps, from 0 to 1
}

// FoldResult reports the result of a unit without its model.
type FoldResult struct {
	Unit UnitResult `json:"unit"`
}

// Evaluated answers Evaluate. It is final. For a share of the units, only Part is set.
type Evaluated struct {
	EvaluationPart
	Results []SettingResult `json:"tried,omitempty"`  // one for each setting
	Nested  *Nested         `json:"nested,omitempty"` // of nested cross-validation, nil without inner folds
	// Random is the summary of the random folds, each with the setting that the outer fold of the same number selected, or with the
	// first one; nil unless requested.
	Random *eval.Summary `json:"random,omitempty"`
}

// Estimate returns the summary that estimates the accuracy on new rows: of the nested cross-validation, or of the first setting.
func (e Evaluated) Estimate() eval.Summary {
	if e.Nested != nil {
		return e.Nested.Summary
	}
	return e.Results[0].Summary
}

// Parts returns the number of outer folds of each repeat.
func (e Evaluated) Parts() int { return e.Folds / max(e.Request.Repeats, 1) }

// RandomInWords compares the estimate with what random folds claim, with accuracies as percent writes them; "" without both.
func (e Evaluated) RandomInWords(percent func(float64) string) string {
	if e.Random == nil {
		return ""
	}
	by, honest := e.Request.Split, e.Estimate()
	text := fmt.Sprintf("random %s, by %s %s: ", percent(e.Random.Mean.Accuracy), by.By(), percent(honest.Mean.Accuracy))
	gap := e.Random.Mean.Accuracy - honest.Mean.Accuracy
	clear := gap > 2*math.Hypot(e.Random.Error.Accuracy, honest.Error.Accuracy)
	switch {
	case clear && by.Group != "":
		return text + "rows of the same " + by.Group + " leak"
	case clear:
		return text + "a random split learns from later rows what earlier ones do not say"
	}
	return text + "no leak can be told from chance"
}

// SettingResult holds the scores of a setting.
type SettingResult struct {
	Setting      SweepSetting  `json:"setting"`
	eval.Summary               // over the outer folds
	Groups       []eval.Groups `json:"groups,omitempty"` // by Evaluate.By, on the test rows of all folds
	Chosen       int           `json:"chosen,omitempty"` // number of outer folds that selected this setting
	ModelFile                  // of Whole
}

// Nested holds the scores when each outer fold selects its setting on its own training rows.
type Nested struct {
	eval.Summary                   // over the outer folds
	Choices      []SelectedSetting `json:"choices"`          // one for each outer fold
	Groups       []eval.Groups     `json:"groups,omitempty"` // by Evaluate.By, on the test rows of all folds
}

// SelectedSetting is a setting selected by the inner folds: the one with the highest mean accuracy. Ties go to the lowest mean
// complexity, then to the first setting.
type SelectedSetting struct {
	Setting    int     `json:"setting"`    // index of the setting
	Accuracy   float64 `json:"accuracy"`   // mean over the inner folds
	Complexity float64 `json:"complexity"` // mean over the inner folds
}

func (Evaluate) request() string { return "evaluate" }
func (Evaluating) event() string { return "evaluating" }
func (FoldResult) event() string { return "measured" }
func (Evaluated) event() string  { return "evaluated" }

// Algorithm is a learning algorithm: DR-Net or a benchmark model.
type Algorithm struct {
	Key     string // in requests and on the command line
	Name    string // for display
	Rules   bool   // it learns a rule set
	Numbers bool   // it finds thresholds for numeric columns itself
	Usual   bool   // it takes part in a benchmark by default; the others take long or add little information
	Tunes   string // the parameter that SweepSetting.Tune sets, "" if there is none
	About   string // the algorithm in one sentence
}

// DRNet is the key of DR-Net.
const DRNet = "drnet"

// Learners lists all learners, DR-Net first. Package train builds every other entry by its key.
var Learners = []Algorithm{
	{
		Key: DRNet, Name: "DR-Net", Rules: true, Usual: true,
		About: "A small neural network whose neurons are rules, which are then refined.",
	},
	{
		Key: "ripper", Name: "RIPPER", Rules: true, Usual: true, Tunes: "most conditions of a rule",
		About: "Grows one rule after the other on the uncovered rows, and prunes each.",
	},
	{
		Key: "brs", Name: "BRS", Rules: true, Tunes: "the multiplier κ of the counts against rules",
		About: "Searches for the most probable set of short rules with high coverage.",
	},
	{
		Key: "cg", Name: "CG", Rules: true, Usual: true, Tunes: "the price of a rule and of a condition",
		About: "Column generation: a linear program prices the rules to add.",
	},
	{
		Key: "cart", Name: "CART", Rules: true, Usual: true, Tunes: "most leaves",
		About: "A pruned decision tree; its positive leaves are the rules.",
	},
	{
		Key: "ripper-numbers", Name: "RIPPER on numbers", Rules: true, Numbers: true, Tunes: "most conditions of a rule",
		About: "RIPPER with any threshold, not only those of the features.",
	},
	{
		Key: "cart-numbers", Name: "CART on numbers", Rules: true, Numbers: true, Tunes: "most leaves",
		About: "CART with any threshold, not only those of the features.",
	},
	{Key: "condition", Name: "one condition", Rules: true, Usual: true, About: "The best single condition."},
	{Key: "majority", Name: "majority", Rules: true, About: "Always predicts the majority class."},
	{Key: "logistic", Name: "logistic regression", Usual: true, About: "A weighted sum of the features."},
	{Key: "forest", Name: "random forest", Usual: true, Tunes: "trees", About: "100 decision trees, majority vote. Not interpretable."},
	{
		Key: "forest-numbers", Name: "forest on numbers", Numbers: true, Tunes: "trees",
		About: "A random forest with any threshold, not only those of the features.",
	},
	{Key: "dnn", Name: "deep network", About: "A neural network of six layers. Not interpretable."},
}

// LearnerKeys returns the keys of the learners that satisfy meant, in order; all keys for nil.
func LearnerKeys(meant func(Algorithm) bool) []string {
	var keys []string
	for _, l := range Learners {
		if meant == nil || meant(l) {
			keys = append(keys, l.Key)
		}
	}
	return keys
}

// LearnerOf returns the learner with a key. The empty key means DR-Net.
func LearnerOf(key string) (Algorithm, bool) {
	i := slices.IndexFunc(Learners, func(l Algorithm) bool { return l.Key == cmp.Or(key, DRNet) })
	if i < 0 {
		return Algorithm{}, false
	}
	return Learners[i], true
}

package protocol

import (
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
)

// Evaluate estimates the accuracy of rules by cross-validation, and the accuracy cost of shorter rules. Each unit is a
// run that fits everything on its own training rows. The answer is Evaluating, FoldResult and Evaluated, or Refused. A
// stopped evaluation is Refused too.
type Evaluate struct {
	// Train holds the base settings. Its Split defines the outer folds, by Parts or by Folds; each fold is tested once. A
	// Share combined with Parts excludes rows from all folds, to test the models of Whole. So does a test table.
	Train
	// Settings are evaluated one by one. If empty, the settings of Train are evaluated.
	Settings []SweepSetting `json:"settings,omitempty"`
	// Inner, from 2 to 256, is the number of inner folds of the training rows of each outer fold. The setting with the
	// best inner score is selected for the outer fold. The test rows of the outer fold do not affect the selection. Zero
	// disables selection.
	Inner int `json:"inner,omitempty"`
	// Whole fits a model with each setting on the rows of all folds.
	Whole bool `json:"whole,omitempty"`
	// Unit, from 1 to Of, selects the share of units to run: those whose number is Unit-1 modulo Of. Both are 0 for all
	// units.
	Unit int `json:"unit,omitempty"`
	Of   int `json:"of,omitempty"`
	// Program identifies the caller. Parts of different programs cannot be merged.
	Program string `json:"program,omitempty"`
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
	if s.Lambda1 != nil {
		r.Network.Lambda1 = s.Lambda1
	}
	if s.Refine != 0 {
		r.Refine = s.Refine
	}
	if s.Method != "" {
		r.Encoding.Method = s.Method
	}
	if s.Learner != "" {
		r.Learner = s.Learner
	}
	if s.Tune != 0 {
		r.Tune = s.Tune
	}
	return r
}

// UnitResult is the result of one run of an evaluation, including its restarts. Units are numbered from 0: the units of the
// first outer fold, then those of the second and so on, then those of Whole. For an outer fold, the units tested on the
// fold itself come first, followed by those of its inner folds. Each group has one unit per setting, in order.
type UnitResult struct {
	Number   int          `json:"unit"`
	Fold     int          `json:"fold"`      // the outer fold used for testing, from 0; -1 for Whole
	Inner    int          `json:"inner"`     // the inner fold used for testing, from 0; -1 without one
	Setting  int          `json:"setting"`   // index of the setting
	Rows     int          `json:"rows"`      // training rows
	TestRows int          `json:"test_rows"` // test rows
	Features int          `json:"features"`
	Network  drnet.Config `json:"network"` // with all defaults filled in for these rows
	Steps    int          `json:"steps"`   // in all restarts
	// Scores are the scores on the test rows, nil without any.
	Scores *eval.Fold `json:"scores,omitempty"`
	// Seconds is the time from selecting the rows to the final rules, 0 without a clock. All other fields are the same in
	// every run of the unit.
	Seconds float64 `json:"seconds,omitempty"`
	// Model or MultiClass is the model of a Whole unit. Both are nil for other units.
	Model      *Model      `json:"model,omitempty"`
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// PartSchema is the schema name of a Part. An incompatible form gets a new number.
const PartSchema = "drnet.eval.part/1"

// EvaluationPart holds the results of some units of an evaluation. Parts that cover each unit once form the complete evaluation.
type EvaluationPart struct {
	Schema  string      `json:"schema"`
	Version int         `json:"version"` // of the protocol
	Table   Fingerprint `json:"table"`
	// Request is the original request with the positive class and the encoding defaults filled in. Folds, Unit and Of are
	// cleared.
	Request Evaluate     `json:"request"`
	Folds   int          `json:"folds"` // number of outer folds
	Units   []UnitResult `json:"units"` // by number, ascending
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
	Results []SettingResult `json:"tried,omitempty"` // one for each setting
	// Nested holds the scores of nested cross-validation, nil without inner folds.
	Nested *Nested `json:"nested,omitempty"`
}

// SettingResult holds the scores of a setting.
type SettingResult struct {
	Setting      SweepSetting `json:"setting"`
	eval.Summary              // over the outer folds
	Chosen       int          `json:"chosen,omitempty"`  // number of outer folds that selected this setting
	Model        *Model       `json:"model,omitempty"`   // of Whole
	MultiClass   *MultiClass  `json:"classes,omitempty"` // of Whole, for a multiclass target
}

// Nested holds the scores when each outer fold selects its setting on its own training rows.
type Nested struct {
	eval.Summary                   // over the outer folds
	Choices      []SelectedSetting `json:"choices"` // one for each outer fold
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
